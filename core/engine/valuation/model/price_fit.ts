import { IQR_IN_SDS } from "../../statistics/robust.ts";
import { MODEL_CONFIG, type ModelConfig } from "../../model_config.ts";
import { quantileSorted } from "../../statistics/quantile.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import { FEATURES } from "../training/features.ts";
import {
  type HedonicDesign,
  hedonicDesign,
  type LinearParameters,
  linearPriceModel,
} from "./linear_model.ts";
import type { TrainingSales } from "../training/sales.ts";
import type { PriceModel } from "./price_model.ts";
import {
  fitTimeIndex,
  FLAT_PATHS,
  type IndexPaths,
  type TimeIndex,
  timeIndexOf,
} from "./time_index.ts";
import type { Booster } from "../../boosting/mod.ts";
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
  /** What the linear part was fitted to. */
  readonly linear: LinearParameters;
  /** Mean of what the linear part predicts of those sales: the usual home of the type. */
  readonly usual: number;
  /** The cross-fitted boosters; none where the linear model stands alone. */
  readonly boosters: readonly Booster[];
}

/** Price model and index, fitted together on the sales strictly before a day. */
export interface PriceFit {
  readonly training: TrainingSales;
  /** Sales 0 to `trained - 1` of `training` were fitted on. */
  readonly trained: number;
  readonly index: TimeIndex;
  /** What `index` was fitted to. */
  readonly paths: IndexPaths;
  /** By place in `MODELLED_TYPES`; null where no sale of the type was fitted on. */
  readonly types: readonly (TypeFit | null)[];
  /** By sale: which of its type's fold models has not seen its parcel, and predicts it. */
  readonly heldOutBy: Uint8Array;
  /** What that fold model predicts of each sale, up to the last one asked for. */
  readonly fitted: Float64Array;
  /** Log of how expensive each sold home is predicted to be relative to the usual one of its type. */
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
  const fitted = new Float64Array(trained);
  const tier = new Float64Array(trained);
  const usual = new Float64Array(rows.length);
  const linear: (LinearParameters | null)[] = rows.map(() => null);
  let paths = FLAT_PATHS;
  let index = timeIndexOf(paths);
  for (let round = 0; round < config.linear.indexRounds; round++) {
    rows.forEach((each, t) => {
      const fit = designs[t]?.fit(toNewest(training, index, tier, each));
      if (!fit) return;
      linear[t] = fit.parameters;
      each.forEach((i, at) => fitted[i] = fit.fitted[at]);
    });
    setTiers(training, linear, rows, { tier, usual });
    const residual = logPrice.subarray(0, trained)
      .map((log, i) => log - fitted[i]);
    paths = fitTimeIndex(
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
    index = timeIndexOf(paths);
  }
  const types = linear.map((each, t) =>
    each && linearTypeFit({
      linear: each,
      usual: usual[t],
      sales: rows[t].length,
    })
  );
  const fit = {
    training,
    trained,
    index,
    paths,
    types,
    heldOutBy: new Uint8Array(trained),
    fitted,
    tier,
    level: fitted.map((_, i) => index.logAt(segment[i], day[i], tier[i])),
    config,
  };
  return withLaterSales(fit, known);
}

/** What a type's linear model was fitted to. */
type LinearFit = Pick<TypeFit, "linear" | "usual" | "sales">;

/** Returns the fit of a type whose linear model stands alone. */
function linearTypeFit(fit: LinearFit): TypeFit {
  const priceModel = linearPriceModel(fit.linear);
  return {
    ...fit,
    priceModel,
    foldModels: [priceModel],
    byFold: (row) => Float64Array.of(priceModel.predict(row)),
    boosters: [],
  };
}

/**
 * Returns the fit of a type with trees on a share of its linear model; with no boosters, of the
 * linear model alone.
 */
export function typeFit(
  fit: LinearFit,
  share: number,
  boosters: readonly Booster[],
): TypeFit {
  const alone = linearTypeFit(fit);
  if (boosters.length === 0) return alone;
  const crossFit = new TreePriceModel(alone.priceModel, share, boosters);
  return {
    ...alone,
    priceModel: crossFit,
    foldModels: [...crossFit.foldModels, crossFit],
    byFold: (row) => crossFit.byFold(row),
    boosters,
  };
}

/** Rows of each modelled type among the first sales. */
function rowsByType({ type }: TrainingSales, count: number): Int32Array[] {
  const all = new Int32Array(count).map((_, i) => i);
  return MODELLED_TYPES.map((_, t) => all.filter((i) => type[i] === t));
}

/** Beyond this, how expensive a home is predicted says little of how fast its price moved. */
const MAX_TIER = 1.2;

/**
 * Fills `tier` with the log of how expensive each sold home is predicted to be relative to the usual one
 * of its type, and `usual` with what that one is predicted to be.
 */
function setTiers(
  training: TrainingSales,
  linear: readonly (LinearParameters | null)[],
  rows: readonly Int32Array[],
  { tier, usual }: {
    readonly tier: Float64Array;
    readonly usual: Float64Array;
  },
): void {
  const { features } = training;
  const row = new Float64Array(FEATURES.length);
  rows.forEach((each, t) => {
    const parameters = linear[t];
    if (!parameters) return;
    const priceModel = linearPriceModel(parameters);
    let sum = 0;
    for (const i of each) {
      const at = i * FEATURES.length;
      for (let f = 0; f < row.length; f++) row[f] = features[at + f];
      sum += tier[i] = priceModel.predict(row);
    }
    usual[t] = sum / each.length;
    for (const i of each) tier[i] = tierOf(tier[i], usual[t]);
  });
}

function tierOf(predicted: number, usual: number): number {
  return Math.max(-MAX_TIER, Math.min(MAX_TIER, predicted - usual));
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

/**
 * Returns a fit that also predicts the sales after those it was trained on; all boosters together
 * predict them, since none has seen them.
 *
 * @param known predict the sales up to `known - 1`
 */
export function withLaterSales(fit: PriceFit, known: number): PriceFit {
  const { training, trained, types, index } = fit;
  if (known <= trained) return fit;
  const { type, segment, day } = training;
  const longer = <T extends Float64Array | Uint8Array>(of: T, to: T): T => {
    to.set(of);
    return to;
  };
  const fitted = longer(fit.fitted, new Float64Array(known));
  const tier = longer(fit.tier, new Float64Array(known));
  const level = longer(fit.level, new Float64Array(known));
  const heldOutBy = longer(fit.heldOutBy, new Uint8Array(known));
  const linear = types.map((each) => each && linearPriceModel(each.linear));
  for (let i = trained; i < known; i++) {
    const row = Float64Array.from(training.featuresOf(i));
    const of = types[type[i]];
    fitted[i] = of?.priceModel.predict(row) ?? NaN;
    heldOutBy[i] = of?.boosters.length ?? 0;
    tier[i] = of ? tierOf(linear[type[i]]!.predict(row), of.usual) : 0;
    level[i] = index.logAt(segment[i], day[i], tier[i]);
  }
  return { ...fit, fitted, tier, level, heldOutBy };
}

/** The rows the trees of a type are trained on: all but those far off the linear model. */
function treeRows(fit: PriceFit, type: number): Int32Array {
  const { outlierSds, minSales } = fit.config.trees;
  const rows = rowsByType(fit.training, fit.trained)[type];
  const target = toNewest(fit.training, fit.index, fit.tier, rows);
  const residual = target.map((log, at) => log - fit.fitted[rows[at]]);
  if (rows.length < minSales) return new Int32Array(0);
  const { middle, sd } = center(residual);
  return rows.filter((_, at) =>
    Math.abs(residual[at] - middle) <= outlierSds * sd
  );
}

/**
 * What has to be trained to add trees to a linear fit, by place in `MODELLED_TYPES`; null
 * where there are too few sales for trees. The first rows of a task are the type's own.
 */
export function treeTasks(
  fit: PriceFit,
  parcelId: (parcel: number) => string,
): (TreeTask | null)[] {
  const { training, fitted } = fit;
  const own = fit.types.map((_, t) => treeRows(fit, t));
  return own.map((mine) => {
    if (mine.length === 0) return null;
    // A rarer type learns from the commoner ones what a place, a year or a garage is worth.
    const others = own.filter(({ length }) => length > mine.length);
    const rows = joined([mine, ...others]);
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

/** Lists of rows as one. */
function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(
    lists.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
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
    return typeFit(each, share, of.boosters);
  });
  return { ...grown, types };
}

/** Median, and the standard deviation of the middle half as of a normal distribution. */
function center(
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
  const { middle, sd } = center(values);
  const limit = sds * sd;
  return values.map((value) =>
    Math.max(middle - limit, Math.min(middle + limit, value))
  );
}
