import { IQR_IN_SDS } from "../../statistics/robust.ts";
import { MODEL_CONFIG, type ModelConfig } from "../../model_config.ts";
import { quantileSorted } from "../../statistics/quantile.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import { FEATURES } from "../training/features.ts";
import { type HedonicDesign, hedonicDesign } from "./linear_model.ts";
import type { TrainingSales } from "../training/sales.ts";
import type { PriceModel } from "./price_model.ts";
import { fitTimeIndex, FLAT_INDEX, type TimeIndex } from "./time_index.ts";
import {
  TreePriceModel,
  type Trees,
  type TreeTask,
  treeTask,
} from "./trees.ts";

/** What one property type's attributes are worth. */
export interface TypeFit {
  /** Log price on the day the index is 0 on. */
  readonly priceModel: PriceModel;
  /** The price model as each cross-fitted booster alone sees it, and last the price model itself. */
  readonly foldModels: readonly PriceModel[];
  /** What each of `foldModels` predicts of a feature row, without asking any part of them twice. */
  readonly byFold: (row: Float64Array) => Float64Array;
  /** Sales it was fitted on. */
  readonly sales: number;
}

/** Price model and index, fitted together on the sales strictly before a day. */
export interface PriceFit {
  readonly training: TrainingSales;
  /** Sales 0 to `trained - 1` of `training` were fitted on. */
  readonly trained: number;
  readonly index: TimeIndex;
  /** By place in `MODELLED_TYPES`; null where no sale of the type was fitted on. */
  readonly types: readonly (TypeFit | null)[];
  /** By sale: which of its type's fold models has not seen its parcel, and predicts it. */
  readonly heldOutBy: Uint8Array;
  /** What that fold model predicts of each sale, up to the last one asked for. */
  readonly fitted: Float64Array;
  /** Log of how expensive each sold home is predicted to be beside the usual one of its type. */
  readonly tier: Float64Array;
  /** The index on the day of each sale, up to the last one asked for. */
  readonly level: Float64Array;
  /** What it was fitted with. */
  readonly config: ModelConfig;
}

/**
 * Fits the linear model on prices brought to the newest day and the index on what the
 * price model leaves over, in turn until they settle.
 *
 * @param trained fit on sales 0 to `trained - 1`
 * @param config what to fit with
 * @param known also predict the sales up to `known - 1`; default: none
 */
export function fitPrices(
  training: TrainingSales,
  trained: number,
  known = trained,
  config: ModelConfig = MODEL_CONFIG,
): PriceFit {
  const { day, segment, segments, logPrice, features } = training;
  const rows = rowsByType(training, trained);
  const designs = rows.map((each): HedonicDesign | null =>
    each.length === 0 ? null : hedonicDesign(features, each, config.linear)
  );
  const fitted = new Float64Array(known);
  const tier = new Float64Array(known);
  const priceModels: (PriceModel | null)[] = rows.map(() => null);
  let index: TimeIndex = FLAT_INDEX;
  for (let round = 0; round < config.linear.indexRounds; round++) {
    rows.forEach((each, t) => {
      const fit = designs[t]?.fit(toNewest(training, index, tier, each));
      if (!fit) return;
      priceModels[t] = fit.priceModel;
      each.forEach((i, at) => fitted[i] = fit.fitted[at]);
    });
    setTiers(training, priceModels, rows, tier);
    const residual = logPrice.subarray(0, trained)
      .map((log, i) => log - fitted[i]);
    index = fitTimeIndex(
      {
        day: day.subarray(0, trained),
        segment,
        tier,
        residual: winsorized(residual, config.linear.winsorSds),
      },
      segments.length,
      trained === 0 ? 0 : day[trained - 1],
      config.timeIndex,
    );
  }
  const types = priceModels.map((priceModel, t) =>
    priceModel && {
      priceModel,
      foldModels: [priceModel],
      byFold: (row: Float64Array) => Float64Array.of(priceModel.predict(row)),
      sales: rows[t].length,
    }
  );
  const heldOutBy = new Uint8Array(known);
  const level = fitted.map((_, i) => index.logAt(segment[i], day[i], tier[i]));
  const fit = {
    training,
    trained,
    index,
    types,
    heldOutBy,
    fitted,
    tier,
    level,
    config,
  };
  predictUntrained(fit);
  return fit;
}

/** Rows of each modelled type among the first sales. */
function rowsByType({ type }: TrainingSales, count: number): Int32Array[] {
  const all = new Int32Array(count).map((_, i) => i);
  return MODELLED_TYPES.map((_, t) => all.filter((i) => type[i] === t));
}

/** Beyond this, how expensive a home is predicted says little of how fast its price moved. */
const MAX_TIER = 1.2;

/**
 * Fills `tier` with the log of how expensive each sold home is predicted to be, less the mean of
 * the type's training sales.
 */
