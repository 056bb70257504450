import { countTokens } from "gpt-tokenizer";
import { z } from "zod";
import assert from "node:assert/strict";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { COMPS } from "../../../contracts/constants/valuation.ts";
import { BRIEF_COMP, Comp, CompsOutput } from "../../../contracts/valuation.ts";
import { getComps } from "../../../core/operations/property/get_comps.ts";
import { parseInput } from "../../../core/schema/parse_input.ts";
import { build, TODAY, village } from "../../engine/valuation/county.ts";

const ROWS = village(300);
const CONTEXT = { snapshot: build(ROWS), today: TODAY };
const HOUSE = ROWS.parcels[1];

const ask = async (input: unknown) =>
  CompsOutput.parse(
    await getComps.run(CONTEXT, parseInput(getComps.contract.input, input)),
  );

Deno.test("get_comps answers the same whichever way the property is named", async () => {
  const byId = await ask({ property_id: HOUSE.property_id });
  const byAddress = await ask({ address: `${HOUSE.address}, Chicago` });
  const byPoint = await ask({ lat: HOUSE.lat, lon: HOUSE.lon });
  for (const other of [byAddress, byPoint]) {
    assert.deepEqual({ ...other, subject: null }, { ...byId, subject: null });
  }
  assert.equal(byId.subject.facts.bldg_sqft, HOUSE.bldg_sqft);
  assert.equal(byPoint.subject.match_distance_m, 0);
});

Deno.test("get_comps stays under the size of one tool result", async () => {
  for (const { property_id } of ROWS.parcels.slice(0, 40)) {
    const full = await ask({ property_id, detail: "full" });
    const size = JSON.stringify(full).length;
    assert.ok(size < LIMITS.result_bytes / 2, `${size} bytes`);
  }
});

Deno.test("get_comps is brief unless asked: at most 2,000 tokens, its text at most 1,200", async () => {
  for (const { property_id } of ROWS.parcels.slice(0, 40)) {
    const brief = await ask({ property_id });
    const tokens = countTokens(JSON.stringify(brief));
    assert.ok(tokens <= 2_000, `${tokens} tokens`);
    const inText = countTokens(getComps.summary(brief));
    assert.ok(inText <= 1_200, `${inText} tokens of text`);
    const kept: readonly string[] = BRIEF_COMP;
    for (const comp of brief.comps) {
      assert.deepEqual(
        Object.keys(comp).filter((name) => !kept.includes(name)),
        [],
      );
      assert.ok(getComps.summary(brief).includes(comp.property_id));
    }
    assert.deepEqual(brief.rejected, []);
  }
  const { comps } = await ask({
    property_id: HOUSE.property_id,
    fields: ["adjusted_price"],
  });
  assert.deepEqual(Object.keys(comps[0]).sort(), [
    "adjusted_price",
    "property_id",
  ]);
});

Deno.test("get_comps shows a grid that adds up in whole dollars", async () => {
  const { comps: shown, arv, search } = await ask({
    property_id: HOUSE.property_id,
    detail: "full",
  });
  const comps = z.array(Comp).parse(shown);
  assert.ok(comps.length > 0 && comps.length <= COMPS.displayed);
  assert.ok(search.accepted >= comps.length);
  for (const comp of comps) {
    const lines = comp.adjustments.reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(comp.time_adjusted_price + lines, comp.adjusted_price);
    const product = Object.values(comp.similarity_parts).reduce(
      (all, part) => all * part,
      1,
    );
    assert.ok(Math.abs(product - comp.similarity) < 1e-5);
  }
  assert.ok(
    [arv!.conservative, arv!.base, arv!.aggressive].every(Number.isInteger),
  );
});

Deno.test("get_comps warns where the county's record differs from the asked type", async () => {
  const { warnings, subject } = await ask({
    property_id: HOUSE.property_id,
    prop_type: "mf2_4",
  });
  assert.equal(subject.prop_type, "sfh");
  assert.deepEqual(warnings.map(({ code }) => code), ["prop_type_mismatch"]);
  const [legacy] = getComps.contract.aliases;
  const mapped = legacy.map(
    parseInput(legacy.input, { lat: HOUSE.lat, lon: HOUSE.lon }),
  );
  assert.equal(mapped.prop_type, "mf2_4");
});

Deno.test("get_comps at a point takes the nearest of the asked type, and says which parcel that is", async () => {
  const [own] = ROWS.parcels.filter(({ prop_type }) => prop_type === "mf2_4");
  const near = {
    ...HOUSE,
    property_id: "98980000000000",
    lat: own.lat! + 0.0003,
    lon: own.lon,
    prop_type: "sfh",
  };
  const snapshot = build({ ...ROWS, parcels: [...ROWS.parcels, near] });
  const answer = CompsOutput.parse(
    await getComps.run(
      { snapshot, today: TODAY },
      parseInput(getComps.contract.input, {
        point: { lat: near.lat, lon: near.lon },
        prop_type: "mf2_4",
      }),
    ),
  );
  assert.equal(answer.subject.property_id, own.property_id);
  const [warning] = answer.warnings;
  assert.equal(warning.code, "nearest_of_type");
  assert.match(
    warning.message,
    /98980000000000, 0 feet away, is sfh; the nearest mf2_4, 110 feet away, was used/,
  );
});

Deno.test("get_comps says in a sentence what it found", async () => {
  const found = await ask({ property_id: HOUSE.property_id });
  assert.match(
    getComps.summary!(found),
    /^"101 W 61TH ST" \(PIN \d{14}\): ARV \$[\d,]+ \(\$[\d,]+ to \$[\d,]+\), confidence [\d.]+ of 100, state range-only\. Why: .+\. Valuation val_[0-9a-f]{32}\. Best \d+ of \d+ comps .+:\n- .+, PIN \d{14}, sold \d{4}-\d\d-\d\d for \$[\d,]+, adjusted \$[\d,]+, [\d.]+ miles? away/,
  );
  const nowhere = await ask({ lat: 41.2, lon: -87.7 });
  assert.match(
    getComps.summary!(nowhere),
    /no value, state unscored\. .*Refused: this point lies outside the counties of the data\./,
  );
});

Deno.test("get_comps says what the property's prior sale was and what it changed", async () => {
  const said = { raised: 0, left: 0 };
  for (const { property_id } of ROWS.parcels.slice(0, 30)) {
    const answer = await ask({ property_id });
    const own = answer.prior_sale!;
    const sales = ROWS.sales.filter((sale) =>
      sale.property_id === property_id && sale.rejected === undefined
    ).map((sale) => sale.sale_price);
    assert.ok(sales.includes(own.sale_price), `${own.sale_price}`);
    const raised = own.prior_sale_adjustment > 0;
    assert.equal(raised, own.premium_over_model > 0);
    if (Math.abs(own.premium_over_model) < 0.01) continue;
    said[raised ? "raised" : "left"]++;
    assert.match(
      getComps.summary!(answer),
      raised
        ? /It last sold at arm's length in \d{4} for \$[\d,]+, \d+% more than its record explains: the value is \d+% higher for it\./
        : /It last sold at arm's length in \d{4} for \$[\d,]+, \d+% less than its record explains: that does not change the value\./,
    );
  }
  assert.ok(said.raised > 3 && said.left > 3, JSON.stringify(said));
});
