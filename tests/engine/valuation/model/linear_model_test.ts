import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import assert from "node:assert/strict";
import {
  FEATURE_NAMES,
  featureAt,
  FEATURES,
} from "../../../../core/engine/valuation/training/features.ts";
import {
  hedonicDesign,
  linearPriceModel,
} from "../../../../core/engine/valuation/model/linear_model.ts";
import { seeded } from "../county.ts";
import fc from "../../../fast_check.ts";

const WIDTH = FEATURES.length;

/** Rows whose log price is 7 + 0.6 log sqft + 0.02 a bath + an effect of 8 neighborhoods. */
function rows(count: number) {
  const random = seeded(3);
  const features = new Float32Array(count * WIDTH).fill(NaN);
  const target = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const set = (name: string, value: number) =>
      features[i * WIDTH + featureAt(name)] = value;
    const size = set("log_bldg_sqft", Math.log(800 + 2500 * random()));
    const baths = set("full_baths", 1 + Math.floor(3 * random()));
    const area = set("neighborhood", Math.floor(8 * random()));
    const air = random();
    if (air < 0.7) set("air", air < 0.3 ? 1 : 0);
    target[i] = 7 + 0.6 * size + 0.02 * baths + 0.05 * area +
      0.05 * (random() - 0.5);
  }
  return {
    features,
    target,
    rows: Int32Array.from({ length: count }, (_, i) => i),
  };
}

const DATA = rows(3_000);
const { parameters, fitted } = hedonicDesign(
  DATA.features,
  DATA.rows,
  MODEL_CONFIG.linear,
).fit(
  DATA.target,
);
const priceModel = linearPriceModel(parameters);

const rowAt = (i: number) =>
  Float64Array.from(DATA.features.subarray(i * WIDTH, (i + 1) * WIDTH));

Deno.test("hedonicDesign() recovers what attributes are worth", () => {
  const row = rowAt(0);
  const predictWith = (name: string, value: number) => {
    const changed = Float64Array.from(row);
    changed[featureAt(name)] = value;
    return priceModel.predict(changed);
  };
  const doubled = predictWith("log_bldg_sqft", Math.log(2400)) -
    predictWith("log_bldg_sqft", Math.log(1200));
  assert.ok(Math.abs(doubled - 0.6 * Math.LN2) < 0.01, `${doubled}`);
  const bath = predictWith("full_baths", 3) - predictWith("full_baths", 2);
  assert.ok(Math.abs(bath - 0.02) < 0.004, `${bath}`);
  const area = predictWith("neighborhood", 7) - predictWith("neighborhood", 0);
  assert.ok(Math.abs(area - 0.35) < 0.02, `${area}`);
  assert.equal(
    predictWith("neighborhood", 999),
    predictWith("neighborhood", NaN),
  );
});

Deno.test("a price model's differences sum to the difference of its predictions", () => {
  const out = new Float64Array(WIDTH);
  const place = fc.integer({ min: 0, max: 2_999 });
  fc.assert(fc.property(place, place, (i, j) => {
    const difference = priceModel.difference(rowAt(i), rowAt(j), out);
    const sum = out.reduce((total, part) => total + part, 0);
    const expected = priceModel.predict(rowAt(i)) -
      priceModel.predict(rowAt(j));
    assert.ok(Math.abs(sum - expected) < 1e-12);
    assert.ok(Math.abs(difference - expected) < 1e-12);
    assert.ok(Math.abs(priceModel.predict(rowAt(i)) - fitted[i]) < 1e-5);
  }));
  assert.deepEqual(priceModel.features, FEATURE_NAMES);
});

Deno.test("hedonicDesign() is not bent by a few absurd prices", () => {
  const target = Float64Array.from(
    DATA.target,
    (value, i) => i % 100 === 0 ? value - 4 : value,
  );
  const robust = linearPriceModel(
    hedonicDesign(DATA.features, DATA.rows, MODEL_CONFIG.linear).fit(target)
      .parameters,
  );
  const shifts = [1, 2, 3, 4, 5].map((i) =>
    Math.abs(robust.predict(rowAt(i)) - priceModel.predict(rowAt(i)))
  );
  assert.ok(Math.max(...shifts) < 0.02, `${shifts}`);
});

Deno.test("hedonicDesign() fits on one row without numbers that are not numbers", () => {
  const one = hedonicDesign(
    DATA.features,
    Int32Array.of(0),
    MODEL_CONFIG.linear,
  ).fit(
    DATA.target.subarray(0, 1),
  );
  assert.ok(
    Math.abs(
      linearPriceModel(one.parameters).predict(rowAt(0)) - DATA.target[0],
    ) < 0.5,
  );
});

Deno.test("no feature is an assessed value or a trait of people", () => {
  const forbidden =
    /assess|mailed|certified|board|income|race|ethnic|age_of|median_age|educat|crime|poverty|school/i;
  for (const { name, line } of FEATURES) {
    assert.doesNotMatch(name, forbidden);
    assert.doesNotMatch(line, forbidden);
  }
  assert.equal(new Set(FEATURE_NAMES).size, FEATURE_NAMES.length);
});
