import type { Handler } from "@hono/hono";
import { Fault } from "../contracts/errors.ts";
import type { Health } from "../contracts/health.ts";
import { VERSION } from "../contracts/version.ts";
import { isoOf } from "../core/engine/snapshot.ts";
import { newestSaleDay } from "../core/operations/answer_day.ts";
import { fieldPath } from "../core/operations/expected.ts";
import { SYNTHETIC } from "../core/operations/serve.ts";
import type { RouteEnv, Service } from "./service.ts";

/** `GET /api/health`: what is being served, and for how long. Never cached. */
export function health(service: Service): Handler<RouteEnv> {
  const { snapshot, startedAt } = service;
  const newestDay = newestSaleDay(snapshot);
  const newest = newestDay === undefined ? null : isoOf(newestDay);
  const rows = Object.fromEntries(
    Object.entries(snapshot.tables).map(([name, table]) => [name, table.rows]),
  );
  return function health(c) {
    for (const name of new URL(c.req.url).searchParams.keys()) {
      const field = fieldPath([name]);
      throw new Fault("invalid_params", `there is no field ${field}`, {
        field,
        expected: "no fields",
      });
    }
    const answer: Health = {
      status: "ok",
      as_of: newest,
      warnings: snapshot.synthetic ? [SYNTHETIC] : [],
      last_run: null,
      stale_model_rows: 0,
      snapshot: {
        id: snapshot.id,
        synthetic: snapshot.synthetic,
        newest_sale: newest,
        rows,
      },
      uptime_seconds: Math.floor((Date.now() - startedAt) / 1000),
      versions: { serving: VERSION, deno: Deno.version.deno },
    };
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  };
}
