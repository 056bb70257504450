import {
  METRIC_NAMES,
  type MetricName,
  type MetricRanges,
  type Metrics,
  type Span as SpanFields,
} from "../../../contracts/underwriting.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { DealMetrics } from "../../engine/underwriting/metrics.ts";
import type { MetricSpans, Span } from "../../engine/underwriting/ranges.ts";

/** Decimals of ratios and returns. */
const RATIO = 4;

/** The engine's metric behind each name on the wire, and its decimals: dollars are whole. */
const METRICS: Readonly<
  Record<MetricName, readonly [keyof DealMetrics, number]>
> = {
  noi: ["noi", 0],
  dscr: ["dscr", RATIO],
  rent_to_pitia: ["rentToPitia", RATIO],
  cash_flow: ["cashFlow", 0],
  cash_on_cash: ["cashOnCash", RATIO],
  cap_rate: ["capRate", RATIO],
  gross_rent_multiplier: ["grossRentMultiplier", RATIO],
  max_loan_at_dscr_1_2: ["maxLoan", 0],
  cash_needed: ["cashNeeded", 0],
  flip_net_profit: ["flipNetProfit", 0],
  flip_roi: ["flipRoi", RATIO],
  brrrr_cash_left: ["brrrrCashLeft", 0],
  brrrr_cash_on_cash: ["brrrrCashOnCash", RATIO],
  brrrr_dscr: ["brrrrDscr", RATIO],
  suggested_offer: ["suggestedOffer", 0],
};

/** Returns exact metrics as shown. */
export function metricFields(metrics: DealMetrics): Metrics {
  return byName((name) => {
    const [key, decimals] = METRICS[name];
    return rounded(metrics[key], decimals);
  });
}

/** Returns ranges of metrics as shown. */
export function rangeFields(spans: MetricSpans): MetricRanges {
  return byName((name) => {
    const [key, decimals] = METRICS[name];
    return spanFields(spans[key] ?? null, decimals);
  });
}

/** Returns a span as shown; null stays null. */
export function spanFields<S extends Span | null>(
  span: S,
  decimals: number,
): S extends null ? SpanFields | null : SpanFields;
export function spanFields(span: Span | null, decimals: number) {
  return span && {
    low: rounded(span.low, decimals),
    high: rounded(span.high, decimals),
  };
}

/** Returns a number as shown; null, and what has no bound, as null. */
export function rounded(value: number | null, decimals: number): number | null {
  return value === null || !Number.isFinite(value)
    ? null
    : roundTo(value, decimals);
}

function byName<T>(of: (name: MetricName) => T): Record<MetricName, T> {
  return Object.fromEntries(
    METRIC_NAMES.map((name) => [name, of(name)]),
  ) as Record<MetricName, T>;
}
