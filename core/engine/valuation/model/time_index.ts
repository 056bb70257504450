import type { ModelConfig } from "../../model_config.ts";
import { monthOf, monthStart } from "../../calendar.ts";

/** How price levels moved, as logs relative to the day the index was fitted for. */
export interface TimeIndex {
  /**
   * Log price level of a segment on a day, 0 on the as-of day; flat before the first and after the
   * last mid-month.
   *
   * @param tier log of how expensive the home is relative to the usual one; default 0
   */
  logAt(segment: number, day: number, tier?: number): number;
  /** The same for the whole market. */
  marketAt(day: number): number;
}

/** What an index is fitted on: one entry a sale, ascending by day. */
export interface IndexSample {
  readonly day: ArrayLike<number>;
  readonly segment: ArrayLike<number>;
  /** Log price less what the property's attributes are worth. */
  readonly residual: ArrayLike<number>;
  /** Log of how expensive the property is predicted to be relative to the usual one of its type. */
  readonly tier: ArrayLike<number>;
}

/** A fitted index as plain numbers, which JSON keeps to the last bit. */
export interface IndexPaths {
  /** Day the index is 0 on. */
  readonly asOf: number;
  /** The first month; months are counted as `monthOf` does. */
  readonly first: number;
  readonly months: number;
  readonly segments: number;
  /** Mid-month levels: a path of `months` for each segment, then the market's, then the slope by tier. */
  readonly levels: readonly number[];
}

/** An index without movement. */
export const FLAT_PATHS: IndexPaths = {
  asOf: 0,
  first: 0,
  months: 0,
  segments: 0,
  levels: [],
};

/**
 * Fits month effects: a path for the whole market, each segment's deviation from it, and how much
 * faster expensive homes rose than others. All are random walks seen through noisy sales (a local-level
 * model, Kalman-smoothed as one
 * tridiagonal system), so a month with few sales leans on its neighbors and a segment with few
 * sales leans on the market. Between mid-months the index is a straight line: no jumps.
 *
 * @param segments number of segments
 * @param asOf day the index is 0 on
 */
export function fitTimeIndex(
  sample: IndexSample,
  segments: number,
  asOf: number,
  config: ModelConfig["timeIndex"],
): IndexPaths {
  const count = sample.day.length;
  if (count === 0) return FLAT_PATHS;
  const first = monthOf(sample.day[0]);
  const months = monthOf(Math.max(asOf, sample.day[count - 1])) - first + 1;
  const month = Int32Array.from(sample.day, (day) => monthOf(day) - first);
  const { levels, noise } = fitLevels(
    sample,
    { month, months },
    segments,
    config,
  );
  const slopes = fitSlopes(
    sample,
    { month, months },
    levels,
    noise / config.tierSd ** 2,
  );
  return {
    asOf,
    first,
    months,
    segments,
    levels: [...levels, ...slopes],
  };
}

/** Returns the index of fitted paths. */
export function timeIndexOf(
  { asOf, first, months, segments, levels }: IndexPaths,
): TimeIndex {
  if (months === 0) return { logAt: () => 0, marketAt: () => 0 };
  const paths = Float64Array.from(levels);
  const middays = Float64Array.from(
    { length: months },
    (_, m) => (monthStart(first + m) + monthStart(first + m + 1)) / 2,
  );
  const at = (of: number, day: number): number => {
    if (day <= middays[0]) return paths[of];
    if (day >= middays[months - 1]) return paths[of + months - 1];
    let m = monthOf(day) - first;
    if (day < middays[m]) m--;
    const share = (day - middays[m]) / (middays[m + 1] - middays[m]);
    return paths[of + m] + share * (paths[of + m + 1] - paths[of + m]);
  };
  const base = Float64Array.from(
    { length: segments + 2 },
    (_, s) => at(s * months, asOf),
  );
  return {
    logAt: (segment, day, tier = 0) =>
      at(segment * months, day) - base[segment] +
      tier * (at((segments + 1) * months, day) - base[segments + 1]),
    marketAt: (day) => at(segments * months, day) - base[segments],
  };
}

/** The months that an index covers. */
interface Months {
  /** Month of each sale, counted from the first. */
  readonly month: Int32Array;
  /** How many there are. */
  readonly months: number;
}

