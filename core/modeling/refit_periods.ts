import { CONSTANTS } from "../../contracts/constants.ts";
import { monthOf, monthStart } from "../engine/calendar.ts";
import { countBefore } from "../engine/valuation/model/market.ts";
import type { Period } from "./value_period.ts";

/** Months between fits: fitting costs more the more sales there are, and changes less. */
function monthsApart(sales: number): number {
  const { quarterly_from, yearly_from } = CONSTANTS.backtest;
  return sales >= yearly_from ? 12 : sales >= quarterly_from ? 3 : 1;
}

/** A last part shorter than one in so many of the time between fits has no fit of its own. */
const SHORT = 4;

/**
 * The periods of a backtest, earliest first: from the warm-up, in which intervals and confidence
 * are learned, to the last day asked for. None begins before there are sales enough to fit on; a
 * history too short for a warm-up begins on the first day asked for.
 *
 * @param day ascending days of the training sales
 * @param from first day asked for
 * @param to day after the last
 */
export function periodsOf(
  day: Int32Array,
  from: number,
  to: number,
): Period[] {
  const { warm_up_months, min_training_sales } = CONSTANTS.backtest;
  if (day.length < min_training_sales || to <= from) return [];
  const known = countBefore(day, from);
  const step = monthsApart(known);
  const earliest = monthOf(day[min_training_sales - 1]) + 1;
  let month = Math.max(monthOf(from) - warm_up_months, earliest);
  const periods: Period[] = [];
  if (known >= min_training_sales && monthStart(month) > from) {
    periods.push({ start: from, end: Math.min(to, monthStart(month)) });
  }
  const grace = Math.floor(step / SHORT);
  while (monthStart(month) < to) {
    let next = month + step;
    if (monthStart(next + grace) >= to) next += grace;
    periods.push({
      start: monthStart(month),
      end: Math.min(to, monthStart(next)),
    });
    month = next;
  }
  return periods;
}
