import { CONSTANTS } from "../../../contracts/constants.ts";
import { metersBetween } from "../geo/projection.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import { adjustmentLines } from "./adjust.ts";
import { type Estimate, estimate } from "./estimate.ts";
import { type FeatureReader, featureReader, FEATURES } from "./features.ts";
import { compsRefusal } from "./gates.ts";
import type { FactsAt } from "./lines.ts";
import type { Market, TypeModel } from "./market.ts";
import { rejectedComps } from "./rejected.ts";
import {
  type Excluded,
  type Found,
  searchComps,
  type SearchSubject,
} from "./search.ts";
import { similarityParts } from "./similarity.ts";
import type { Comp, Dispersion, Valuation } from "./valuation.ts";

/** Sales a caller leaves out. */
export interface CompsOptions {
  /** Leave every sale of this parcel (row of `parcels`) out. */
  readonly excludeParcel?: number;
  /** Leave sales of the subject's parcel with this recorder's document number out. */
  readonly excludeDocument?: string;
}

/** What the comps engine has to say. */
export interface CompsAnswer {
  /** The subject as the search saw it. */
  readonly target: SearchSubject;
  /** Null without comps. */
  readonly value: Estimate | null;
  /** Why they may not speak, or null. */
  readonly refusal: ReturnType<typeof compsRefusal>;
  /** Comps that counted. */
  readonly accepted: number;
  /** The part of the valuation that explains it, which takes longer than the value. */
  explain(): Explanation;
}

/** What was searched, found and left out. */
export type Explanation = Pick<
  Valuation,
  "search" | "dispersion" | "comps" | "rejected" | "rejectedByReason"
>;

const readers = new WeakMap<SnapshotData, FeatureReader>();

function readerOf(snapshot: SnapshotData): FeatureReader {
  let reader = readers.get(snapshot);
  if (!reader) readers.set(snapshot, reader = featureReader(snapshot));
  return reader;
}

/**
 * Asks the comps engine: search, adjust, weigh, and explain.
 *
 * @param at the subject's facts
 * @param type place in `MODELLED_TYPES`
 * @returns null when no sale of the type is known
 */
export function askComps(
  snapshot: SnapshotData,
  market: Market,
  subject: ResolvedSubject,
  at: FactsAt,
  type: number,
  options: CompsOptions,
): CompsAnswer | null {
  const model = market.types[type];
  if (!model) return null;
  const features = new Float64Array(FEATURES.length);
  readerOf(snapshot).fill(at.facts, at.row, at.parcel, features, 0);
  const { projection } = market.evidence;
  const byView = model.byView(features);
  const target: SearchSubject = {
    features,
    surface: byView[byView.length - 1],
    byView,
    type,
    x: projection.x(subject.lon),
    y: projection.y(subject.lat),
  };
  const excluded = exclusion(snapshot, market, subject, options);
  const found = searchComps(market, target, excluded);
  const value = estimate(market, target, found);
  return {
    target,
    value,
    refusal: compsRefusal(market, target, found, value, excluded),
    accepted: found.sales.length,
    explain() {
      const rejections = rejectedComps(
        snapshot,
        market,
        target,
        found,
        excluded,
      );
      return {
        search: {
          tier: found.ring.tier,
          radius: found.ring.radius,
          months: found.ring.months,
          candidates: found.candidates,
          accepted: found.sales.length,
        },
        dispersion: value && dispersionOf(value),
        comps: value
          ? shownComps(snapshot, market, model, target, at, found, value)
          : [],
        rejected: rejections.shown,
        rejectedByReason: rejections.byReason,
      };
    },
  };
}

/**
 * The subject's own sales of the last `own_sale_days` never count, and whatever the caller leaves
 * out. Older sales of its own are evidence like any other.
 */
function exclusion(
  { tables: { sales } }: SnapshotData,
  { evidence, asOf }: Market,
  { parcel }: ResolvedSubject,
  { excludeParcel, excludeDocument }: CompsOptions,
): Excluded {
  const oldest = asOf - CONSTANTS.comps.own_sale_days;
  return (of, sale) => {
    if (of === excludeParcel) return true;
    return of === parcel && (evidence.day[sale] > oldest ||
      (excludeDocument !== undefined &&
        sales.document.at(evidence.row[sale]) === excludeDocument));
  };
}

function dispersionOf(value: Estimate): Dispersion {
  return {
    iqrShare: value.iqrShare,
    q1: Math.round(value.q1),
    q3: Math.round(value.q3),
    gate: CONSTANTS.comps.dispersion_iqr_max,
  };
}

function shownComps(
  snapshot: SnapshotData,
  { evidence, asOf, index, view, fitted }: Market,
  { views }: TypeModel,
  target: SearchSubject,
  at: FactsAt,
  found: Found,
  value: Estimate,
): Comp[] {
  const { sales } = snapshot.tables;
  const logs = new Float64Array(FEATURES.length);
  const count = Math.min(found.sales.length, CONSTANTS.comps.displayed);
  return found.sales.slice(0, count).map((sale, i): Comp => {
    const offset = sale * FEATURES.length;
    views[view[sale]].difference(
      target.features,
      Float64Array.from(
        evidence.features.subarray(offset, offset + FEATURES.length),
      ),
      logs,
    );
    const distance = metersBetween(
      evidence.x[sale],
      evidence.y[sale],
      target.x,
      target.y,
    );
    const timeAdjustedPrice = Math.round(value.timeAdjusted[i]);
    const adjustedPrice = Math.round(value.adjusted[i]);
    return {
      sale: evidence.row[sale],
      distance,
      similarity: found.similarity[i],
      parts: similarityParts(
        target.features,
        evidence.features,
        sale,
        distance,
        asOf - evidence.day[sale],
        target.surface - fitted[sale],
      ),
      weight: value.weights[i],
      timeIndex: Math.exp(
        -index.logAt(evidence.segment[sale], evidence.day[sale]),
      ),
      timeAdjustedPrice,
      adjustments: adjustmentLines(
        snapshot,
        at,
        {
          facts: sales,
          row: evidence.row[sale],
          parcel: evidence.parcel[sale],
        },
        logs,
        timeAdjustedPrice,
        adjustedPrice - timeAdjustedPrice,
      ),
      adjustedPrice,
    };
  });
}
