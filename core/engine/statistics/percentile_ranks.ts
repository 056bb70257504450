/**
 * The percentile of each value among the known ones: of the others, the share that is worse plus
 * half of those that are equal. The best reads 100, the middle 50, the worst 0, equal values the
 * same, and a value alone 50.
 *
 * @param values NaN where unknown
 * @param better which end is best
 * @returns NaN where the value is unknown
 */
export function percentileRanks(
  values: ArrayLike<number>,
  better: "low" | "high",
): Float64Array {
  const known = Uint32Array.from({ length: values.length }, (_, i) => i)
    .filter((i) => !Number.isNaN(values[i]))
    .sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(values.length).fill(NaN);
  const n = known.length;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && values[known[to]] === values[known[from]]) to++;
    const low = n === 1 ? 50 : 100 * (from + to - 1) / 2 / (n - 1);
    for (let at = from; at < to; at++) {
      ranks[known[at]] = better === "high" ? low : 100 - low;
    }
    from = to;
  }
  return ranks;
}
