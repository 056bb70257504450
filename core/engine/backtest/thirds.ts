/** The thirds of a backtest's sales, by price or by another level. */
export const THIRDS = ["low", "middle", "high"] as const;

/** One third. */
export type Third = typeof THIRDS[number];

/** Returns the third that a level lies in among all levels; equal levels are in the same one. */
export function thirdsBy(levels: Iterable<number>): (level: number) => Third {
  const sorted = Float64Array.from(levels).sort();
  const middle = sorted[Math.floor(sorted.length / 3)];
  const high = sorted[Math.floor(2 * sorted.length / 3)];
  return (level) => level < middle ? "low" : level < high ? "middle" : "high";
}
