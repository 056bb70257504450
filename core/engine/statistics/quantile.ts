/**
 * The `q` quantile of ascending values by linear interpolation between order statistics
 * (Hyndman and Fan type 7).
 *
 * @param sorted ascending values, no NaN
 * @param q share of the values below, 0-1
 * @throws {RangeError} when there are no values or `q` is outside 0-1
 */
export function quantileSorted(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) throw new RangeError("quantile of no values");
  if (!(q >= 0 && q <= 1)) throw new RangeError(`q must be 0-1, got ${q}`);
  const at = q * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/** The median of values in any order. */
export function median(values: ArrayLike<number>): number {
  return quantileSorted(new Float64Array(values).sort(), 0.5);
}

/**
 * The weighted quantiles of values, as a function of `q` (0-1): the smallest value whose
 * cumulative weight reaches `q` of the total, which is what a weighted median (`q` 0.5) and a
 * weighted conformal bound are. Ties in value are merged, so the result does not depend on the
 * order of the input.
 *
 * @param values any order, no NaN
 * @param weights same length, non-negative, not all zero
 */
export function weightedQuantiles(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
): (q: number) => number {
  const order = new Uint32Array(values.length).map((_, i) => i)
    .sort((a, b) => values[a] - values[b]);
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i];
  if (!(total > 0)) throw new RangeError("weights must sum to more than zero");
  return (q) => {
    let reached = 0;
    for (const row of order) {
      reached += weights[row];
      if (reached >= q * total) return values[row];
    }
    return values[order[order.length - 1]];
  };
}
