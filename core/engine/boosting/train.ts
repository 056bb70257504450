import { binsOf } from "./binning.ts";
import { Booster } from "./booster.ts";
import { checkDataset, type Dataset } from "./dataset.ts";
import { exactMean } from "./exact.ts";
import { GradientStep } from "./gradients.ts";
import { codeRows } from "./histogram.ts";
import { type BoosterOptions, resolveOptions } from "./options.ts";
import { TreeGrower } from "./tree.ts";
import { ValidationWatch } from "./validation.ts";

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
  /** Rows to stop by, of the same features; see `earlyStoppingRounds`. */
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
 * @throws {RangeError} naming an option or a column that cannot be trained on
 */
export function trainBooster(
  dataset: Dataset,
  options: Partial<BoosterOptions> = {},
  hooks: TrainingHooks = {},
): Booster {
  const all = resolveOptions(options);
  checkDataset(dataset);
  const { features, columns, target, weight: weights } = dataset;
  const bins = columns.map((column, f) =>
    binsOf(column, features[f].kind, all.maxBins)
  );
  const coded = codeRows(bins, columns);
  const base = exactMean(target, weights);
  const scores = new Float64Array(target.length).fill(base);
  const grower = new TreeGrower(coded, features, bins, all);
  const gradients = new GradientStep({ coded, target, weights }, all);
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
    if (watch && watch.waited >= all.earlyStoppingRounds) break;
  }
  return new Booster(features, bins, base, grower.forest(watch?.bestTrees));
}
