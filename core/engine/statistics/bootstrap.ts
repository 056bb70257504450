import { quantileSorted } from "./quantile.ts";

/** Ends of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Percentile bootstrap intervals of statistics of paired rows, all from the same resamples.
 *
 * @param rows how many rows the statistics are computed from
 * @param statistics takes row numbers (with repeats) and returns a number by name
 * @param uniform seeded source of uniform numbers in [0, 1)
 * @param options.resamples default 400
 * @param options.level nominal coverage, default 0.95
 */
export function bootstrapIntervals<Name extends string>(
  rows: number,
  statistics: (sample: Int32Array) => Readonly<Record<Name, number>>,
  uniform: () => number,
  options: { readonly resamples?: number; readonly level?: number } = {},
): Record<Name, Interval> {
  const { resamples = 400, level = 0.95 } = options;
  const tail = (1 - level) / 2;
  const sample = new Int32Array(rows);
  const draws = Array.from({ length: resamples }, () => {
    for (let i = 0; i < rows; i++) sample[i] = Math.floor(uniform() * rows);
    return statistics(sample);
  });
  const names = Object.keys(draws[0]) as Name[];
  return Object.fromEntries(names.map((name) => {
    const values = Float64Array.from(draws, (draw) => draw[name]).sort();
    return [name, {
      low: quantileSorted(values, tail),
      high: quantileSorted(values, 1 - tail),
    }];
  })) as Record<Name, Interval>;
}
