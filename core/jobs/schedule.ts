import { CONSTANTS } from "../../contracts/constants.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { monthOf, monthStart } from "../engine/valuation/calendar.ts";
import { countBefore } from "../engine/valuation/market.ts";
import { evidenceSales } from "../engine/valuation/sales.ts";
import type { Period } from "./judge_period.ts";

/** Months between fits: fitting costs more the more sales there are, and changes less. */
function monthsApart(sales: number): number {
  const { quarterly_from, yearly_from } = CONSTANTS.backtest;
  return sales >= yearly_from ? 12 : sales >= quarterly_from ? 3 : 1;
}

/**
 * The periods of a backtest, earliest first: from the warm-up, in which intervals and confidence
 * are learned, to the last day asked for. None begins before there are sales enough to fit on.
 *
 * @param from first day asked for
 * @param to day after the last
 */
export function periodsOf(
  snapshot: SnapshotData,
  from: number,
  to: number,
): Period[] {
  const { day } = evidenceSales(snapshot);
  const { warm_up_months, min_training_sales } = CONSTANTS.backtest;
  if (day.length <= min_training_sales || to <= from) return [];
  const step = monthsApart(countBefore(day, from));
  const earliest = monthOf(day[min_training_sales]) + 1;
  let month = Math.max(monthOf(from) - warm_up_months, earliest);
  const periods: Period[] = [];
  while (monthStart(month) < to) {
    const next = month + step;
    periods.push({
      start: monthStart(month),
      end: Math.min(to, monthStart(next)),
    });
    month = next;
  }
  return periods;
}
