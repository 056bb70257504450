import { type Bins, codeOf, codesOf } from "./binning.ts";
import { differences } from "./differences.ts";
import type { Column, Feature } from "./dataset.ts";
import { type Forest, goesRight } from "./forest.ts";
import { ShapleyValues } from "./shapley.ts";

/** Asked by a leaf: every code goes left. */
const ALWAYS_LEFT = 255;

/** Trained trees. A row is coded once, by binary search in the bins; the trees then compare bytes. */
export class Booster {
  readonly features: readonly string[];
  #codes: Uint8Array;
  #otherCodes: Uint8Array;
  /** The trees as they are walked: a leaf is its own left child, so that stepping on stays. */
  #walk: Forest;
  #shapley?: ShapleyValues;

  /**
   * Made by `trainBooster` and `decodeBooster`.
   *
   * @param featureSpecs the features it was trained on
   * @param bins how each feature's values become codes
   * @param base prediction before the first tree
   * @param forest the trees
   */
  constructor(
    readonly featureSpecs: readonly Feature[],
    readonly bins: readonly Bins[],
    readonly base: number,
    readonly forest: Forest,
  ) {
    this.features = featureSpecs.map(({ name }) => name);
    this.#codes = new Uint8Array(bins.length);
    this.#otherCodes = new Uint8Array(bins.length);
    const { split, child } = forest;
    this.#walk = {
      ...forest,
      split: split.map((asks, node) => child[node] ? asks : ALWAYS_LEFT),
      child: child.map((left, node) => left || node),
    };
  }

  /** Number of trees. */
  get trees(): number {
    return this.forest.roots.length;
  }

  /** Predicts a row of one number a feature; unknown is NaN. */
  predict(row: ArrayLike<number>): number {
    return this.#sum(this.#code(row, this.#codes));
  }

  /** Predicts every row of columns in the order of `features`. */
  predictAll(columns: readonly Column[]): Float64Array {
    const width = this.bins.length;
    const codes = codesOf(this.bins, columns);
    return new Float64Array(columns[0].length).map((_, row) =>
      this.#sum(codes.subarray(row * width, (row + 1) * width))
    );
  }

  /**
   * Fills `out` with the Shapley value of each feature for a row's prediction, where a feature
   * that is not in play takes both ways at a split in the proportion of the training rows
   * (path-dependent TreeSHAP). About 2 ms for 1,000 trees of 31 leaves; to split what sets two rows
   * apart, `difference` is faster and says more.
   *
   * @returns the mean prediction over the training rows; with `out` it sums to `predict(row)`
   */
  contributions(row: ArrayLike<number>, out: Float64Array): number {
    this.#shapley ??= new ShapleyValues(this.forest);
    return this.base +
      this.#shapley.fill(this.#code(row, this.#codes), out);
  }

  /**
   * Fills `out` with what each feature adds when `row` takes the place of `other`: the Shapley
   * values of the game in which a feature out of play has the value of `other`. A feature that
   * has the same value (or falls into the same bin) in both gets exactly 0, and swapping the
   * rows changes every sign.
   *
   * @returns `predict(row) - predict(other)`, to which `out` sums
   */
  difference(
    row: ArrayLike<number>,
    other: ArrayLike<number>,
    out: Float64Array,
  ): number {
    return differences(
      this.#walk,
      this.#code(row, this.#codes),
      this.#code(other, this.#otherCodes),
      out,
    );
  }

  #code(row: ArrayLike<number>, codes: Uint8Array): Uint8Array {
    for (let f = 0; f < codes.length; f++) {
      codes[f] = codeOf(this.bins[f], row[f]);
    }
    return codes;
  }

  #sum(codes: Uint8Array): number {
    const { roots, split: asks, child: left, value, sets } = this.#walk;
    const last = roots.length - 1;
    let sum = this.base;
    for (let tree = 0; tree <= last; tree += 4) {
      // Four trees side by side: their steps do not wait for each other. Past the end the last
      // tree is walked again and not counted.
      let a = roots[tree];
      let b = roots[Math.min(tree + 1, last)];
      let c = roots[Math.min(tree + 2, last)];
      let d = roots[Math.min(tree + 3, last)];
      while (true) {
        const nextA = left[a] + goesRight(asks[a], codes[asks[a] >>> 24], sets);
        const nextB = left[b] + goesRight(asks[b], codes[asks[b] >>> 24], sets);
        const nextC = left[c] + goesRight(asks[c], codes[asks[c] >>> 24], sets);
        const nextD = left[d] + goesRight(asks[d], codes[asks[d] >>> 24], sets);
        if (nextA === a && nextB === b && nextC === c && nextD === d) break;
        a = nextA;
        b = nextB;
        c = nextC;
        d = nextD;
      }
      sum += value[a];
      if (tree + 1 <= last) sum += value[b];
      if (tree + 2 <= last) sum += value[c];
      if (tree + 3 <= last) sum += value[d];
    }
    return sum;
  }
}
