import { type Bins, codesOf } from "./binning.ts";
import { checkDataset, type Dataset } from "./dataset.ts";
import { exactMean } from "./exact.ts";
import { type Forest, leafOf } from "./forest.ts";
import { slopeOf } from "./gradients.ts";
import type { BoosterOptions } from "./options.ts";

/** Follows the loss on validation rows while trees are added. */
export class ValidationWatch {
  /** Trees up to the lowest loss. */
  bestTrees = 0;
  #best = Infinity;
  #trees = 0;
  #validation: Dataset;
  #options: BoosterOptions;
  #codes: Uint8Array;
  #scores: Float64Array;

  /** Throws RangeError when the validation rows are not of the training features. */
  constructor(
    validation: Dataset,
    bins: readonly Bins[],
    base: number,
    options: BoosterOptions,
  ) {
    checkDataset(validation);
    if (validation.features.length !== bins.length) {
      throw new RangeError(
        `validation: ${validation.features.length} features, expected ${bins.length}`,
      );
    }
    this.#validation = validation;
    this.#options = options;
    this.#codes = codesOf(bins, validation.columns);
    this.#scores = new Float64Array(validation.target.length).fill(base);
  }

  /** Adds a tree, a forest of one; returns the new mean loss. */
  add(tree: Forest): number {
    const { target, weight, features } = this.#validation;
    const losses = this.#scores.map((score, row) => {
      const leaf = leafOf(tree, 0, this.#codes, row * features.length);
      this.#scores[row] = score + tree.value[leaf];
      const residual = this.#scores[row] - target[row];
      const slope = slopeOf(residual, this.#options);
      return slope * (2 * residual - slope);
    });
    const loss = exactMean(losses, weight);
    this.#trees++;
    if (loss < this.#best) {
      this.#best = loss;
      this.bestTrees = this.#trees;
    }
    return loss;
  }

  /** Trees since the loss was lowest. */
  get waited(): number {
    return this.#trees - this.bestTrees;
  }
}
