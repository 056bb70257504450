import type { Handler } from "@hono/hono";
import { Fault } from "../contracts/errors.ts";
import type { Health } from "../contracts/health.ts";
import { isoOf } from "../core/engine/snapshot.ts";
import { modelVersion } from "../core/engine/valuation/model_version.ts";
import { newestSaleDay } from "../core/operations/answer_day.ts";
import { fieldPath } from "../core/operations/expected.ts";
import { modelVersionsOf } from "../core/operations/valuation_fields.ts";
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
      model_versions: modelVersionsOf(modelVersion(snapshot)),
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
      deno: Deno.version.deno,
    };
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  };
}