/** Fits the log level of each segment and, last, of the market, by month; and the noise of one sale around it. */
function fitLevels(
  sample: IndexSample,
  { month, months }: Months,
  segments: number,
  { marketSd, segmentSd, driftPriorSales }: ModelConfig["timeIndex"],
): { readonly levels: Float64Array; readonly noise: number } {
  const sums = new Float64Array(months);
  const counts = new Float64Array(months);
  for (let i = 0; i < month.length; i++) {
    sums[month[i]] += sample.residual[i];
    counts[month[i]]++;
  }
  const noise = noiseVariance(sample.residual, month, sums, counts);
  const market = smoothWalk(
    sums,
    counts,
    noise / marketSd ** 2,
    drift(sums, counts, driftPriorSales),
  );

  const segmentSums = new Float64Array(segments * months);
  const segmentCounts = new Float64Array(segments * months);
  for (let i = 0; i < month.length; i++) {
    const at = sample.segment[i] * months + month[i];
    segmentSums[at] += sample.residual[i] - market[month[i]];
    segmentCounts[at]++;
  }
  const levels = new Float64Array((segments + 1) * months);
  for (let s = 0; s < segments; s++) {
    const of = s * months;
    const path = smoothWalk(
      segmentSums.subarray(of, of + months),
      segmentCounts.subarray(of, of + months),
      noise / segmentSd ** 2,
      0,
    );
    for (let m = 0; m < months; m++) levels[of + m] = market[m] + path[m];
  }
  levels.set(market, segments * months);
  return { levels, noise };
}

/** Fits by month how much faster expensive homes rose than their segment's level. */
function fitSlopes(
  sample: IndexSample,
  { month, months }: Months,
  levels: Float64Array,
  penalty: number,
): Float64Array {
  const sums = new Float64Array(months);
  const weights = new Float64Array(months);
  for (let i = 0; i < month.length; i++) {
    const m = month[i];
    const tier = sample.tier[i];
    sums[m] += tier *
      (sample.residual[i] - levels[sample.segment[i] * months + m]);
    weights[m] += tier ** 2;
  }
  return smoothWalk(sums, weights, penalty, 0);
}

/** Variance of residuals around their month's mean. */
function noiseVariance(
  residual: ArrayLike<number>,
  month: Int32Array,
  sums: Float64Array,
  counts: Float64Array,
): number {
  let total = 0;
  for (let i = 0; i < month.length; i++) {
    total += (residual[i] - sums[month[i]] / counts[month[i]]) ** 2;
  }
  return total > 0 ? total / month.length : 1e-4;
}

/** Slope a month of the month means, weighted by sales and pulled to none where there are few. */
function drift(
  sums: Float64Array,
  counts: Float64Array,
  priorSales: number,
): number {
  let n = 0;
  let meanMonth = 0;
  let mean = 0;
  for (let m = 0; m < sums.length; m++) {
    n += counts[m];
    meanMonth += counts[m] * m;
    mean += sums[m];
  }
  meanMonth /= n;
  mean /= n;
  let cross = 0;
  let spread = 0;
  for (let m = 0; m < sums.length; m++) {
    cross += (m - meanMonth) * (sums[m] - counts[m] * mean);
    spread += counts[m] * (m - meanMonth) ** 2;
  }
  return cross / (spread + priorSales);
}

/**
 * The path that minimises sum(count x (mean - path)^2) + penalty x sum((step - drift)^2): the
 * smoothed state of a random walk with drift. A tridiagonal system, solved by elimination.
 * With no sales at all, a path of zeros.
 *
 * @param sums sum of the observations of each month
 * @param counts how many there are
 * @param penalty noise variance over the variance of a monthly step
 */
export function smoothWalk(
  sums: Float64Array,
  counts: Float64Array,
  penalty: number,
  drift: number,
): Float64Array {
  const months = sums.length;
  const path = new Float64Array(months);
  if (counts.every((count) => count === 0)) return path;
  const diagonal = new Float64Array(months);
  for (let m = 0; m < months; m++) {
    const before = m > 0 ? penalty : 0;
    const after = m < months - 1 ? penalty : 0;
    diagonal[m] = counts[m] + before + after;
    path[m] = sums[m] + drift * (before - after);
    if (m > 0) {
      const factor = penalty / diagonal[m - 1];
      diagonal[m] -= factor * penalty;
      path[m] += factor * path[m - 1];
    }
  }
  path[months - 1] /= diagonal[months - 1];
  for (let m = months - 2; m >= 0; m--) {
    path[m] = (path[m] + penalty * path[m + 1]) / diagonal[m];
  }
  return path;
}
