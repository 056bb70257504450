import { Hono } from "@hono/hono";
import { SavedQuery } from "../../contracts/saved.ts";
import { Fault } from "../../contracts/errors.ts";
import { SAVED_KINDS, type SavedKind } from "../../contracts/saved_items.ts";
import { addNote } from "../../core/operations/workspace/add_note.ts";
import { createStrategyProfile } from "../../core/operations/workspace/create_strategy_profile.ts";
import { saveFavoriteProperty } from "../../core/operations/workspace/save_favorite_property.ts";
import { updateUnderwritingPreset } from "../../core/operations/workspace/update_underwriting_preset.ts";
import type { Operation } from "../../core/service/operation.ts";
import { serve } from "../../core/service/serve.ts";
import { subjectInput } from "../../core/service/subject_input.ts";
import { readCursor, writeCursor } from "../../core/service/cursor.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { queryOf } from "./query.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { ownerOf } from "./account.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";

/** What a caller saved, below `/api/me`. */
export function savedRoutes(service: Service): Hono<RouteEnv> {
  const { saved, snapshot, cursorSecret } = service;
  const app = new Hono<RouteEnv>();
  for (const kind of SAVED_KINDS) {
    app.get(`/${kind}`, neverStored, async (c) => {
      const { limit, cursor } = queryOf(c, SavedQuery);
      const account = ownerOf(c, `seeing ${kind}`);
      const query = [account.owner, kind];
      const [after] = cursor === undefined
        ? []
        : readCursor(cursorSecret, cursor, query);
      const { items, next } = await saved.of(account)!
        .page(kind, limit, after === undefined ? after : String(after));
      const next_cursor = next && writeCursor(cursorSecret, [next], query);
      return c.json({ items, next_cursor, ...stampOf(snapshot) });
    });
    app.get(`/${kind}/:id`, neverStored, async (c) => {
      const owner = ownerOf(c, `seeing ${kind}`);
      const id = c.req.param("id") ?? "";
      const item = await saved.of(owner)!.find(kind, id);
      if (!item) throw unknownItem(kind);
      return c.json({ item, ...stampOf(snapshot) });
    });
    app.delete(`/${kind}/:id`, neverStored, async (c) => {
      const owner = ownerOf(c, `removing ${kind}`);
      const id = c.req.param("id") ?? "";
      const item = await saved.of(owner)!.find(kind, id);
      if (!item) throw unknownItem(kind);
      const { operation, inputOf } = REMOVALS[kind];
      return c.json(
        await serve(
          operation,
          serveContext(service, c.var, "rest", {}),
          { ...inputOf(id), remove: true },
        ),
      );
    });
  }
  return app;
}

/** What removes an item of each kind, by its id. */
const REMOVALS: Readonly<
  Record<SavedKind, {
    readonly operation: Operation;
    inputOf(id: string): Record<string, unknown>;
  }>
> = {
  favorites: { operation: saveFavoriteProperty, inputOf: subjectInput },
  presets: {
    operation: updateUnderwritingPreset,
    inputOf: (name) => ({ name }),
  },
  profiles: {
    operation: createStrategyProfile,
    inputOf: (profile_id) => ({ profile_id }),
  },
  notes: { operation: addNote, inputOf: (note_id) => ({ note_id }) },
};

function unknownItem(kind: SavedKind): Fault {
  return new Fault("not_found", `none of your ${kind} has this id`, {
    field: "id",
    expected: `an id from GET /api/me/${kind}`,
  });
}
