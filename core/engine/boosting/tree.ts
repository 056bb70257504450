import { type Bins, CODES } from "./binning.ts";
import type { Feature } from "./dataset.ts";
import { featureOf, type Forest, goesRight, numberSplit } from "./forest.ts";
import { ForestBuilder } from "./forest_builder.ts";
import type { Gradients } from "./gradients.ts";
import { hashOf } from "./hash.ts";
import {
  addRows,
  clear,
  type CodedRows,
  emptyHistogram,
  type Histogram,
  subtract,
} from "./histogram.ts";
import type { BoosterOptions } from "./options.ts";
import { type Split, SplitFinder, type Sums, totalsOf } from "./split.ts";

/** A leaf of the newest tree: the rows `order[start..end)` and what it adds to them. */
export interface GrownLeaf {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Sums of a node over all features. */
interface NodeHistograms {
  readonly gradients: Histogram;
  readonly weights?: Histogram;
}

/** A node that may still be split. */
interface OpenLeaf {
  readonly node: number;
  readonly depth: number;
  readonly start: number;
  readonly end: number;
  readonly sums: Sums;
  readonly output: number;
  readonly lower: number;
  readonly upper: number;
  histograms?: NodeHistograms;
  split: Split | null;
}

/** Grows trees leaf by leaf, the one with the highest gain next. */
export class TreeGrower {
  /** Rows, those of a leaf of the newest tree side by side. */
  readonly order: Uint32Array;
  #forest = new ForestBuilder();
  #features: readonly Feature[];
  // Scratch of a partition: the rows that go right, and for each code whether it does.
  #rightRows: Uint32Array;
  #codeRight = new Uint8Array(CODES);
  #finder: SplitFinder;
  #pool: NodeHistograms[] = [];
  #active: Uint8Array;
  // What the newest tree is grown from.
  #gradients!: Gradients;

  constructor(
    readonly coded: CodedRows,
    features: readonly Feature[],
    bins: readonly Bins[],
    readonly options: BoosterOptions,
  ) {
    this.order = new Uint32Array(coded.rows);
    this.#features = features;
    this.#rightRows = new Uint32Array(coded.rows);
    this.#finder = new SplitFinder(features, bins, options);
    this.#active = new Uint8Array(features.length);
  }

  /** Grows the next tree and returns its leaves. */
  grow(gradients: Gradients): GrownLeaf[] {
    this.#gradients = gradients;
    this.#chooseFeatures(this.#forest.trees);
    const root = this.#root();
    const leaves = [root];
    this.#search(root);
    while (leaves.length < this.options.maxLeaves) {
      let best = -1;
      for (let at = 0; at < leaves.length; at++) {
        const gain = leaves[at].split?.gain ?? 0;
        if (gain > 0 && (best < 0 || gain > leaves[best].split!.gain)) {
          best = at;
        }
      }
      if (best < 0) break;
      const [left, right] = this.#divide(
        leaves[best],
        leaves.length + 1 < this.options.maxLeaves,
      );
      leaves[best] = left;
      leaves.push(right);
    }
    return leaves.map((leaf) => {
      this.#release(leaf);
      const value = Math.fround(this.options.learningRate * leaf.output);
      this.#forest.setValue(leaf.node, value);
      return { start: leaf.start, end: leaf.end, value };
    });
  }

  /** The first `trees` trees, all by default. */
  forest(trees: number = this.#forest.trees): Forest {
    return this.#forest.slice(0, trees);
  }

  /** The tree grown last, as a forest of one. */
  newest(): Forest {
    return this.#forest.slice(this.#forest.trees - 1, this.#forest.trees);
  }

  /** Switches on the features of a tree: those with the lowest hashes. */
  #chooseFeatures(tree: number): void {
    const { featureFraction, seed } = this.options;
    const count = Math.max(
      1,
      Math.round(featureFraction * this.#active.length),
    );
    this.#active.fill(0);
    Array.from(this.#active.keys(), (f) => ({ f, lot: hashOf(seed, tree, f) }))
      .sort((a, b) => a.lot - b.lot || a.f - b.f)
      .slice(0, count)
      .forEach(({ f }) => this.#active[f] = 1);
  }

  #root(): OpenLeaf {
    const { packed, weights } = this.#gradients;
    const sums = { packed: 0, weight: 0 };
    for (let row = 0; row < packed.length; row++) {
      this.order[row] = row;
      sums.packed += packed[row];
      if (weights) sums.weight += weights[row];
    }
    const { gradient, weight, rows } = this.#totals(sums);
    return {
      node: this.#forest.beginTree(rows),
      depth: 0,
      start: 0,
      end: packed.length,
      sums,
      output: weight > 0 ? -gradient / (weight + this.options.lambda) : 0,
      lower: -Infinity,
      upper: Infinity,
      split: null,
    };
  }

  #totals(sums: Sums) {
    const { packing, weights } = this.#gradients;
    return totalsOf(sums, packing, weights !== undefined);
  }

