import { MODEL_CONFIG } from "../engine/model_config.ts";
import { monthOf, monthStart } from "../engine/calendar.ts";
import { countBefore } from "../engine/valuation/model/market.ts";
import type { Period } from "./value_period.ts";

/** How the past is walked through. */
export const REFIT = {
  /** Months before the first day asked for, in which intervals and confidence are learned. */
  warmUpMonths: 12,
  /** Sales that must be known before the first fit: as many as the price model needs to give a value alone. */
  minTrainingSales: MODEL_CONFIG.linear.minSales,
  /** Sales from which fits are a year apart instead of a quarter. */
  yearlyFrom: 100_000,
};

/** Months between fits: fitting costs more the more sales there are, and changes less. */
function monthsApart(sales: number): number {
  return sales >= REFIT.yearlyFrom ? 12 : 3;
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
 * @param months between fits; default by how many sales are known
 */
export function periodsOf(
  day: Int32Array,
  from: number,
  to: number,
  months?: number,
): Period[] {
  const { warmUpMonths, minTrainingSales } = REFIT;
  if (day.length < minTrainingSales || to <= from) return [];
  const known = countBefore(day, from);
  const step = months ?? monthsApart(known);
  const earliest = monthOf(day[minTrainingSales - 1]) + 1;
  let month = Math.max(monthOf(from) - warmUpMonths, earliest);
  const periods: Period[] = [];
  if (known >= minTrainingSales && monthStart(month) > from) {
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
