import { type Bins, binsOf, codesOf } from "./binning.ts";
import { Booster } from "./booster.ts";
import { checkDataset, type Dataset } from "./dataset.ts";
import { exact, exactSum, largest, quantum } from "./exact.ts";
import { type Forest, leafOf } from "./forest.ts";
import { hashOf, mix } from "./hash.ts";
import { type CodedRows, codeRows } from "./histogram.ts";
import { type BoosterOptions, resolveOptions } from "./options.ts";
import { type Gradients, TreeGrower } from "./tree.ts";

/** How far training is. */
export interface TrainingProgress {
  /** Trees grown. */
  readonly tree: number;
  /** Trees there will be at most. */
  readonly trees: number;
  /** Mean loss on the validation rows, when there are any. */
  readonly loss?: number;
}

/** What may accompany training. */
export interface TrainingHooks {
  /** Rows to stop by, of the same features; see `patience`. */
  readonly validation?: Dataset;
  /** Called after every tree, in the same turn: training never yields, so run it in a worker. */
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Looked at before every tree; when aborted, training throws its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Trains gradient-boosted regression trees. The same rows, in any order, and the same options
 * give the same bytes on every machine: sums are exact (`exact.ts`), chance is a hash of the
 * seed and of what it decides on, and training uses only operations that IEEE 754 defines.
 *
 * @throws RangeError naming an option or a column that cannot be trained on
 */
export function trainBooster(
  dataset: Dataset,
  options: Partial<BoosterOptions> = {},
  hooks: TrainingHooks = {},
): Booster {
  const all = resolveOptions(options);
  checkDataset(dataset);
  const { features, columns, target } = dataset;
  const bins = columns.map((column, f) =>
    binsOf(column, features[f].kind, all.maxBins)
  );
  const coded = codeRows(bins, columns);
  const weights = dataset.weight && exact(dataset.weight);
  const base = meanOf(target, weights);
  const scores = new Float64Array(target.length).fill(base);
  const grower = new TreeGrower(coded, features, bins, all);
  const gradients = new GradientStep(coded, target, weights, all);
  const watch = hooks.validation &&
    new ValidationWatch(hooks.validation, bins, base, all);
  for (let tree = 0; tree < all.trees; tree++) {
    hooks.signal?.throwIfAborted();
    const leaves = grower.grow(gradients.next(scores, tree));
    for (const { start, end, value } of leaves) {
      for (let at = start; at < end; at++) scores[grower.order[at]] += value;
    }
    const loss = watch?.add(grower.newest());
    hooks.onProgress?.({ tree: tree + 1, trees: all.trees, loss });
    if (watch && tree + 1 - watch.bestTrees >= all.patience) break;
  }
  return new Booster(features, bins, base, grower.forest(watch?.bestTrees));
}

/** Weighted mean. */
function meanOf(target: Float64Array, weights?: Float64Array): number {
  return weights
    ? exactSum(target.map((y, row) => y * weights[row])) / exactSum(weights)
    : exactSum(target) / target.length;
}

/** Derivative of a row's loss (per half) by its score. */
function slope(residual: number, { objective, huberDelta }: BoosterOptions) {
  return objective === "huber"
    ? Math.min(huberDelta, Math.max(-huberDelta, residual))
    : residual;
}

/** Turns scores into the packed gradients of the next tree. */
class GradientStep {
  #target: Float64Array;
  #weights?: Float64Array;
  #options: BoosterOptions;
  #gradient: Float64Array;
  #packed: Float64Array;
  #seenWeights?: Float64Array;
  /** Hash of each row's content, so that sampling does not depend on row order. */
  #rowHash?: Uint32Array;

  constructor(
    coded: CodedRows,
    target: Float64Array,
    weights: Float64Array | undefined,
    options: BoosterOptions,
  ) {
    this.#target = target;
    this.#weights = weights;
    this.#options = options;
    this.#gradient = new Float64Array(target.length);
    this.#packed = new Float64Array(target.length);
    if (weights) this.#seenWeights = weights.slice();
    if (options.rowFraction < 1) this.#rowHash = hashRows(coded, target);
  }

  next(scores: Float64Array, tree: number): Gradients {
    const gradient = this.#gradient;
    const rows = gradient.length;
    for (let row = 0; row < rows; row++) {
      gradient[row] = slope(scores[row] - this.#target[row], this.#options) *
        (this.#weights ? this.#weights[row] : 1);
    }
    let unit = 2;
    while (unit <= rows) unit *= 2;
    // Below 2^52: the summed gradients in steps, times `unit`, and the count.
    const packing = {
      unit,
      quantum: quantum(largest(gradient), rows, 2 ** 51 / unit),
    };
    this.#pack(packing.unit, packing.quantum);
    this.#leaveOut(tree);
    return { packed: this.#packed, packing, weights: this.#seenWeights };
  }

  #pack(unit: number, q: number): void {
    const perQuantum = 1 / q;
    for (let row = 0; row < this.#packed.length; row++) {
      const steps = Math.round(this.#gradient[row] * perQuantum);
      this.#packed[row] = steps * unit + 1;
    }
  }

  /** Hides from the tree the rows that weigh nothing or that the lot does not fall on. */
  #leaveOut(tree: number): void {
    const weights = this.#weights;
    if (!weights && !this.#rowHash) return;
    const lot = hashOf(this.#options.seed, tree);
    const limit = this.#options.rowFraction * 2 ** 32;
    for (let row = 0; row < this.#packed.length; row++) {
      const seen = !this.#rowHash || mix(lot, this.#rowHash[row]) < limit;
      if (weights) this.#seenWeights![row] = seen ? weights[row] : 0;
      if (!seen || weights?.[row] === 0) this.#packed[row] = 0;
    }
  }
}

/** A hash of each row's codes and target. Rows alike share their lot, so their order cannot matter. */
function hashRows({ words }: CodedRows, target: Float64Array): Uint32Array {
  const bits = new DataView(new ArrayBuffer(8));
  return Uint32Array.from(target, (y, row) => {
    bits.setFloat64(0, y);
    const seed = hashOf(bits.getInt32(0), bits.getInt32(4));
    return words.reduce((hash, word) => mix(hash, word[row]), seed);
  });
}

/** Follows the loss on validation rows. */
class ValidationWatch {
  /** Trees up to the lowest loss. */
  bestTrees = 0;
  #best = Infinity;
  #trees = 0;
  #options: BoosterOptions;
  #target: Float64Array;
  #weights?: Float64Array;
  #codes: Uint8Array;
  #features: number;
  #scores: Float64Array;

  constructor(
    validation: Dataset,
    bins: readonly Bins[],
    base: number,
    options: BoosterOptions,
  ) {
    checkDataset(validation);
    this.#options = options;
    this.#target = validation.target;
    this.#weights = validation.weight;
    this.#features = bins.length;
    this.#codes = codesOf(bins, validation.columns);
    this.#scores = new Float64Array(validation.target.length).fill(base);
  }

  /** Adds a tree; returns the new mean loss. */
  add(tree: Forest): number {
    const losses = this.#scores.map((score, row) => {
      const leaf = leafOf(tree, 0, this.#codes, row * this.#features);
      this.#scores[row] = score + tree.value[leaf];
      const residual = this.#scores[row] - this.#target[row];
      const near = slope(residual, this.#options);
      return near * (2 * residual - near) * (this.#weights?.[row] ?? 1);
    });
    const loss = meanOf(losses);
    this.#trees++;
    if (loss < this.#best) {
      this.#best = loss;
      this.bestTrees = this.#trees;
    }
    return loss;
  }
}
