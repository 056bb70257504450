import { quantileSorted } from "./quantile.ts";

/**
 * Percentile bootstrap interval of a statistic of paired rows.
 *
 * @param rows how many rows the statistic is computed from
 * @param statistic takes row numbers (with repeats) and returns a number
 * @param uniform seeded source of uniform numbers in [0, 1)
 * @param options.resamples default 400
 * @param options.level nominal coverage, default 0.95
 */
export function bootstrapInterval(
  rows: number,
  statistic: (sample: Int32Array) => number,
  uniform: () => number,
  options: { readonly resamples?: number; readonly level?: number } = {},
): { readonly low: number; readonly high: number } {
  const { resamples = 400, level = 0.95 } = options;
  const sample = new Int32Array(rows);
  const values = new Float64Array(resamples);
  for (let draw = 0; draw < resamples; draw++) {
    for (let i = 0; i < rows; i++) sample[i] = Math.floor(uniform() * rows);
    values[draw] = statistic(sample);
  }
  values.sort();
  const tail = (1 - level) / 2;
  return {
    low: quantileSorted(values, tail),
    high: quantileSorted(values, 1 - tail),
  };
}
