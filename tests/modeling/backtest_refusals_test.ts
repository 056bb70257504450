import { REFIT } from "../../core/modeling/refit_periods.ts";
import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import type { BacktestOptions } from "../../core/modeling/backtest.ts";
import type { CountyRows } from "../engine/valuation/county.ts";
import { backtestOf, FROM, VILLAGE } from "./county.ts";

/** Refused with an error of this field and these words. */
const refused = (
  rows: CountyRows,
  options: Partial<BacktestOptions>,
  field: string,
  words: RegExp,
) =>
  assert.rejects(backtestOf(rows, options), (error) => {
    assert(error instanceof Fault);
    assert.equal(error.field, field);
    assert.match(`${error.message} ${error.expected}`, words);
    return true;
  });

Deno.test("a backtest of days without a sale says which days have some", () =>
  refused(
    {
      ...VILLAGE,
      sales: VILLAGE.sales.filter(({ sale_date }) =>
        Number(sale_date) < FROM || Number(sale_date) > FROM + 7
      ),
    },
    { from: FROM, to: FROM + 7 },
    "from",
    /a day followed by sales, after \d{4}-\d\d-\d\d .* and up to \d{4}-\d\d-\d\d/,
  ));

Deno.test("a backtest of days before anything could be learned says from when on it can", () =>
  refused(VILLAGE, { from: 0, to: 1 }, "from", /too few to train on/));

Deno.test("a backtest of a type that was not sold names the type", () =>
  refused(
    VILLAGE,
    { propType: "condo" },
    "prop_type",
    /with sales on days that can be tested/,
  ));

Deno.test("a backtest of a county of other types says that there are no valid sales", () =>
  refused(
    {
      ...VILLAGE,
      sales: VILLAGE.sales.map((sale) => ({ ...sale, prop_type: "other" })),
    },
    {},
    "snapshot",
    /has 0 sales to train and test on.*snapshot inspect/,
  ));

Deno.test("a backtest of just as many sales as are needed for training has none to test", () =>
  refused(
    {
      ...VILLAGE,
      sales: VILLAGE.sales.filter(({ rejected }) => !rejected)
        .toSorted((a, b) => Number(a.sale_date) - Number(b.sale_date))
        .slice(0, REFIT.minTrainingSales),
    },
    { from: 0 },
    "snapshot",
    /has 60 sales to train and test on/,
  ));