  /** Splits a leaf in two; looks for their own splits when `more` may follow. */
  #divide(leaf: OpenLeaf, more: boolean): [OpenLeaf, OpenLeaf] {
    const split = leaf.split!;
    const { feature, threshold, unknownLeft, set } = split;
    const asks = set
      ? this.#forest.askSet(feature, set)
      : numberSplit(feature, threshold, unknownLeft);
    const middle = this.#partition(leaf, asks);
    const right = {
      packed: leaf.sums.packed - split.left.packed,
      weight: leaf.sums.weight - split.left.weight,
    };
    // Basic bounds method: nothing below a monotone split may cross the middle of its two outputs.
    const cut = (split.leftOutput + split.rightOutput) / 2;
    const direction = this.#features[feature].monotone ?? 0;
    const child = (
      sums: Sums,
      start: number,
      end: number,
      output: number,
      side: number,
    ): OpenLeaf => ({
      node: this.#forest.addNode(this.#totals(sums).rows),
      depth: leaf.depth + 1,
      start,
      end,
      sums,
      output,
      lower: side * direction > 0 ? cut : leaf.lower,
      upper: side * direction < 0 ? cut : leaf.upper,
      split: null,
    });
    const children: [OpenLeaf, OpenLeaf] = [
      child(split.left, leaf.start, middle, split.leftOutput, -1),
      child(right, middle, leaf.end, split.rightOutput, 1),
    ];
    this.#forest.setSplit(leaf.node, asks, children[0].node);
    if (more) this.#searchChildren(leaf, children);
    this.#release(leaf);
    return children;
  }

  /** Brings the rows that go left before those that go right, each in their old order; returns where the right begin. */
  #partition({ start, end }: OpenLeaf, asks: number): number {
    const right = this.#codeRight;
    for (let code = 0; code < CODES; code++) {
      right[code] = goesRight(asks, code, this.#forest.sets);
    }
    const feature = featureOf(asks);
    const words = this.coded.words[feature >> 2];
    const shift = 8 * (feature & 3);
    const order = this.order;
    const moved = this.#rightRows;
    let left = start;
    let count = 0;
    for (let at = start; at < end; at++) {
      const row = order[at];
      const goes = right[(words[row] >>> shift) & 255];
      // Both are written, one counter advances: no branch to mispredict.
      order[left] = row;
      moved[count] = row;
      left += 1 - goes;
      count += goes;
    }
    order.set(moved.subarray(0, count), left);
    return left;
  }

  /** Finds the splits of two new leaves. Only the smaller one's rows are read; the other's sums are what remains. */
  #searchChildren(parent: OpenLeaf, [left, right]: [OpenLeaf, OpenLeaf]): void {
    if (!this.#divisible(left) && !this.#divisible(right)) return;
    const leftSmaller = left.end - left.start <= right.end - right.start;
    const [small, large] = leftSmaller ? [left, right] : [right, left];
    this.#fill(small);
    large.histograms = parent.histograms!;
    parent.histograms = undefined;
    subtract(large.histograms.gradients, small.histograms!.gradients);
    if (large.histograms.weights) {
      subtract(large.histograms.weights, small.histograms!.weights!);
    }
    this.#find(left);
    this.#find(right);
  }

  #search(leaf: OpenLeaf): void {
    if (!this.#divisible(leaf)) return;
    this.#fill(leaf);
    this.#find(leaf);
  }

  #divisible(leaf: OpenLeaf): boolean {
    const { maxDepth, minLeafRows } = this.options;
    return leaf.depth < maxDepth &&
      this.#totals(leaf.sums).rows >= 2 * minLeafRows;
  }

  #find(leaf: OpenLeaf): void {
    if (!this.#divisible(leaf)) return;
    leaf.split = this.#finder.find(
      { ...leaf.histograms!, ...leaf },
      this.#gradients.packing,
      this.#active,
      hashOf(this.options.seed, leaf.node),
    );
  }

  #fill(leaf: OpenLeaf): void {
    const { packed, weights } = this.#gradients;
    const words = this.coded.words.length;
    leaf.histograms = this.#pool.pop() ?? {
      gradients: emptyHistogram(words),
      weights: weights && emptyHistogram(words),
    };
    const { order } = this;
    const add = (histogram: Histogram, values: Float64Array) => {
      clear(histogram);
      addRows(
        histogram,
        this.coded,
        this.#active,
        order,
        leaf.start,
        leaf.end,
        values,
      );
    };
    add(leaf.histograms.gradients, packed);
    if (weights) add(leaf.histograms.weights!, weights);
  }

  #release(leaf: OpenLeaf): void {
    if (leaf.histograms) this.#pool.push(leaf.histograms);
    leaf.histograms = undefined;
  }
}
