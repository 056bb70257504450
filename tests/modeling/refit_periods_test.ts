import assert from "node:assert/strict";
import { testSales } from "../../core/modeling/value_period.ts";
import { periodsOf, REFIT } from "../../core/modeling/refit_periods.ts";
import { monthOf, monthStart } from "../../core/engine/calendar.ts";
import { trainingSales } from "../../core/engine/valuation/training/sales.ts";
import { build, LAST_DAY } from "../engine/valuation/county.ts";
import { FROM, VILLAGE } from "./county.ts";

const snapshot = build(VILLAGE);

Deno.test("periodsOf() covers warm-up and test without gap or overlap, each from the first of a month", () => {
  const periods = periodsOf(trainingSales(snapshot).day, FROM, LAST_DAY + 1);
  const { warmUpMonths } = REFIT;
  assert.equal(
    periods[0].start,
    monthStart(monthOf(FROM) - warmUpMonths),
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
  const { day } = trainingSales(snapshot);
  const { minTrainingSales } = REFIT;
  const [{ start }] = periodsOf(day, day[0], LAST_DAY + 1);
  assert(day.filter((each) => each < start).length >= minTrainingSales);
  const few = build({
    ...VILLAGE,
    sales: VILLAGE.sales.slice(0, minTrainingSales - 1),
  });
  assert.deepEqual(periodsOf(trainingSales(few).day, day[0], LAST_DAY + 1), []);
});

Deno.test("periodsOf() of a history of weeks begins on the day asked for, not at the next month", () => {
  const { minTrainingSales } = REFIT;
  const month = monthStart(24_000);
  const day = Int32Array.from(
    { length: 2 * minTrainingSales },
    (_, i) => month + Math.floor(i / 10),
  );
  const enough = day[minTrainingSales - 1] + 1;
  assert.deepEqual(periodsOf(day, enough, month + 20), [
    { start: enough, end: month + 20 },
  ]);
  assert.deepEqual(periodsOf(day, enough - 1, month + 20), []);
  assert.deepEqual(periodsOf(day, enough, monthStart(24_001) + 5), [
    { start: enough, end: monthStart(24_001) },
    { start: monthStart(24_001), end: monthStart(24_001) + 5 },
  ]);
});

Deno.test("periodsOf() is a year apart where there are many sales, and leaves a short rest to the year before", () => {
  const { yearlyFrom, warmUpMonths } = REFIT;
  const day = new Int32Array(yearlyFrom).fill(monthStart(24_000));
  const from = monthStart(24_036) + 20;
  const starts = (to: number) =>
    periodsOf(day, from, to).map(({ start, end }) => {
      assert(start < end);
      return monthOf(start) - 24_036;
    });
  assert.deepEqual(starts(monthStart(24_048)), [-warmUpMonths, 0]);
  assert.deepEqual(starts(monthStart(24_048) + 20), [-warmUpMonths, 0]);
  assert.deepEqual(starts(monthStart(24_054)), [-warmUpMonths, 0, 12]);
});

Deno.test("testSales() asks about what was an arm's-length sale whatever its price", () => {
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
    testSales(small, period).map((row) =>
      rejected[small.tables.sales.sale_date[row] - 100]
    ),
    rejected.slice(0, 4),
  );
  assert.deepEqual(testSales(small, { start: 101, end: 102 }).length, 1);
});
