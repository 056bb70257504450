import type { TreesConfig } from "../../model_config.ts";
import {
  type Booster,
  type BoosterOptions,
  type Dataset,
  foldOf,
  trainFold,
} from "../../boosting/mod.ts";
import type { PriceModel } from "./price_model.ts";
import { FEATURES } from "../training/features.ts";

/**
 * Cross-fitted boosted trees: a few boosters, each trained without its own share of the parcels. A sale
 * is predicted by the one that held its parcel out, a new house by the mean of them all.
 */
export interface Trees {
  readonly boosters: readonly Booster[];
  /** By training row: which booster has not seen its parcel. */
  readonly fold: Uint8Array;
  /** By training row: that booster's prediction. */
  readonly outOfFold: Float64Array;
}

/** Rows to train trees on, plain enough to be posted to a worker. */
export interface TreeTask {
  readonly dataset: Dataset;
  /** By row: which booster must not see it. */
  readonly fold: Uint8Array;
  readonly folds: number;
  /** Of the first booster. */
  readonly seed: number;
  /** How the trees are grown. */
  readonly options: TreeOptions;
}

/** What one worker trains: the booster that holds one fold out, and its predictions of that fold. */
export interface TrainedFold {
  readonly booster: Booster;
  readonly rows: Uint32Array;
  readonly predictions: Float64Array;
}

/**
 * Lays out rows for training, and tries how large the trees should be.
 *
 * @param features feature rows, `FEATURES.length` wide
 * @param rows which of them
 * @param parcelId identifier of the parcel of a row; its rows share a fold
 * @param target by place in `rows`
 */
export function treeTask(
  features: Float32Array,
  rows: Int32Array,
  parcelId: (row: number) => string,
  target: Float64Array,
  config: TreesConfig,
): TreeTask {
  const columns = columnsOf(features, rows);
  // The last features are a county's own words; one without any trains as if they did not exist.
  const used = 1 +
    columns.findLastIndex((column) =>
      column.some((value) => !Number.isNaN(value))
    );
  const dataset: Dataset = {
    features: FEATURES.slice(0, used).map(({ name, kind, monotone }) => ({
      name,
      kind: kind === "category" ? "category" : "number",
      monotone,
    })),
    columns: columns.slice(0, used),
    target,
  };
  const fold = Uint8Array.from(
    rows,
    (row) => foldOf(parcelId(row), config.folds),
  );
  const options = treeOptions(dataset, fold, config);
  return { dataset, fold, folds: config.folds, seed: config.seed, options };
}

/** Feature rows as columns. */
function columnsOf(features: Float32Array, rows: Int32Array): Float32Array[] {
  const width = FEATURES.length;
  return FEATURES.map((_, f) => {
    const column = new Float32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      column[at] = features[rows[at] * width + f];
    }
    return column;
  });
}

/** What may accompany the training of trees. */
export interface TreeTraining {
  /** Trees a booster; default the task's. Fewer are faster and less accurate. */
  readonly trees?: number;
  /** Called after every tree. */
  readonly onTree?: () => void;
  readonly signal?: AbortSignal;
}

/** How trees are grown. */
type TreeOptions = Partial<BoosterOptions> & { readonly trees: number };

/**
 * How trees are grown on some sales. How large they should be no count of sales tells: the larger
 * are taken where, in a trial, they err clearly less on parcels they have not seen.
 */
function treeOptions(
  dataset: Dataset,
  fold: Uint8Array,
  config: TreesConfig,
): TreeOptions {
  const { options, sizes: [smaller, larger], trial, many, seed } = config;
  if (fold.length >= many.fromRows) return { ...options, ...many.options };
  const { minImprovement, folds, ...faster } = trial;
  const error = (size: TreeOptions) => {
    let sum = 0;
    for (let which = 0; which < folds; which++) {
      const { rows, predictions } = trainFold(dataset, fold, which, {
        ...options,
        ...size,
        ...faster,
        seed: seed + which,
      });
      rows.forEach((row, at) =>
        sum += Math.abs(dataset.target[row] - predictions[at])
      );
    }
    return sum;
  };
  const size = error(larger) < (1 - minImprovement) * error(smaller)
    ? larger
    : smaller;
  return { ...options, ...size };
}

/** Trains the booster that is that holds one fold out. */
export function trainTreeFold(
  { dataset, fold, seed, options }: TreeTask,
  which: number,
  { trees, onTree, signal }: TreeTraining = {},
): TrainedFold {
  return trainFold(
    dataset,
    fold,
    which,
    {
      ...options,
      ...(trees === undefined ? {} : { trees }),
      seed: seed + which,
    },
    { onProgress: onTree, signal },
  );
}

/** Puts the folds of a task together. */
export function joinFolds(
  { fold }: TreeTask,
  folds: readonly TrainedFold[],
): Trees {
  const outOfFold = new Float64Array(fold.length);
  for (const { rows, predictions } of folds) {
    rows.forEach((row, at) => outOfFold[row] = predictions[at]);
  }
  return { boosters: folds.map(({ booster }) => booster), fold, outOfFold };
}

/** A share of the linear model plus the mean of trees fitted on what that share leaves over. */
export class TreePriceModel implements PriceModel {
  readonly features: readonly string[];
  #part: Float64Array;

  constructor(
    readonly linear: PriceModel,
    readonly share: number,
    readonly boosters: readonly Booster[],
  ) {
    this.features = linear.features;
    this.#part = new Float64Array(linear.features.length);
  }

  /** The price model as each booster alone sees it. */
  get foldModels(): TreePriceModel[] {
    return this.boosters.map((booster) =>
      new TreePriceModel(this.linear, this.share, [booster])
    );
  }

  predict(row: Float64Array): number {
    let sum = 0;
    for (const booster of this.boosters) sum += booster.predict(row);
    return this.share * this.linear.predict(row) + sum / this.boosters.length;
  }

  /** What each of `foldModels` predicts, and last what this model does; each booster is asked once. */
  byFold(row: Float64Array): Float64Array {
    const count = this.boosters.length;
    const linear = this.share * this.linear.predict(row);
    const out = new Float64Array(count + 1);
    let sum = 0;
    for (let b = 0; b < count; b++) {
      const log = this.boosters[b].predict(row);
      out[b] = linear + log;
      sum += log;
    }
    out[count] = linear + sum / count;
    return out;
  }

  /** Predicts many feature rows; much faster than one by one. */
  predictAll(features: Float32Array, rows: Int32Array): Float64Array {
    const columns = columnsOf(features, rows);
    const out = new Float64Array(rows.length);
    for (const booster of this.boosters) {
      booster.predictAll(columns).forEach((log, at) => out[at] += log);
    }
    const row = new Float64Array(FEATURES.length);
    rows.forEach((of, at) => {
      for (let f = 0; f < row.length; f++) {
        row[f] = features[of * FEATURES.length + f];
      }
      out[at] = this.share * this.linear.predict(row) +
        out[at] / this.boosters.length;
    });
    return out;
  }

  difference(
    row: Float64Array,
    other: Float64Array,
    out: Float64Array,
  ): number {
    let sum = this.share * this.linear.difference(row, other, out);
    for (let f = 0; f < out.length; f++) out[f] *= this.share;
    for (const booster of this.boosters) {
      sum += booster.difference(row, other, this.#part) / this.boosters.length;
      for (let f = 0; f < out.length; f++) {
        out[f] += this.#part[f] / this.boosters.length;
      }
    }
    return sum;
  }
}
