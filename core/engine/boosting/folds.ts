import type { Booster } from "./booster.ts";
import { type Dataset, subset } from "./dataset.ts";
import { hashOf, mix } from "./hash.ts";
import type { BoosterOptions } from "./options.ts";
import { trainBooster, type TrainingHooks } from "./train.ts";

/** A model and its predictions of the rows it has not seen. */
export interface FoldResult {
  /** Trained on all other rows. */
  readonly booster: Booster;
  /** Rows of the dataset that are in the fold, ascending. */
  readonly rows: Uint32Array;
  /** Their predictions. */
  readonly predictions: Float64Array;
}

/** Fold, 0 to `k - 1`, of a key such as a parcel id: equal keys share a fold, wherever and whenever it is asked. */
export function foldOf(key: string, k: number, seed = 1): number {
  let hash = hashOf(seed);
  for (let at = 0; at < key.length; at++) hash = mix(hash, key.charCodeAt(at));
  return hash % k;
}

/**
 * Trains on the rows outside one fold and predicts those inside. Folds are independent of each
 * other: run them in as many workers as there are cores.
 *
 * @param folds fold of each row, see `foldOf`
 */
export function trainFold(
  dataset: Dataset,
  folds: Uint8Array,
  fold: number,
  options: Partial<BoosterOptions> = {},
  hooks: TrainingHooks = {},
): FoldResult {
  const where = (keep: (f: number) => boolean) =>
    Uint32Array.from(folds.keys()).filter((row) => keep(folds[row]));
  const rows = where((f) => f === fold);
  const booster = trainBooster(
    subset(dataset, where((f) => f !== fold)),
    options,
    hooks,
  );
  const predictions = booster.predictAll(subset(dataset, rows).columns);
  return { booster, rows, predictions };
}
