import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../../core/operations/property/get_comps.ts";
import { serve } from "../../../core/service/serve.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";

const context = {
  snapshot: await demoSnapshot(),
  today: dayOf(DEMO_DAY),
  principal: LOCAL,
};
const house = { lat: 41.6103, lon: -87.8464 };
const comps = (what_if?: unknown) =>
  serve(getComps, context, { ...house, what_if });

Deno.test("a what-if names its changes, shows the value before and after, and has an id of its own", async () => {
  const plain = await comps();
  assert.equal(plain.what_if, null);
  const { bldg_sqft } = plain.subject.facts;
  const larger = await comps({ bldg_sqft: Number(bldg_sqft) + 600 });
  assert.equal(larger.what_if!.before!.base, plain.arv!.base);
  assert.equal(larger.what_if!.after!.base, larger.arv!.base);
  assert.ok(larger.arv!.base > plain.arv!.base, "more area is worth more");
  assert.deepEqual(larger.what_if!.changes, [
    `bldg sqft ${Number(bldg_sqft) + 600} instead of ${bldg_sqft}`,
  ]);
  assert.notEqual(larger.valuation_id, plain.valuation_id);
  const again = await comps({ bldg_sqft });
  assert.deepEqual(again.arv, plain.arv, "the recorded area changes nothing");
});

Deno.test("an empty what-if, which some clients send for none, is none", async () => {
  assert.deepEqual(await comps({}), await comps());
});

Deno.test("a comp that is left out does not count, and one that is pinned counts in full", async () => {
  const plain = await comps();
  const [first, second] = plain.comps.map(({ property_id }) => property_id);
  const without = await comps({ exclude_comps: [first] });
  assert.ok(without.comps.every(({ property_id }) => property_id !== first));
  assert.equal(without.search.candidates, plain.search.candidates - 1);
  const [rejected] = (await serve(getComps, context, {
    ...house,
    detail: "full",
    what_if: { exclude_comps: [first] },
  })).rejected;
  assert.deepEqual(
    [rejected.property_id, rejected.reason, rejected.detail],
    [first, "excluded", "excluded by you"],
  );
  const pinned = await comps({ pin_comps: [second] });
  assert.equal(pinned.comps[0].property_id, second);
  assert.equal(pinned.comps[0].similarity, 1);
});

Deno.test("a search of one's own keeps to its radius and months", async () => {
  const { search, comps: found } = await comps({ radius_m: 900, months: 18 });
  assert.deepEqual(
    [search.radius_m, search.months],
    [900, 18],
  );
  assert.ok(found.every(({ distance_m }) => distance_m! <= 900));
});

Deno.test("a comp that is not known, and half a search, are refused with the field", async () => {
  const field = (expected: string) => (error: unknown) =>
    error instanceof Fault && error.field === expected;
  await assert.rejects(
    comps({ exclude_comps: ["99"] }),
    field("what_if.exclude_comps"),
  );
  await assert.rejects(comps({ radius_m: 900 }), field("what_if.months"));
});

Deno.test("an underwriting stands on the corrected value and facts", async () => {
  const ask = (what_if?: unknown) =>
    serve(deepUnderwriteAsset, context, {
      ...house,
      strategy: "flip",
      custom_assumptions: { purchase_price: 400_000 },
      what_if,
    });
  const [plain, smaller] = [await ask(), await ask({ bldg_sqft: 1_000 })];
  assert.ok(smaller.values!.as_is.high! < plain.values!.as_is.high!);
  assert.ok(
    smaller.assumptions.rent_override.value! <
      plain.assumptions.rent_override.value!,
    "a smaller house rents for less",
  );
  assert.notEqual(smaller.analysis_id, plain.analysis_id);
});
