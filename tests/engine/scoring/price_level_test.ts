import assert from "node:assert/strict";
import { priceLevels } from "../../../core/engine/scoring/price_level.ts";
import { lakeEffectiveTax } from "../../../core/engine/scoring/effective_tax.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";

const geoid = (n: number) => `17031${`${n}`.padStart(6, "0")}`;

const tract = (n: number, median_house_value: number) => ({
  geoid: geoid(n),
  county: "cook",
  median_house_value,
});
const published = (n: number, median: number, more = {}) => ({
  tract: geoid(n),
  year: 2019,
  sales: 20,
  condos: 0,
  q1: median * 0.8,
  median,
  q3: median * 1.2,
  ...more,
});

/** `count` sales at a price in a tract. */
function sold(n: number, price: number, count: number) {
  const parcels = Array.from({ length: count }, (_, i) => ({
    property_id: `${n}-${i}`,
    tract: geoid(n),
    prop_type: "sfh",
    bldg_sqft: 1000,
  }));
  const sales = parcels.map(({ property_id }) => ({
    property_id,
    sale_date: "2022-12-01",
    sale_price: price,
  }));
  return { parcels, sales };
}

Deno.test("priceLevels() takes validated sales first, and five of them at least", () => {
  const many = sold(1, 300_000, 5), few = sold(2, 300_000, 4);
  const levels = priceLevels(memorySnapshot({
    parcels: [...many.parcels, ...few.parcels],
    sales: [...many.sales, ...few.sales],
    tracts: [tract(1, 200_000), tract(2, 250_000)],
  }));
  const own = levels.get(geoid(1))!;
  assert.deepEqual(
    [own.source, own.level, own.sales, own.medianPerSqft, own.year],
    ["sales", 300_000, 5, 300, 2022],
  );
  const other = levels.get(geoid(2))!;
  assert.deepEqual(
    [other.source, other.level, other.bridge],
    ["census", 250_000, 1],
    "one tract with both is too few for a bridge",
  );
});

Deno.test("priceLevels() brings the census to the level of published prices by their median ratio", () => {
  const both = Array.from({ length: 11 }, (_, n) => n + 1);
  const levels = priceLevels(memorySnapshot({
    tracts: [...both.map((n) => tract(n, 100_000)), tract(99, 200_000)],
    area_prices: both.map((n) => published(n, 120_000)),
  }));
  const bridged = levels.get(geoid(99))!;
  assert.equal(bridged.source, "census");
  assert.equal(bridged.median, 200_000);
  assert.equal(bridged.bridge, 1.2);
  assert.equal(bridged.level, 240_000);
  assert.equal(levels.get(geoid(1))!.level, 120_000);
});

Deno.test("priceLevels() does not price houses by the census where condominiums sell, nor by its lowest code", () => {
  const levels = priceLevels(memorySnapshot({
    tracts: [tract(1, 400_000), tract(2, 400_000), tract(3, 9_999)],
    area_prices: [
      published(1, NaN, { sales: 0, condos: 50 }),
      published(2, 100_000, { sales: 9, condos: 30 }),
    ],
  }));
  assert.equal(levels.get(geoid(1)), undefined);
  assert.equal(levels.get(geoid(2))?.source, "census", "77% condominiums");
  assert.equal(levels.get(geoid(3)), undefined);
});

Deno.test("lakeEffectiveTax() is a third of the tax code's rate", () => {
  const snapshot = memorySnapshot({
    tax_rates: [{
      tax_code: "1001",
      tax_year: 2018,
      county: "lake",
      basis: "composite",
      rate: 0.09,
    }],
  });
  assert.deepEqual(lakeEffectiveTax(snapshot, "1001"), {
    rate: 0.03,
    year: 2018,
    of: "tax_code",
  });
  assert.equal(lakeEffectiveTax(snapshot, "9"), null);
});
