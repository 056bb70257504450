import assert from "node:assert/strict";
import { Replayed } from "../../../contracts/replay.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { replaysIn } from "../../../core/store/replays.ts";
import {
  post,
  problemOf,
  request,
  sampleApp,
  unlimited,
} from "../../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { until } from "../../jobs/outbox.ts";
import { NOON, someListings } from "../../jobs/alerts/listings.ts";

Deno.test("a valuation and an analysis are computed again by their id, and are identical", async () => {
  const snapshot = await demoSnapshot();
  using kv = await Deno.openKv(":memory:");
  const replays = replaysIn(kv);
  const service = {
    registry: compileRegistry(OPERATIONS),
    access: unlimited("read", "underwrite"),
    replays,
  };
  let day = dayOf(DEMO_DAY);
  const app = sampleApp({ ...service, snapshot, today: () => day });
  const ask = async (path: string) =>
    await (await app.fetch(request(path))).json();
  const [{ pin }, { pin: second }] = someListings(snapshot, 2, NOON);
  const comps = await ask(`/api/comps/${pin}`);
  const underwritten = await (await app.fetch(
    post("/api/tools/deep_underwrite_asset", { property_id: pin }),
  )).json();
  const compared = await (await app.fetch(
    post("/api/tools/compare_deals", {
      properties: [
        { property_id: pin, purchase_price: 200_000 },
        { property_id: second },
      ],
      strategy: "hold",
      custom_assumptions: { rate: 0.08 },
    }),
  )).json();
  for (
    const [path, id] of [
      ["/api/valuation/", comps.valuation_id],
      ["/api/analysis/", underwritten.analysis_id],
      ...compared.deals.map((deal: { analysis_id: string }) =>
        ["/api/analysis/", deal.analysis_id] as const
      ),
    ]
  ) {
    await until(async () => await replays.find(id) !== null);
    // A later day answers for the day of then.
    day += 3;
    const again = Replayed.parse(await ask(path + id));
    assert.deepEqual([again.identical, again.differs, again.day], [
      true,
      [],
      DEMO_DAY,
    ]);
  }
  const unknown = await app.fetch(request("/api/valuation/val_unknown"));
  assert.equal((await problemOf(unknown)).code, "not_found");
  const other = sampleApp({
    ...service,
    snapshot: { ...snapshot, id: "another" },
    today: () => day,
  });
  const gone = await problemOf(
    await other.fetch(request(`/api/valuation/${comps.valuation_id}`)),
  );
  assert.equal(gone.code, "conflict");
  assert.match(gone.detail, new RegExp(snapshot.id));
});
