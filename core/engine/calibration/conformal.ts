import { weightedQuantile } from "../statistics/quantile.ts";

/** What the engine said of a sale it had not seen, and what was paid. */
export interface OutOfSample {
  /** Township x property type, for example `28|sfh`. */
  readonly segment: string;
  /** Day of the sale. */
  readonly day: number;
  readonly price: number;
  /** The engine's value before it knew the price. */
  readonly base: number;
  /** The engine's own guess of its log error, above 0: how wide an interval should be here relative to elsewhere. */
  readonly scale: number;
}

/** Interval ends in units of `scale` on the log ratio of price to value. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/**
 * The signed error in units of its own guess. An interval built from quantiles of this score
 * covers later sales as often as it covered earlier ones (split conformal prediction, Papadopoulos
 * 2002; chronological, so an approximation as far as the market drifts).
 */
export function conformalScore(row: OutOfSample): number {
  return Math.log(row.price / row.base) / row.scale;
}

/**
 * The central interval of the scores of one segment, with all other segments standing in as if
 * they were `pooled` sales of it: thin segments borrow, thick ones speak for themselves. Older
 * sales count less, by half every `halfLife` days before the newest.
 *
 * @param rows earlier out-of-sample rows of every segment, at least one
 * @param interval coverage to aim for, for example 0.8
 * @param pooled weight of the other segments together, in sales
 */
export function conformalBand(
  rows: readonly OutOfSample[],
  segment: string,
  interval: number,
  pooled: number,
  halfLife = Infinity,
): Band {
  const newest = rows.reduce((day, row) => Math.max(day, row.day), -Infinity);
  const own = rows.reduce((n, row) => n + (row.segment === segment ? 1 : 0), 0);
  const borrowed = rows.length === own ? 0 : pooled / (rows.length - own);
  const weights = rows.map((row) =>
    (row.segment === segment ? 1 : borrowed) *
    2 ** ((row.day - newest) / halfLife)
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // The new sale is one more draw: its rank is uniform over total + 1 places.
  const tail = Math.max(0, (1 - interval) / 2 - 0.5 / (total + 1));
  const scores = rows.map(conformalScore);
  return {
    low: weightedQuantile(scores, weights, tail),
    high: weightedQuantile(scores, weights, 1 - tail),
  };
}

/** The interval's ends in dollars. Never inverted: it always holds `base`. */
export function bandAround(
  base: number,
  scale: number,
  band: Band,
): { readonly conservative: number; readonly aggressive: number } {
  return {
    conservative: base * Math.exp(Math.min(0, band.low) * scale),
    aggressive: base * Math.exp(Math.max(0, band.high) * scale),
  };
}
