import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { CompareOutput } from "../../../contracts/compare.ts";
import { compareDeals } from "../../../core/operations/property/compare_deals.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { serve } from "../../../core/service/serve.ts";
import {
  HOUSE_PIN,
  SNAPSHOT,
  TODAY,
  TWO_FLAT_PIN,
} from "../../engine/underwriting/subjects.ts";

const context = { snapshot: SNAPSHOT, today: TODAY, principal: LOCAL };
const two = [
  { property_id: HOUSE_PIN, purchase_price: 400_000 },
  { property_id: TWO_FLAT_PIN, purchase_price: 120_000 },
];

Deno.test("compare_deals ranks each deal with the figures of its own underwriting", async () => {
  const answer = CompareOutput.parse(
    await serve(compareDeals, context, { properties: two, strategy: "hold" }),
  );
  assert.deepEqual(answer.deals.map(({ rank }) => rank), [1, 2]);
  const [best, other] = answer.deals;
  assert.equal(best.property_id, TWO_FLAT_PIN, "cheap against its rent");
  assert.equal(other.read.verdict, "skip");
  assert.deepEqual(answer.read, best.read);
  for (const { property_id, price, cash_flow, analysis_id } of answer.deals) {
    const alone = await serve(deepUnderwriteAsset, context, {
      property_id,
      strategy: "hold",
      custom_assumptions: { purchase_price: price },
    });
    assert.deepEqual(cash_flow, alone.ranges!.cash_flow);
    assert.equal(analysis_id, alone.analysis_id);
  }
  const said = compareDeals.summary!(answer);
  assert.match(said, /^2 deals as hold, best first\./);
  assert.match(said, /\n2\. .*\$400,000: skip/);
});

Deno.test("compare_deals wants two to ten properties, each named one way", async () => {
  const refused = (properties: unknown) =>
    assert.rejects(
      () => serve(compareDeals, context, { properties }),
      /properties|more than one way/,
    );
  await refused(two.slice(0, 1));
  await refused(Array.from({ length: 11 }, () => two[0]));
  await refused([two[0], { ...two[1], lat: 41.8, lon: -87.6 }]);
});

Deno.test("compare_deals says which of the properties is unknown", async () => {
  await assert.rejects(
    () =>
      serve(compareDeals, context, {
        properties: [two[0], { property_id: "99" }],
      }),
    (error) =>
      error instanceof Fault && error.code === "not_found" &&
      error.field === "properties.1.property_id" &&
      error.expected !== undefined,
  );
});

Deno.test("compare_deals tells each segment's error rates, and what holds for all of them once", async () => {
  const { deals, disclosure } = await serve(compareDeals, context, {
    properties: two,
  });
  assert.equal(deals.length, 2);
  assert.equal(disclosure.match(/not an appraisal/g)?.length, 1);
  assert.equal(disclosure.match(/a person must decide/g)?.length, 1);
  for (const { property_id } of two) {
    const alone = await serve(deepUnderwriteAsset, context, { property_id });
    const [, record] = /appraisal\. (.*) For screening/.exec(
      alone.disclosure,
    )!;
    assert.ok(disclosure.includes(record), record);
  }
});
