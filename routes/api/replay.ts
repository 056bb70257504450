import { Hono } from "@hono/hono";
import { replay } from "../../core/service/replay.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { type RouteEnv, serveContext, type Service } from "../service.ts";

/** Answers computed again by their id, below `/api`. */
export function replayRoutes(service: Service): Hono<RouteEnv> {
  const { registry, replays } = service;
  const app = new Hono<RouteEnv>();
  if (!replays) return app;
  for (const path of ["/valuation/:id", "/analysis/:id"] as const) {
    app.get(path, neverStored, async (c) => {
      const context = serveContext(service, c.var, "rest", {
        signal: c.req.raw.signal,
      });
      return c.json(
        await replay(registry, replays, context, c.req.param("id") ?? ""),
      );
    });
  }
  return app;
}
