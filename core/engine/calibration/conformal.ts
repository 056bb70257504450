import type { ErrorGuess } from "./error_scale.ts";

/** What the engine said of a sale it had not seen, and what was paid. */
export interface OutOfSample extends ErrorGuess {
  /** Township x property type, for example `28|sfh`. */
  readonly segment: string;
  /** Day of the sale. */
  readonly day: number;
  readonly price: number;
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
function conformalScore(row: OutOfSample): number {
  return Math.log(row.price / row.base) / row.scale;
}

/** The scores of earlier rows, smallest first. */
export interface SortedScores {
  readonly score: Float64Array;
  /** The segments that occur. */
  readonly segments: readonly string[];
  /** Of a row: its place in `segments`. */
  readonly segment: Int32Array;
  /** What a row counts: 1 on the newest day. */
  readonly weight: Float64Array;
}

/**
 * Sorts the scores of out-of-sample rows in any order.
 *
 * @param halfLife older rows count less, by half every so many days before the newest
 */
export function sortedScores(
  rows: readonly OutOfSample[],
  halfLife = Infinity,
): SortedScores {
  const newest = rows.reduce((day, row) => Math.max(day, row.day), -Infinity);
  const scored = rows
    .map((row) => ({ row, score: conformalScore(row) }))
    .sort((a, b) =>
      a.score - b.score || a.row.day - b.row.day ||
      (a.row.segment < b.row.segment ? -1 : 1)
    );
  const segments = [...new Set(rows.map(({ segment }) => segment))].sort();
  const places = new Map(segments.map((segment, place) => [segment, place]));
  return {
    score: Float64Array.from(scored, ({ score }) => score),
    segments,
    segment: Int32Array.from(scored, ({ row }) => places.get(row.segment)!),
    weight: Float64Array.from(
      scored,
      ({ row }) => 2 ** ((row.day - newest) / halfLife),
    ),
  };
}

/**
 * The central interval of the scores of one segment, with all other segments standing in as if
 * they were `pooled` sales of it: segments with few sales borrow from it, segments with many use their own.
 *
 * @param scores of every segment, at least one
 * @param interval coverage to aim for, for example 0.8
 * @param pooled weight of the other segments together, in sales
 */
export function conformalBand(
  { score, segments, segment: place, weight }: SortedScores,
  segment: string,
  interval: number,
  pooled: number,
): Band {
  const rows = score.length;
  const which = segments.indexOf(segment);
  let own = 0;
  for (let row = 0; row < rows; row++) if (place[row] === which) own++;
  const borrowed = rows === own ? 0 : pooled / (rows - own);
  const weightOf = (row: number) =>
    place[row] === which ? weight[row] : weight[row] * borrowed;
  let total = 0;
  for (let row = 0; row < rows; row++) total += weightOf(row);
  // The new sale is one more draw: its rank is uniform over total + 1 places.
  const tail = Math.max(0, (1 - interval) / 2 - 0.5 / (total + 1));
  let low = -1;
  let reached = 0;
  for (let row = 0; row < rows; row++) {
    reached += weightOf(row);
    if (low < 0 && reached >= tail * total) low = row;
    if (reached >= (1 - tail) * total) {
      return { low: score[low], high: score[row] };
    }
  }
  throw new RangeError("no scores to take an interval of");
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
