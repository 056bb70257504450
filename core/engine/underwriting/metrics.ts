import type { Strategy } from "../../../contracts/envelope.ts";
import {
  METRIC_NAMES,
  type MetricName,
  type MetricRanges,
  type Metrics,
} from "../../../contracts/underwriting.ts";
import { roundTo } from "../rounding.ts";
import { brrrrOf } from "./brrrr.ts";
import type { Deal } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { incomeOf } from "./income.ts";
import { offersOf, suggestedOffer } from "./offers.ts";
import { returnsOf } from "./returns.ts";

/** Decimals of ratios and returns. */
const RATIO_DECIMALS = 4;

/** Decimals a metric is shown with: dollars are whole. */
const DECIMALS: Readonly<Record<MetricName, number>> = {
  noi: 0,
  dscr: RATIO_DECIMALS,
  rent_to_pitia: RATIO_DECIMALS,
  cash_flow: 0,
  cash_on_cash: RATIO_DECIMALS,
  cap_rate: RATIO_DECIMALS,
  gross_rent_multiplier: RATIO_DECIMALS,
  max_loan_at_dscr_1_2: 0,
  flip_net_profit: 0,
  flip_roi: RATIO_DECIMALS,
  brrrr_cash_left: 0,
  brrrr_cash_on_cash: RATIO_DECIMALS,
  brrrr_dscr: RATIO_DECIMALS,
  suggested_offer: 0,
};

/** The metrics of a deal as shown; null where one cannot be computed. */
export function metricsOf(deal: Deal, strategy: Strategy): Metrics {
  const returns = returnsOf(deal);
  const flip = flipOf(deal);
  const brrrr = brrrrOf(deal);
  const exact: Record<MetricName, number | null | undefined> = {
    noi: incomeOf(deal)?.noi,
    dscr: returns?.dscr,
    rent_to_pitia: returns?.rentToPitia,
    cash_flow: returns?.cashFlow,
    cash_on_cash: returns?.cashOnCash,
    cap_rate: returns?.capRate,
    gross_rent_multiplier: returns?.grossRentMultiplier,
    max_loan_at_dscr_1_2: returns?.maxLoan,
    flip_net_profit: flip?.netProfit,
    flip_roi: flip?.roi,
    brrrr_cash_left: brrrr?.cashLeft,
    brrrr_cash_on_cash: brrrr?.cashOnCash,
    brrrr_dscr: brrrr?.dscr,
    suggested_offer: suggestedOffer(offersOf(deal, strategy), strategy),
  };
  return byName((name) => {
    const value = exact[name];
    return value === null || value === undefined
      ? null
      : roundTo(value, DECIMALS[name]);
  });
}

/**
 * The metrics at the two ends of the value. A metric that does not move with the value, or that only one end
 * has, is null: the same number twice would be an exact figure.
 */
export function rangesOf(
  conservative: Metrics,
  aggressive: Metrics,
): MetricRanges {
  return byName((name) => {
    const [a, b] = [conservative[name], aggressive[name]];
    return a === null || b === null || a === b
      ? null
      : { low: Math.min(a, b), high: Math.max(a, b) };
  });
}

function byName<T>(of: (name: MetricName) => T): Record<MetricName, T> {
  return Object.fromEntries(
    METRIC_NAMES.map((name) => [name, of(name)]),
  ) as Record<MetricName, T>;
}
