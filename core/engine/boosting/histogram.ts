import { type Bins, codeOf, CODES } from "./binning.ts";
import type { Column } from "./dataset.ts";

/** Features that share a word. */
const LANES = 4;

/**
 * Rows as codes, four features to a 32-bit word and one array of words per four features: one
 * load serves four histograms, which made filling them three times as fast as a byte a code.
 */
export interface CodedRows {
  readonly rows: number;
  /** `words[f >> 2][row] >>> (8 * (f & 3)) & 255` is the code of feature `f`. */
  readonly words: readonly Int32Array[];
}

/** Codes every row of the columns. */
export function codeRows(
  bins: readonly Bins[],
  columns: readonly Column[],
): CodedRows {
  const rows = columns[0].length;
  const words = Array.from(
    { length: Math.ceil(bins.length / LANES) },
    () => new Int32Array(rows),
  );
  bins.forEach((feature, f) => {
    const word = words[f >> 2];
    const column = columns[f];
    const shift = 8 * (f & 3);
    for (let row = 0; row < rows; row++) {
      word[row] |= codeOf(feature, column[row]) << shift;
    }
  });
  return { rows, words };
}

/** A sum for every code of every feature, one array of `4 * 256` sums per word of `CodedRows`. */
export type Histogram = readonly Float64Array[];

/** A histogram of zeros. */
export function emptyHistogram(words: number): Histogram {
  return Array.from({ length: words }, () => new Float64Array(LANES * CODES));
}

/** Where the sums of feature `f` start in `histogram[f >> 2]`. */
export function laneOf(f: number): number {
  return (f & 3) * CODES;
}

/**
 * Adds `values[row]` of the rows `order[start..end)` to the histogram at each row's codes.
 * Words whose four features are all switched off in `active` are left alone.
 */
export function addRows(
  histogram: Histogram,
  { words }: CodedRows,
  active: Uint8Array,
  order: Uint32Array,
  start: number,
  end: number,
  values: Float64Array,
): void {
  for (let at = 0; at < words.length; at++) {
    const first = at * LANES;
    if (active.subarray(first, first + LANES).includes(1)) {
      addWord(histogram[at], words[at], order, start, end, values);
    }
  }
}

function addWord(
  sums: Float64Array,
  words: Int32Array,
  order: Uint32Array,
  start: number,
  end: number,
  values: Float64Array,
): void {
  for (let at = start; at < end; at++) {
    const row = order[at];
    const word = words[row];
    const value = values[row];
    sums[word & 255] += value;
    sums[256 + ((word >>> 8) & 255)] += value;
    sums[512 + ((word >>> 16) & 255)] += value;
    sums[768 + (word >>> 24)] += value;
  }
}

/** Sets every sum to zero. */
export function clear(histogram: Histogram): void {
  for (const sums of histogram) sums.fill(0);
}

/** Takes `part` off `whole`; exact, since all sums are (see `exact.ts`). */
export function subtract(whole: Histogram, part: Histogram): void {
  for (let at = 0; at < whole.length; at++) {
    const sums = whole[at];
    const less = part[at];
    for (let i = 0; i < sums.length; i++) sums[i] -= less[i];
  }
}
