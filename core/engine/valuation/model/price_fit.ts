import { CONSTANTS } from "../../../../contracts/constants.ts";
import { quantileSorted } from "../../statistics/quantile.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import { FEATURES } from "../training/features.ts";
import { type HedonicDesign, hedonicDesign } from "./linear_model.ts";
import type { EvidenceSales } from "../training/sales.ts";
import type { Surface } from "./price_model.ts";
import { fitTimeIndex, FLAT_INDEX, type TimeIndex } from "./time_index.ts";
import { type Trees, TreeSurface, type TreeTask, treeTask } from "./trees.ts";

/** What one property type's attributes are worth. */
export interface TypeFit {
  /** Log price on the day the index is 0 on. */
  readonly surface: Surface;
  /** The surface as each cross-fitted booster alone sees it, and last the surface itself. */
  readonly views: readonly Surface[];
  /** What each of `views` says of a feature row, without asking any part of them twice. */
  readonly byView: (row: Float64Array) => Float64Array;
  /** Sales it was fitted on. */
  readonly sales: number;
}

/** Surface and index, fitted together on the sales strictly before a day. */
export interface PriceFit {
  readonly evidence: EvidenceSales;
  /** Sales 0 to `trained - 1` of `evidence` were fitted on. */
  readonly trained: number;
  readonly index: TimeIndex;
  /** By place in `MODELLED_TYPES`; null where no sale of the type was fitted on. */
  readonly types: readonly (TypeFit | null)[];
  /** By sale: which of its type's views has not seen its parcel, and is to judge it. */
  readonly view: Uint8Array;
  /** What that view says of each sale, up to the last one asked for. */
  readonly fitted: Float64Array;
  /** The index on the day of each sale, up to the last one asked for. */
  readonly level: Float64Array;
}

/**
 * Fits the straight-line surface on prices brought to the newest day and the index on what the
 * surface leaves over, in turn until they settle.
 *
 * @param trained fit on sales 0 to `trained - 1`
 * @param known also judge the sales up to `known - 1`; default: none
 */
export function fitPrices(
  evidence: EvidenceSales,
  trained: number,
  known = trained,
): PriceFit {
  const { day, segment, segments, logPrice, features } = evidence;
  const rows = rowsByType(evidence, trained);
  const designs = rows.map((each): HedonicDesign | null =>
    each.length === 0 ? null : hedonicDesign(features, each)
  );
  const fitted = new Float64Array(known);
  const surfaces: (Surface | null)[] = rows.map(() => null);
  let index: TimeIndex = FLAT_INDEX;
  for (let round = 0; round < CONSTANTS.hedonic.index_rounds; round++) {
    rows.forEach((each, t) => {
      const fit = designs[t]?.fit(toNewest(evidence, index, each));
      if (!fit) return;
      surfaces[t] = fit.surface;
      each.forEach((i, at) => fitted[i] = fit.fitted[at]);
    });
    const residual = logPrice.subarray(0, trained)
      .map((log, i) => log - fitted[i]);
    index = fitTimeIndex(
      {
        day: day.subarray(0, trained),
        segment,
        residual: winsorized(residual, CONSTANTS.hedonic.winsor_sds),
      },
      segments.length,
      trained === 0 ? 0 : day[trained - 1],
    );
  }
  const types = surfaces.map((surface, t) =>
    surface && {
      surface,
      views: [surface],
      byView: (row: Float64Array) => Float64Array.of(surface.predict(row)),
      sales: rows[t].length,
    }
  );
  const view = new Uint8Array(known);
  const level = fitted.map((_, i) => index.logAt(segment[i], day[i]));
  const fit = { evidence, trained, index, types, view, fitted, level };
  judge(fit);
  return fit;
}

/** Rows of each modelled type among the first sales. */
function rowsByType({ type }: EvidenceSales, count: number): Int32Array[] {
  const all = new Int32Array(count).map((_, i) => i);
  return MODELLED_TYPES.map((_, t) => all.filter((i) => type[i] === t));
}

