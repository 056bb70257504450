import type { Column, Feature } from "./dataset.ts";

/** Codes a feature can have: 0 for unknown and 1 to 255 for its bins. */
export const CODES = 256;

/** How a feature's values become codes. Code 0 is unknown. */
export interface Bins {
  /** Kind of the feature. */
  readonly kind: Feature["kind"];
  /**
   * Of a number: the upper bounds of every bin but the last, ascending; a value belongs to the
   * first bin whose bound it does not exceed. Of a category: the known codes, ascending; the
   * one at index `i` becomes `i + 1`.
   */
  readonly bounds: Float64Array;
}

/** Number of codes in use, the unknown included. */
export function codeCount({ kind, bounds }: Bins): number {
  return kind === "number" ? bounds.length + 2 : bounds.length + 1;
}

/** Code of a value. */
export function codeOf({ kind, bounds }: Bins, value: number): number {
  if (value !== value) return 0;
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle] < value) low = middle + 1;
    else high = middle;
  }
  return kind === "number" || bounds[low] === value ? low + 1 : 0;
}

/** Codes of every row of the columns, one row after the other. */
export function codesOf(
  bins: readonly Bins[],
  columns: readonly Column[],
): Uint8Array {
  const width = bins.length;
  const codes = new Uint8Array(width * columns[0].length);
  bins.forEach((feature, f) => {
    const column = columns[f];
    for (let row = 0; row < column.length; row++) {
      codes[row * width + f] = codeOf(feature, column[row]);
    }
  });
  return codes;
}

/**
 * Bins of a column, from its values alone: the order of the rows does not matter. A number's
 * bins hold about equally many rows, and each distinct value has its own while there are at
 * most `maxBins`. Of more than `maxBins` categories the rarest count as unknown.
 *
 * @param maxBins 2 to 255
 */
export function binsOf(
  column: Column,
  kind: Feature["kind"],
  maxBins: number,
): Bins {
  const known = new Float64Array(column).filter((value) =>
    kind === "number" ? value === value : value >= 0
  ).sort();
  const values: number[] = [];
  const counts: number[] = [];
  for (const value of known) {
    if (value === values[values.length - 1]) counts[counts.length - 1]++;
    else {
      values.push(value);
      counts.push(1);
    }
  }
  const bounds = kind === "number"
    ? quantileBounds(values, counts, maxBins)
    : commonest(values, counts, maxBins);
  return { kind, bounds: Float64Array.from(bounds) };
}

/** Cuts ascending distinct values into at most `maxBins` runs of about equal count. */
function quantileBounds(
  values: readonly number[],
  counts: readonly number[],
  maxBins: number,
): number[] {
  const bounds: number[] = [];
  let rows = counts.reduce((sum, count) => sum + count, 0);
  let inBin = 0;
  for (let at = 0; at + 1 < values.length; at++) {
    inBin += counts[at];
    const binsLeft = maxBins - bounds.length;
    if (binsLeft === 1) break;
    const fair = rows / binsLeft;
    const valuesLeft = values.length - at;
    // Close the bin when that lands nearer to its fair share than taking one more value would.
    if (valuesLeft <= binsLeft || inBin + counts[at + 1] / 2 > fair) {
      bounds.push(between(values[at], values[at + 1]));
      rows -= inBin;
      inBin = 0;
    }
  }
  return bounds;
}

/** Halfway between two numbers, or the lower where no number lies below the higher one. */
function between(low: number, high: number): number {
  const middle = low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}

/** The `most` values with the highest counts (of equals the lower), ascending. */
function commonest(
  values: readonly number[],
  counts: readonly number[],
  most: number,
): number[] {
  return values.map((value, at) => ({ value, count: counts[at] }))
    .sort((a, b) => b.count - a.count || a.value - b.value)
    .slice(0, most)
    .map(({ value }) => value)
    .sort((a, b) => a - b);
}