function setTiers(
  { type, features }: TrainingSales,
  priceModels: readonly (PriceModel | null)[],
  rows: readonly Int32Array[],
  tier: Float64Array,
): void {
  const row = new Float64Array(FEATURES.length);
  for (let i = 0; i < tier.length; i++) {
    const at = i * FEATURES.length;
    for (let f = 0; f < row.length; f++) row[f] = features[at + f];
    tier[i] = priceModels[type[i]]?.predict(row) ?? NaN;
  }
  const means = rows.map((each) =>
    each.reduce((sum, i) => sum + tier[i], 0) / each.length
  );
  for (let i = 0; i < tier.length; i++) {
    const above = tier[i] - means[type[i]];
    tier[i] = Number.isNaN(above)
      ? 0
      : Math.max(-MAX_TIER, Math.min(MAX_TIER, above));
  }
}

/** Log prices brought to the newest day. */
function toNewest(
  { logPrice, segment, day }: TrainingSales,
  index: TimeIndex,
  tier: Float64Array,
  rows: Int32Array,
): Float64Array {
  const logs = new Float64Array(rows.length);
  for (let at = 0; at < logs.length; at++) {
    const i = rows[at];
    logs[at] = logPrice[i] - index.logAt(segment[i], day[i], tier[i]);
  }
  return logs;
}

/** Fills `fitted` with what the price models say of the sales that were not trained on. */
function predictUntrained(
  { training, trained, types, fitted }: PriceFit,
): void {
  const { type, features } = training;
  const row = new Float64Array(FEATURES.length);
  for (let i = trained; i < fitted.length; i++) {
    const at = i * FEATURES.length;
    for (let f = 0; f < row.length; f++) row[f] = features[at + f];
    fitted[i] = types[type[i]]?.priceModel.predict(row) ?? NaN;
  }
}

/** The rows the trees of a type are trained on: all but those far off the linear model. */
function treeRows(fit: PriceFit, type: number): Int32Array {
  const { outlierSds, minSales } = fit.config.trees;
  const rows = rowsByType(fit.training, fit.trained)[type];
  const target = toNewest(fit.training, fit.index, fit.tier, rows);
  const residual = target.map((log, at) => log - fit.fitted[rows[at]]);
  if (rows.length < minSales) return new Int32Array(0);
  const { middle, sd } = centre(residual);
  return rows.filter((_, at) =>
    Math.abs(residual[at] - middle) <= outlierSds * sd
  );
}

/**
 * What has to be trained to add trees to a linear fit, by place in `MODELLED_TYPES`; null
 * where there are too few sales for trees.
 */
export function treeTasks(
  fit: PriceFit,
  parcelId: (parcel: number) => string,
): (TreeTask | null)[] {
  const { training, fitted } = fit;
  return fit.types.map((_, t) => {
    const rows = treeRows(fit, t);
    if (rows.length === 0) return null;
    const target = toNewest(training, fit.index, fit.tier, rows);
    return treeTask(
      training.features,
      rows,
      (i) => parcelId(training.parcel[i]),
      target.map((log, at) =>
        log - fit.config.trees.linearShare * fitted[rows[at]]
      ),
      fit.config.trees,
    );
  });
}

/** The fit with trees added. `trees` answer the tasks that `treeTasks` of the same fit gave. */
export function withTrees(
  fit: PriceFit,
  trees: readonly (Trees | null)[],
): PriceFit {
  const { training: { features }, heldOutBy, fitted } = fit;
  const share = fit.config.trees.linearShare;
  const grown = {
    ...fit,
    heldOutBy: heldOutBy.slice(),
    fitted: fitted.slice(),
  };
  const types = fit.types.map((each, t) => {
    const of = trees[t];
    if (!each || !of) return each;
    const crossFit = new TreePriceModel(each.priceModel, share, of.boosters);
    const seen = new Uint8Array(fitted.length);
    treeRows(fit, t).forEach((i, at) => {
      seen[i] = 1;
      grown.heldOutBy[i] = of.fold[at];
      grown.fitted[i] = share * fitted[i] + of.outOfFold[at];
    });
    // No booster was trained on the rest: all of them predict it.
    const rest = rowsByType(fit.training, fitted.length)[t]
      .filter((i) => !seen[i]);
    crossFit.predictAll(features, rest).forEach((log, at) => {
      grown.heldOutBy[rest[at]] = of.boosters.length;
      grown.fitted[rest[at]] = log;
    });
    return {
      ...each,
      priceModel: crossFit,
      foldModels: [...crossFit.foldModels, crossFit],
      byFold: (row: Float64Array) => crossFit.byFold(row),
    };
  });
  return { ...grown, types };
}

/** Median, and the standard deviation of the middle half as of a normal distribution. */
function centre(
  values: Float64Array,
): { readonly middle: number; readonly sd: number } {
  const sorted = values.toSorted();
  const at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))];
  return {
    middle: quantileSorted(sorted, 0.5),
    sd: (at(0.75) - at(0.25)) / IQR_IN_SDS,
  };
}

/** Values with their tails drawn in to some robust standard deviations around the median. */
export function winsorized(values: Float64Array, sds: number): Float64Array {
  if (values.length === 0) return values;
  const { middle, sd } = centre(values);
  const limit = sds * sd;
  return values.map((value) =>
    Math.max(middle - limit, Math.min(middle + limit, value))
  );
}
