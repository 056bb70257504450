import { Hono } from "@hono/hono";
import { z } from "zod";
import { SAVED_KINDS } from "../../contracts/saved_items.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { neverStored, queryOf } from "./keys.ts";
import { ownerOf } from "./me.ts";
import type { RouteEnv, Service } from "../service.ts";

const NO_INPUT = z.object({}).strict();

/** What a caller saved, below `/api/me`. */
export function savedRoutes({ saved, snapshot }: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  for (const kind of SAVED_KINDS) {
    app.get(`/${kind}`, neverStored, async (c) => {
      queryOf(c, NO_INPUT);
      const owner = ownerOf(c, `seeing ${kind}`);
      const items = await saved.of(owner)!.list(kind);
      return c.json({ items, ...stampOf(snapshot) });
    });
  }
  return app;
}
