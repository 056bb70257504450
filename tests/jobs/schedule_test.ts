import assert from "node:assert/strict";
import { askedSales } from "../../core/jobs/judge_period.ts";
import { periodsOf } from "../../core/jobs/schedule.ts";
import { CONSTANTS } from "../../contracts/constants.ts";
import { monthOf, monthStart } from "../../core/engine/valuation/calendar.ts";
import { evidenceSales } from "../../core/engine/valuation/sales.ts";
import { build, LAST_DAY } from "../engine/valuation/county.ts";
import { FROM, VILLAGE } from "./county.ts";

const snapshot = build(VILLAGE);

Deno.test("periodsOf() covers warm-up and test without gap or overlap, month by month", () => {
  const periods = periodsOf(snapshot, FROM, LAST_DAY + 1);
  const { warm_up_months } = CONSTANTS.backtest;
  assert.equal(
    periods[0].start,
    monthStart(monthOf(FROM) - warm_up_months),
  );
  periods.slice(1).forEach((period, i) =>
    assert.equal(period.start, periods[i].end)
  );
  assert.equal(periods.at(-1)!.end, LAST_DAY + 1);
  for (const { start } of periods) {
    assert.equal(start, monthStart(monthOf(start)));
  }
});

Deno.test("periodsOf() begins when there are sales enough to learn from", () => {
  const { day } = evidenceSales(snapshot);
  const { min_training_sales } = CONSTANTS.backtest;
  const [{ start }] = periodsOf(snapshot, day[0], LAST_DAY + 1);
  assert(day.filter((each) => each < start).length >= min_training_sales);
  const few = build({ ...VILLAGE, sales: VILLAGE.sales.slice(0, 100) });
  assert.deepEqual(periodsOf(few, day[0], LAST_DAY + 1), []);
});

Deno.test("askedSales() asks about what was an arm's-length sale whatever its price", () => {
  const rejected = [
    "",
    "outlier_price",
    "outlier_price_per_sqft",
    "missing_facts",
    "deed_type",
    "same_sale",
    "multi_parcel",
    "multi_card",
    "price_floor",
  ];
  const sales = rejected.map((reason, i) => ({
    ...VILLAGE.sales[i],
    sale_date: 100 + i,
    rejected: reason,
  }));
  const period = { start: 0, end: 1_000 };
  const small = build({ ...VILLAGE, sales });
  assert.deepEqual(
    askedSales(small, period).map((row) =>
      rejected[small.tables.sales.sale_date[row] - 100]
    ),
    rejected.slice(0, 4),
  );
  assert.deepEqual(askedSales(small, { start: 101, end: 102 }).length, 1);
});
