import { stamped } from "../../../contracts/envelope.ts";
import assert from "node:assert/strict";
import { Deals, OperatorState } from "../../../contracts/operator.ts";
import { ReportList } from "../../../contracts/reports.ts";
import { RunReport } from "../../../contracts/runs.ts";
import { dailySteps } from "../../../core/jobs/daily_steps.ts";
import { operatorDesk } from "../../../core/jobs/operator_desk.ts";
import { reviewDesks } from "../../../core/jobs/review_desk.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import { realApp, WRITE_SECRET } from "../../../harness/access.ts";
import { post, problemOf, request } from "../../../harness/app.ts";
import { demoSnapshot } from "../../../harness/demo.ts";
import { NOON, someListings, TODAY } from "../../jobs/alerts/listings.ts";

const OPERATOR = { authorization: `Bearer ${WRITE_SECRET}` };

/** A server over eight listings of the demo county. */
async function service() {
  const snapshot = await demoSnapshot();
  const kv = await Deno.openKv(":memory:");
  const listings = someListings(snapshot, 8, NOON);
  const inventory = ListingSet.of(listings, 1);
  const source = {
    kv,
    snapshot: () => snapshot,
    inventory: () => inventory,
    today: () => TODAY,
    feeds: [],
    env: () => undefined,
  };
  const reviews = reviewDesks(kv);
  const real = await realApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    inventory: source.inventory,
    today: source.today,
    desk: operatorDesk(source, dailySteps(source), {
      startedAt: 0,
      onReports: reviews.refresh,
    }),
    reviews,
  });
  return {
    app: real.app,
    listings,
    issue: real.issue,
    async [Symbol.asyncDispose]() {
      reviews[Symbol.dispose]();
      await real[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

Deno.test("the operator sees the state, runs the day by hand, and others see neither", async () => {
  await using s = await service();
  const state = async () => {
    const response = await s.app.fetch(
      request("/api/state", { headers: OPERATOR }),
    );
    return OperatorState.parse(await response.json());
  };
  const before = await state();
  assert.deepEqual([before.inventory.listings, before.runs.last], [8, null]);
  const run = await s.app.fetch(post("/api/run-listings", {}, OPERATOR));
  const {
    as_of: _,
    model_versions: __,
    model_version: ___,
    warnings: ____,
    ...report
  } = stamped(RunReport).parse(await run.json());
  assert.equal(report.failures, 0, JSON.stringify(report.steps));
  assert.deepEqual((await state()).runs.last, report);
  for (const path of ["/api/state", "/api/deals", "/api/state/reports"]) {
    const refused = await s.app.fetch(request(path));
    assert.equal((await problemOf(refused)).code, "unauthorized");
  }
});

Deno.test("/api/deals ranks listings and shows the raw estimate that the public answer withholds", async () => {
  await using s = await service();
  const response = await s.app.fetch(
    request("/api/deals?strategy=hold&limit=5", { headers: OPERATOR }),
  );
  const { deals } = Deals.parse(await response.json());
  assert.equal(deals.length, 5);
  assert.ok(deals.some(({ raw_estimate }) => raw_estimate !== null));
  const scores = deals.map(({ deal_score }) => deal_score ?? -1);
  assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
});

Deno.test("a reported value is queued once a day, marks the property's answers, and ends with a note", async () => {
  await using s = await service();
  const { pin } = s.listings[0];
  const key = {
    authorization: `Bearer ${await s.issue({ scopes: "read,underwrite" })}`,
  };
  const codes = async () => {
    const path = `/api/comps/${pin}`;
    const response = await s.app.fetch(request(path, { headers: key }));
    const { warnings } = await response.json();
    return warnings.map(({ code }: { code: string }) => code);
  };
  assert.ok(!(await codes()).includes("value_under_review"));
  const body = { property_id: pin, reason: "It was rebuilt in 2024." };
  const report = async () =>
    await (await s.app.fetch(post("/api/report-value", body, key))).json();
  const first = await report();
  assert.equal(first.state, "queued");
  assert.deepEqual(await report(), { ...first, state: "already_queued" });
  assert.ok((await codes()).includes("value_under_review"));
  const short = await s.app.fetch(
    post("/api/report-value", { ...body, reason: "wrong" }, key),
  );
  assert.equal((await problemOf(short)).field, "reason");
  const list = async () =>
    ReportList.parse(
      await (await s.app.fetch(
        request("/api/state/reports", { headers: OPERATOR }),
      )).json(),
    ).reports;
  assert.deepEqual((await list()).map(({ reason, note }) => [reason, note]), [
    ["It was rebuilt in 2024.", null],
  ]);
  const path = `/api/state/reports/${first.report_id}/resolve`;
  const note = { note: "permit confirmed" };
  assert.equal((await s.app.fetch(post(path, note, OPERATOR))).status, 200);
  assert.ok(!(await codes()).includes("value_under_review"));
  const again = await s.app.fetch(post(path, note, OPERATOR));
  assert.equal((await problemOf(again)).code, "conflict");
});
