import { median, quantileSorted } from "./quantile.ts";

/**
 * Ratio statistics of mass appraisal: how estimates compare with prices paid.
 * Source: IAAO Standard on Ratio Studies (2013); MKI after Quintos (2020).
 *
 * Every function takes estimates and sale prices of the same length, dollars, all positive.
 */

function ratios(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): Float64Array {
  if (estimates.length !== prices.length || estimates.length === 0) {
    throw new RangeError(
      `estimates and prices must be of one length above 0, got ${estimates.length} and ${prices.length}`,
    );
  }
  const r = new Float64Array(prices.length);
  for (let i = 0; i < r.length; i++) {
    if (!(estimates[i] > 0 && prices[i] > 0)) {
      throw new RangeError(
        `estimate and price must be above 0, got ${estimates[i]}, ${prices[i]}`,
      );
    }
    r[i] = estimates[i] / prices[i];
  }
  return r;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Coefficient of dispersion: mean absolute deviation from the median ratio, percent of it. 5-15 is good for houses. */
export function cod(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): number {
  const r = ratios(estimates, prices);
  return codAround(r, median(r));
}

function codAround(r: Float64Array, middle: number): number {
  return 100 / middle * mean(r.map((x) => Math.abs(x - middle)));
}

/** Price-related differential: mean ratio over the price-weighted mean ratio. 0.98-1.03 is neutral. */
export function prd(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): number {
  return mean(ratios(estimates, prices)) / (mean(estimates) / mean(prices));
}

/**
 * Price-related bias: by what share of the median the ratio moves when value doubles.
 * Within 0.05 of zero is acceptable. The slope of (ratio - median)/median on
 * log2((estimate/median + price)/2); 0 when all values are equal.
 */
export function prb(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): number {
  const r = ratios(estimates, prices);
  return prbAround(estimates, prices, r, median(r));
}

function prbAround(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
  r: Float64Array,
  middle: number,
): number {
  const y = r.map((x) => (x - middle) / middle);
  const x = r.map((_, i) => Math.log2((estimates[i] / middle + prices[i]) / 2));
  const meanX = mean(x), meanY = mean(y);
  let covariance = 0, variance = 0;
  for (let i = 0; i < x.length; i++) {
    covariance += (x[i] - meanX) * (y[i] - meanY);
    variance += (x[i] - meanX) ** 2;
  }
  return variance === 0 ? 0 : covariance / variance;
}

function gini(values: Float64Array): number {
  let total = 0, ranked = 0;
  for (let i = 0; i < values.length; i++) {
    total += values[i];
    ranked += (i + 1) * values[i];
  }
  return 2 * ranked / (values.length * total) -
    (values.length + 1) / values.length;
}

/**
 * Modified Kakwani index: Gini of the estimates in order of price over Gini of the prices.
 * Below 1 is regressive, 0.95-1.05 is neutral; NaN when all prices are equal.
 */
export function mki(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): number {
  ratios(estimates, prices);
  const order = Array.from({ length: prices.length }, (_, i) => i)
    .sort((a, b) => prices[a] - prices[b] || estimates[a] - estimates[b]);
  return gini(Float64Array.from(order, (i) => estimates[i])) /
    gini(Float64Array.from(order, (i) => prices[i]));
}

/**
 * Returns the forecast standard deviation: half the width that holds the middle 68% of errors, as
 * a fraction of the price. A few prices far off the market do not move it.
 */
export function fsd(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): number {
  const sorted = ratios(estimates, prices).sort();
  return (quantileSorted(sorted, 0.84) - quantileSorted(sorted, 0.16)) / 2;
}

/** Accuracy of a set of estimates. Shares and errors are fractions, COD is percent. */
export interface Accuracy {
  readonly n: number;
  /** Median of |estimate - price| / price. */
  readonly median_error: number;
  readonly within_5: number;
  readonly within_10: number;
  readonly within_20: number;
  readonly median_ratio: number;
  readonly cod: number;
  readonly prd: number;
  readonly prb: number;
}

/** Accuracy and fairness of a set of estimates. */
export interface RatioStudy extends Accuracy {
  readonly fsd: number;
  readonly mki: number;
}

/** All ratio statistics of one set of estimates. */
export function ratioStudy(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): RatioStudy {
  return {
    ...accuracy(estimates, prices),
    fsd: fsd(estimates, prices),
    mki: mki(estimates, prices),
  };
}

/** The ratio statistics that need no order of the sales but that of their ratios. */
export function accuracy(
  estimates: ArrayLike<number>,
  prices: ArrayLike<number>,
): Accuracy {
  const r = ratios(estimates, prices);
  const middle = median(r);
  const errors = r.map((x) => Math.abs(x - 1)).sort();
  const within = (share: number) => {
    let n = 0;
    while (n < errors.length && errors[n] <= share) n++;
    return n / errors.length;
  };
  return {
    n: r.length,
    median_error: quantileSorted(errors, 0.5),
    within_5: within(0.05),
    within_10: within(0.10),
    within_20: within(0.20),
    median_ratio: middle,
    cod: codAround(r, middle),
    prd: prd(estimates, prices),
    prb: prbAround(estimates, prices, r, middle),
  };
}
