import type { Handler } from "@hono/hono";
import { z } from "zod";
import { GATES } from "../../contracts/constants/valuation.ts";
import type { Health } from "../../contracts/health.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { newestSaleDay } from "../../core/service/effective_date.ts";
import { stampOf } from "../../core/service/stamp.ts";
import type { Access } from "../../core/access/access.ts";
import type { RouteEnv, Service } from "../service.ts";

const NO_INPUT = z.object({}).strict();

/** `GET /api/health`: what is being served, and for how long. Never cached. */
export function health(service: Service): Handler<RouteEnv> {
  const { snapshot, startedAt } = service;
  const stamp = stampOf(snapshot);
  const rows = Object.fromEntries(
    Object.entries(snapshot.tables).map(([name, table]) => [name, table.rows]),
  );
  return async function health(c) {
    const lastRun = await service.lastRun();
    const problems = [
      ...problemsOf(service.access),
      ...snapshotProblems(service),
    ];
    const query = new URL(c.req.url).searchParams;
    parseInput(NO_INPUT, Object.fromEntries(query));
    const answer: Health = {
      status: problems.length > 0 ? "degraded" : "ok",
      problems,
      ...stamp,
      last_run: lastRun,
      stale_model_rows: service.index?.().staleRows ?? 0,
      snapshot: {
        id: snapshot.id,
        synthetic: snapshot.synthetic,
        newest_sale: stamp.as_of,
        rows,
      },
      uptime_seconds: Math.floor((Date.now() - startedAt) / 1000),
      deno: Deno.version.deno,
    };
    return c.json(answer, 200, { "Cache-Control": "no-store" });
  };
}

/** What is wrong with the data that are served. */
function snapshotProblems(
  { snapshot, today, snapshotProblem }: Service,
): string[] {
  const problems: string[] = [];
  const newest = newestSaleDay(snapshot);
  const age = newest === undefined ? 0 : today() - newest;
  if (!snapshot.synthetic && age > GATES.stale_days) {
    problems.push(
      `the data are old: the newest sale is of ${
        isoOf(newest!)
      }; values are marked stale; ingest newer data`,
    );
  }
  const newer = snapshotProblem?.();
  if (newer !== undefined) {
    problems.push(`a newer snapshot cannot be served: ${newer}`);
  }
  return problems;
}

function problemsOf({ storeTrouble }: Access): string[] {
  if (storeTrouble === undefined) return [];
  return [
    `the store cannot be written (${storeTrouble}): nothing is saved or audited, and limits are counted by each server alone`,
  ];
}
