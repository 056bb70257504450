import type { ModelConfig } from "../../model_config.ts";

/**
 * Nowcast drift, how far prices exceed the fitted model around each day: a kernel mean of residuals,
 * two-sided in the past and one-sided at the end, pulled to zero where there are few sales.
 * What the monthly index cannot know yet about the newest weeks.
 *
 * @param day ascending days of the known sales
 * @param residual log price less price model and index; clip the tails before
 * @returns level by day, from `day[0]` to the last day
 */
export function nowcast(
  day: ArrayLike<number>,
  residual: ArrayLike<number>,
  { efoldingDays, priorSales }: ModelConfig["nowcast"],
): Float64Array {
  const count = day.length;
  if (count === 0) return new Float64Array(0);
  const first = day[0];
  const days = day[count - 1] - first + 1;
  const sum = new Float64Array(days);
  const sales = new Float64Array(days);
  for (let i = 0; i < count; i++) {
    sum[day[i] - first] += residual[i];
    sales[day[i] - first]++;
  }
  const top = kernelSums(sum, efoldingDays);
  const bottom = kernelSums(sales, efoldingDays);
  return top.map((value, d) => value / (bottom[d] + priorSales));
}

/** Sums weighted by exp(-days apart / reach), by one pass in each direction. */
function kernelSums(values: Float64Array, reach: number): Float64Array {
  const fade = Math.exp(-1 / reach);
  const out = new Float64Array(values.length);
  let carried = 0;
  for (let d = 0; d < values.length; d++) {
    out[d] = carried = carried * fade + values[d];
  }
  carried = 0;
  for (let d = values.length - 1; d >= 0; d--) {
    out[d] += carried;
    carried = (carried + values[d]) * fade;
  }
  return out;
}
