import { Hono } from "@hono/hono";
import { SavedQuery } from "../../contracts/saved.ts";
import { SAVED_KINDS } from "../../contracts/saved_items.ts";
import { readCursor, writeCursor } from "../../core/service/cursor.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { neverStored, queryOf } from "./keys.ts";
import { ownerOf } from "./me.ts";
import type { RouteEnv, Service } from "../service.ts";

/** What a caller saved, below `/api/me`. */
export function savedRoutes(
  { saved, snapshot, cursorSecret }: Service,
): Hono<RouteEnv> {
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
  }
  return app;
}
