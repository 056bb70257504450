import assert from "node:assert/strict";
import {
  type AreaYear,
  type AreaYears,
  areaYears,
  dispersionOf,
  growthOf,
  salesAYear,
} from "../../../core/engine/scoring/area_years.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";

const year = (year: number, sales: number, median: number): AreaYear => ({
  year,
  sales,
  q1: median * 0.8,
  median,
  q3: median * 1.3,
});
const years = (...each: AreaYear[]): AreaYears => ({
  source: "sales",
  first: 2015,
  last: 2019,
  minSales: 5,
  byTract: new Map([["t", each]]),
});

Deno.test("growthOf() finds a steady growth, weighs years by sales and needs three of them", () => {
  const steady = [2015, 2017, 2019].map((at) =>
    year(at, 10, 100_000 * 1.04 ** (at - 2015))
  );
  const growth = growthOf(years(...steady), "t")!;
  assert.ok(Math.abs(growth.value - 0.04) < 1e-12);
  assert.deepEqual([growth.from, growth.to, growth.sales], [2015, 2019, 30]);
  assert.equal(growthOf(years(...steady.slice(1)), "t"), null);
  const thin = [...steady.slice(1), year(2016, 4, 1)];
  assert.equal(growthOf(years(...thin), "t"), null, "4 sales are no year");
  assert.equal(growthOf(years(...steady), "other"), null);
});

Deno.test("dispersionOf() is the middle half over the median in the last three years", () => {
  const found = dispersionOf(
    years(year(2016, 100, 50_000), year(2018, 10, 90_000)),
    "t",
  )!;
  assert.ok(Math.abs(found.value - 0.5) < 1e-12);
  assert.deepEqual([found.from, found.to, found.sales], [2018, 2018, 10]);
});

Deno.test("salesAYear() counts a year without a sale, but not a tract without any", () => {
  const found = salesAYear(years(year(2017, 4, 1), year(2019, 5, 1)), "t");
  assert.equal(found?.value, 3);
  assert.equal(salesAYear(years(year(2015, 4, 1)), "t"), null);
});

Deno.test("areaYears() takes validated sales unless published prices cover more tracts", () => {
  const parcels = [1, 2].map((n) => ({
    property_id: `${n}`,
    tract: `1703100010${n}`,
    prop_type: "sfh",
    bldg_sqft: 1000,
  }));
  const sales = [
    { property_id: "1", sale_date: "2022-12-30", sale_price: 200_000 },
    { property_id: "1", sale_date: "2022-12-01", sale_price: 300_000 },
    {
      property_id: "2",
      sale_date: "2022-12-01",
      sale_price: 1,
      rejected: "price_floor",
    },
  ];
  const published = [1, 2].map((n) => ({
    tract: `1703100010${n}`,
    year: 2019,
    sales: 9,
    q1: 1,
    median: 2,
    q3: 3,
  }));
  const own = areaYears(memorySnapshot({ parcels, sales }));
  assert.equal(own.source, "sales");
  assert.deepEqual(own.byTract.get("17031000101"), [{
    year: 2022,
    sales: 2,
    q1: 225_000,
    median: 250_000,
    q3: 275_000,
  }]);
  const other = areaYears(
    memorySnapshot({ parcels, sales, area_prices: published }),
  );
  assert.equal(other.source, "area_prices");
});
