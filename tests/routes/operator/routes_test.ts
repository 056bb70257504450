import assert from "node:assert/strict";
import { DeadLetterList } from "../../../contracts/alerts.ts";
import { stamped } from "../../../contracts/envelope.ts";
import { Deals, OperatorState } from "../../../contracts/operator.ts";
import { ReportList } from "../../../contracts/reports.ts";
import { RunReport } from "../../../contracts/runs.ts";
import { importListings } from "../../../core/inventory/import/import_file.ts";
import { snapshotInventory } from "../../../core/inventory/snapshot_inventory.ts";
import { listDue } from "../../../core/store/delivery/outbox.ts";
import { post, problemOf, request } from "../../../harness/app.ts";
import { dies, OPERATOR, service } from "./service.ts";
import { listingsOf } from "../../../harness/listings.ts";

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
  for (
    const path of ["state", "deals", "state/reports", "state/dead-letters"].map(
      (name) => `/api/${name}`,
    )
  ) {
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

Deno.test("/api/deals has the operator's own listings too, says what the public is not shown, and nothing that fair housing keeps out", async () => {
  await using s = await service();
  const { property_id } = s.snapshot.tables.parcels;
  const listed = new Set(
    listingsOf(snapshotInventory(s.snapshot)).map(({ pin }) => pin),
  );
  const pin = [...Array(100).keys()].map((row) => property_id.at(row))
    .find((id) => !listed.has(id))!;
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  await Deno.writeTextFile(
    path,
    `ListingKey,StandardStatus,ListPrice,ParcelNumber,OnMarketDate,ModificationTimestamp
own1,Active,90000,${pin},2026-11-01,2026-11-01T00:00:00Z
`,
  );
  const { counts } = await importListings(s.kv, s.snapshot, { path });
  await Deno.remove(path);
  assert.equal(counts.added, 1);
  const response = await s.app.fetch(
    request("/api/deals?strategy=hold&limit=200", { headers: OPERATOR }),
  );
  const text = await response.text();
  const { deals } = Deals.parse(JSON.parse(text));
  const own = deals.filter(({ is_public }) => !is_public);
  assert.deepEqual(
    own.map(({ property_id, list_price }) => [property_id, list_price]),
    [
      [pin, 90_000],
    ],
  );
  assert.match(own[0].withheld[0], /no license/);
  for (const { raw_estimate, state, withheld } of deals) {
    const isHidden = raw_estimate !== null && state !== "point-actionable";
    assert.equal(
      withheld.includes(`the estimate: the state is ${state}`),
      isHidden,
    );
  }
  assert.doesNotMatch(
    text,
    /\b(income|crime|race|ethnicity|poverty|households?)\b/i,
  );
  const shown = await s.app.fetch(request("/api/listings?limit=200"));
  assert.doesNotMatch(await shown.text(), /own1/);
});

Deno.test("the operator sends dead letters again: one, or those of everybody since a time", async () => {
  await using s = await service();
  const noon = Date.parse("2026-11-20T12:00:00.500Z");
  await dies(s.kv, "ann", "msg_old", noon - 3_600_000);
  await dies(s.kv, "ann", "msg_ann", noon);
  await dies(s.kv, "bob", "msg_bob", noon);
  await dies(s.kv, "cid", "msg_off", noon, { state: "disabled" });
  const letters = async () =>
    stamped(DeadLetterList).parse(
      await (await s.app.fetch(
        request("/api/state/dead-letters", { headers: OPERATOR }),
      )).json(),
    ).dead_letters.map(({ delivery_id }) => delivery_id).sort();
  const replay = (body: unknown) =>
    s.app.fetch(post("/api/state/dead-letters/replay", body, OPERATOR));
  assert.deepEqual(await letters(), [
    "msg_ann",
    "msg_bob",
    "msg_off",
    "msg_old",
  ]);
  const since = await (await replay({ since: "2026-11-20T12:00:00Z" })).json();
  assert.deepEqual([since.replayed, since.left], [2, 1]);
  assert.deepEqual(await letters(), ["msg_off", "msg_old"]);
  const due = await Array.fromAsync(listDue(s.kv, Date.now(), 10));
  assert.deepEqual(due.map(({ id }) => id).sort(), ["msg_ann", "msg_bob"]);
  const code = async (body: unknown) =>
    (await problemOf(await replay(body))).code;
  assert.equal(await code({ delivery_id: "msg_off" }), "conflict");
  assert.equal(await code({ delivery_id: "msg_none" }), "not_found");
  assert.equal(await code({}), "invalid_params");
  assert.equal((await replay({ delivery_id: "msg_old" })).status, 200);
  assert.deepEqual(await letters(), ["msg_off"]);
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
