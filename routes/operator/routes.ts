import { Hono } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { DealsQuery } from "../../contracts/operator.ts";
import { PageQuery } from "../../contracts/page.ts";
import { ResolveReport } from "../../contracts/reports.ts";
import { RunRequest } from "../../contracts/runs.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { optionalJson, readJson } from "../api/body.ts";
import { replayChoiceOf } from "../api/dead_letters.ts";
import { queryOf } from "../api/query.ts";
import { neverStored } from "../middleware/never_stored.ts";
import { pageOf } from "../api/page.ts";
import { operator } from "../middleware/operator.ts";
import type { RouteEnv, Service } from "../service.ts";

/** The operator's endpoints: state, deals, dead letters, reports, and the daily run by hand. Mounted below `/api`. */
export function operatorRoutes(service: Service): Hono<RouteEnv> {
  const { operatorConsole } = service;
  const stamp = stampOf(service.snapshot);
  const app = new Hono<RouteEnv>();
  for (const path of ["/state", "/state/*", "/deals", "/run-listings"]) {
    app.use(path, operator(service), neverStored);
  }
  app.get("/state", async (c) => c.json(await operatorConsole.state()));
  app.get("/deals", async (c) => {
    const { strategy, limit } = queryOf(c, DealsQuery);
    return c.json(await operatorConsole.deals(strategy, limit));
  });
  app.get("/state/dead-letters", async (c) => {
    const { page: dead_letters, next_cursor } = pageOf(
      await operatorConsole.deadLetters(),
      queryOf(c, PageQuery),
      ({ delivery_id }) => delivery_id,
    );
    return c.json({ dead_letters, next_cursor, ...stamp });
  });
  app.post(
    "/state/dead-letters/replay",
    async (c) =>
      c.json({
        ...await operatorConsole.replay(await replayChoiceOf(c)),
        ...stamp,
      }),
  );
  app.get("/state/reports", async (c) => {
    const { page: reports, next_cursor } = pageOf(
      await operatorConsole.reports(),
      queryOf(c, PageQuery),
      ({ report_id }) => report_id,
    );
    return c.json({ reports, next_cursor, ...stamp });
  });
  app.post("/state/reports/:id/resolve", async (c) => {
    const { note } = parseInput(ResolveReport, await readJson(c.req.raw));
    return c.json({
      ...await operatorConsole.resolve(c.req.param("id"), note),
      ...stamp,
    });
  });
  app.post("/run-listings", async (c) => {
    const request = parseInput(RunRequest, await optionalJson(c));
    const report = await operatorConsole.run(request);
    if (report) return c.json({ ...report, ...stamp });
    throw new Fault("conflict", "a run is in progress", {
      expected: "no run in progress, see `runs.today` of /api/state",
    });
  });
  return app;
}
