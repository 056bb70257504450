import assert from "node:assert/strict";
import { dayOf } from "../../../../core/engine/snapshot.ts";
import { fitPrices } from "../../../../core/engine/valuation/model/price_fit.ts";
import { trainingSales } from "../../../../core/engine/valuation/training/sales.ts";
import { build, type CountyRows, TODAY, value, village } from "../county.ts";

const VILLAGE = village(500, 5);
const SFH = 0;

/** The same homes sold in 2018 as well, by the day unknown, a sixth cheaper than today. */
const year_only_sales = VILLAGE.sales.filter((_, i) => i % 2 === 0)
  .map(({ property_id, sale_price }) => ({
    property_id,
    sale_year: 2018,
    sale_price: Math.round(sale_price! / 1.2),
  }));

/** Few dated sales, with or without the year-only ones. */
function few(rows: Partial<CountyRows>): CountyRows {
  const sales = VILLAGE.sales.filter((_, i) => i % 8 === 1);
  return { parcels: VILLAGE.parcels, sales, ...rows };
}

Deno.test("year-only sales come first and count from the last day of their year", () => {
  const { yearOnly, count, day, row, near } = trainingSales(
    build(few({ year_only_sales })),
  );
  assert.equal(yearOnly, year_only_sales.length);
  assert(count > yearOnly);
  assert(
    day.subarray(0, yearOnly).every((each) => each === dayOf("2018-12-31")),
  );
  assert(day.every((each, i) => i === 0 || each >= day[i - 1]));
  assert.deepEqual([...row.subarray(yearOnly)].slice(0, 3), [0, 1, 2]);
  for (const { points } of near) {
    assert(points.every((sale) => sale >= yearOnly));
  }
});

Deno.test("year-only sales teach the price model", () => {
  const errorOf = (rows: CountyRows) => {
    const training = trainingSales(build(rows));
    const { priceModel } = fitPrices(training, training.count).types[SFH]!;
    const all = trainingSales(build(VILLAGE));
    const width = all.features.length / all.count;
    const off = Array.from(
      all.row,
      (_, i) =>
        all.logPrice[i] - priceModel.predict(
          Float64Array.from(
            all.features.subarray(i * width, (i + 1) * width),
          ),
        ),
    ).filter((_, i) => all.type[i] === SFH);
    const mean = off.reduce((sum, each) => sum + each, 0) / off.length;
    return Math.sqrt(
      off.reduce((sum, each) => sum + (each - mean) ** 2, 0) / off.length,
    );
  };
  const without = errorOf(few({}));
  const taught = errorOf(few({ year_only_sales }));
  assert(taught < 0.97 * without, `${taught} with, ${without} without`);
});

Deno.test("a year-only sale is no comp, and no support for a value without comps", () => {
  const { property_id } = year_only_sales[0];
  const alone = {
    ...few({ year_only_sales }),
    sales: [{ ...VILLAGE.sales[1], sale_date: dayOf("2019-03-01") }],
  };
  const said = value(build(alone), property_id!, { today: TODAY });
  assert(said.search.candidates <= 1);
  assert.deepEqual(said.rejected.filter(({ sale }) => sale > 0), []);
  assert.equal(said.arv, null);
  assert.notEqual(said.state, "hedonic");
});
