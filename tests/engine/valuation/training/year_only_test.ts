import assert from "node:assert/strict";
import { dayOf } from "../../../../core/engine/snapshot.ts";
import { fitPrices } from "../../../../core/engine/valuation/model/price_fit.ts";
import { evidenceSales } from "../../../../core/engine/valuation/training/sales.ts";
import { build, type CountyRows, TODAY, value, village } from "../county.ts";

const VILLAGE = village(500, 5);
const SFH = 0;

/** The same homes sold in 2018 as well, by the day unknown, a sixth cheaper than today. */
const undated_sales = VILLAGE.sales.filter((_, i) => i % 2 === 0)
  .map(({ property_id, sale_price }) => ({
    property_id,
    sale_year: 2018,
    sale_price: Math.round(sale_price! / 1.2),
  }));

/** Few dated sales, with or without the undated ones. */
function few(rows: Partial<CountyRows>): CountyRows {
  const sales = VILLAGE.sales.filter((_, i) => i % 8 === 1);
  return { parcels: VILLAGE.parcels, sales, ...rows };
}

Deno.test("undated sales come first and count from the last day of their year", () => {
  const { undated, count, day, row, near } = evidenceSales(
    build(few({ undated_sales })),
  );
  assert.equal(undated, undated_sales.length);
  assert(count > undated);
  assert(
    day.subarray(0, undated).every((each) => each === dayOf("2018-12-31")),
  );
  assert(day.every((each, i) => i === 0 || each >= day[i - 1]));
  assert.deepEqual([...row.subarray(undated)].slice(0, 3), [0, 1, 2]);
  for (const { points } of near) {
    assert(points.every((sale) => sale >= undated));
  }
});

Deno.test("undated sales teach the surface", () => {
  const errorOf = (rows: CountyRows) => {
    const evidence = evidenceSales(build(rows));
    const { surface } = fitPrices(evidence, evidence.count).types[SFH]!;
    const all = evidenceSales(build(VILLAGE));
    const width = all.features.length / all.count;
    const off = Array.from(all.row, (_, i) =>
      all.logPrice[i] - surface.predict(
        Float64Array.from(
          all.features.subarray(i * width, (i + 1) * width),
        ),
      )).filter((_, i) => all.type[i] === SFH);
    const mean = off.reduce((sum, each) => sum + each, 0) / off.length;
    return Math.sqrt(
      off.reduce((sum, each) => sum + (each - mean) ** 2, 0) / off.length,
    );
  };
  const without = errorOf(few({}));
  const taught = errorOf(few({ undated_sales }));
  assert(taught < 0.97 * without, `${taught} with, ${without} without`);
});

Deno.test("an undated sale is no comp, and no support for a value without comps", () => {
  const { property_id } = undated_sales[0];
  const alone = {
    ...few({ undated_sales }),
    sales: [{ ...VILLAGE.sales[1], sale_date: dayOf("2019-03-01") }],
  };
  const said = value(build(alone), property_id!, { today: TODAY });
  assert(said.search.candidates <= 1);
  assert.deepEqual(said.rejected.filter(({ sale }) => sale > 0), []);
  assert.equal(said.arv, null);
  assert.notEqual(said.state, "hedonic");
});