/** Log prices brought to the newest day. */
function toNewest(
  { logPrice, segment, day }: EvidenceSales,
  index: TimeIndex,
  rows: Int32Array,
): Float64Array {
  const logs = new Float64Array(rows.length);
  for (let at = 0; at < logs.length; at++) {
    const i = rows[at];
    logs[at] = logPrice[i] - index.logAt(segment[i], day[i]);
  }
  return logs;
}

/** Fills `fitted` with what the surfaces say of the sales that were not trained on. */
function judge({ evidence, trained, types, fitted }: PriceFit): void {
  const { type, features } = evidence;
  const row = new Float64Array(FEATURES.length);
  for (let i = trained; i < fitted.length; i++) {
    const at = i * FEATURES.length;
    for (let f = 0; f < row.length; f++) row[f] = features[at + f];
    fitted[i] = types[type[i]]?.surface.predict(row) ?? NaN;
  }
}

/** The rows the trees of a type are trained on: all but those far off the straight-line surface. */
function treeRows(fit: PriceFit, type: number): Int32Array {
  const { outlier_sds, min_sales } = CONSTANTS.trees;
  const rows = rowsByType(fit.evidence, fit.trained)[type];
  const target = toNewest(fit.evidence, fit.index, rows);
  const residual = target.map((log, at) => log - fit.fitted[rows[at]]);
  if (rows.length < min_sales) return new Int32Array(0);
  const { middle, sd } = centre(residual);
  return rows.filter((_, at) =>
    Math.abs(residual[at] - middle) <= outlier_sds * sd
  );
}

/**
 * What has to be trained to add trees to a straight-line fit, by place in `MODELLED_TYPES`; null
 * where there are too few sales for trees.
 */
export function treeTasks(
  fit: PriceFit,
  parcelId: (parcel: number) => string,
): (TreeTask | null)[] {
  const { evidence, fitted } = fit;
  return fit.types.map((_, t) => {
    const rows = treeRows(fit, t);
    if (rows.length === 0) return null;
    const target = toNewest(evidence, fit.index, rows);
    return treeTask(
      evidence.features,
      rows,
      (i) => parcelId(evidence.parcel[i]),
      target.map((log, at) =>
        log - CONSTANTS.trees.linear_share * fitted[rows[at]]
      ),
    );
  });
}

/** The fit with trees added. `trees` answer the tasks that `treeTasks` of the same fit gave. */
export function withTrees(
  fit: PriceFit,
  trees: readonly (Trees | null)[],
): PriceFit {
  const { evidence: { features }, view, fitted } = fit;
  const share = CONSTANTS.trees.linear_share;
  const grown = { ...fit, view: view.slice(), fitted: fitted.slice() };
  const types = fit.types.map((each, t) => {
    const of = trees[t];
    if (!each || !of) return each;
    const crossFit = new TreeSurface(each.surface, share, of.boosters);
    const seen = new Uint8Array(fitted.length);
    treeRows(fit, t).forEach((i, at) => {
      seen[i] = 1;
      grown.view[i] = of.fold[at];
      grown.fitted[i] = share * fitted[i] + of.outOfFold[at];
    });
    // No booster was trained on the rest: all of them judge it.
    const rest = rowsByType(fit.evidence, fitted.length)[t]
      .filter((i) => !seen[i]);
    crossFit.predictAll(features, rest).forEach((log, at) => {
      grown.view[rest[at]] = of.boosters.length;
      grown.fitted[rest[at]] = log;
    });
    return {
      ...each,
      surface: crossFit,
      views: [...crossFit.blind, crossFit],
      byView: (row: Float64Array) => crossFit.byView(row),
    };
  });
  return { ...grown, types };
}

/** Median, and the standard deviation of the middle half as of a normal distribution, whose quartiles lie 1.349 of them apart. */
function centre(
  values: Float64Array,
): { readonly middle: number; readonly sd: number } {
  const sorted = values.toSorted();
  const at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))];
  return {
    middle: quantileSorted(sorted, 0.5),
    sd: (at(0.75) - at(0.25)) / 1.349,
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
