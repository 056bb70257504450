import { COMPS } from "../../../contracts/constants/valuation.ts";
import { metersBetween } from "../geo/projection.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import { adjustmentLines } from "./comps/adjust.ts";
import { type Estimate, estimate } from "./comps/estimate.ts";
import {
  featureAt,
  type FeatureReader,
  featureReader,
  FEATURES,
} from "./training/features.ts";
import { compsRefusal } from "./decision/gates.ts";
import type { SearchChange } from "./comps/corrections.ts";
import type { FactsAt } from "./comps/lines.ts";
import { levelOfSale, type Market, type TypeModel } from "./model/market.ts";
import { rejectedComps } from "./comps/rejected.ts";
import { type Found, searchComps, type SearchSubject } from "./comps/search.ts";
import {
  type PriorSale,
  priorSale,
  priorSaleWords,
} from "./comps/prior_sale.ts";
import { similarityTo } from "./comps/similarity.ts";
import type { AdjustmentLine, Comp, Dispersion } from "./comps/comp.ts";
import type { Valuation } from "./valuation.ts";

/** What the comps engine has to say. */
export interface CompsResult {
  /** The subject as the search saw it. */
  readonly target: SearchSubject;
  /** The last known arm's-length sale of the subject itself; null without one. */
  readonly own: PriorSale | null;
  /** Null without comps. */
  readonly value: Estimate | null;
  /** Why they may not drive the value, or null. */
  readonly refusal: ReturnType<typeof compsRefusal>;
  /** Comps that counted. */
  readonly accepted: number;
  /** What explains the value. It takes longer than the value: each part is made when it is read. */
  readonly explanation: Explanation;
}

/** What was searched, found and left out. */
export type Explanation = Pick<
  Valuation,
  "search" | "dispersion" | "comps" | "rejected" | "rejectedByReason"
>;

const YEAR_BUILT = featureAt("year_built");

const readerOf: (snapshot: SnapshotData) => FeatureReader = perSnapshot(
  featureReader,
);

/**
 * Asks the comps engine: search, adjust, weigh, and explain.
 *
 * @param at the subject's facts
 * @param type place in `MODELLED_TYPES`
 * @param change another search than the engine's own
 * @returns null when no sale of the type is known
 */
export function salesComparison(
  snapshot: SnapshotData,
  market: Market,
  subject: ResolvedSubject,
  at: FactsAt,
  type: number,
  change: SearchChange | null = null,
): CompsResult | null {
  const model = market.types[type];
  if (!model) return null;
  const features = new Float64Array(FEATURES.length);
  readerOf(snapshot).fill(at.facts, at.row, at.parcel, features, 0);
  const { projection } = market.training;
  const own = priorSale(market, at.parcel, type, features[YEAR_BUILT]);
  const byFold = model.byFold(features)
    .map((log) => log + (own?.carried ?? 0));
  const target: SearchSubject = {
    features,
    predicted: byFold[byFold.length - 1],
    byFold,
    type,
    parcel: at.parcel,
    x: projection.x(subject.lon),
    y: projection.y(subject.lat),
    change,
  };
  const found = searchComps(market, target);
  const value = estimate(market, target, found);
  const rejections = lazy(() => rejectedComps(snapshot, market, target, found));
  const comps = lazy(() =>
    value
      ? shownComps(snapshot, { market, model, target, own, at, found, value })
      : []
  );
  return {
    target,
    own,
    value,
    refusal: compsRefusal(market, target, found, value),
    accepted: found.sales.length,
    explanation: {
      search: {
        tier: found.ring.tier,
        radius: found.ring.radius,
        months: found.ring.months,
        candidates: found.candidates,
        accepted: found.sales.length,
      },
      dispersion: value && dispersionOf(value),
      get comps() {
        return comps();
      },
      get rejected() {
        return rejections().shown();
      },
      get rejectedByReason() {
        return rejections().byReason;
      },
    },
  };
}

function dispersionOf(value: Estimate): Dispersion {
  return {
    iqrShare: value.iqrShare,
    q1: Math.round(value.q1),
    q3: Math.round(value.q3),
    gate: COMPS.dispersion_iqr_max,
  };
}

/** What the grids of the shown comps are made from. */
interface GridInputs {
  readonly market: Market;
  readonly model: TypeModel;
  readonly target: SearchSubject;
  readonly own: PriorSale | null;
  readonly at: FactsAt;
  readonly found: Found;
  readonly value: Estimate;
}

/** Returns the most similar comps. What each is like and its adjustment grid are made when they are read. */
function shownComps(snapshot: SnapshotData, inputs: GridInputs): Comp[] {
  const { market, target, found, value } = inputs;
  const { training, asOf, fitted, config } = market;
  const similarity = similarityTo(target.features, config.comps);
  const count = Math.min(found.sales.length, COMPS.displayed);
  return found.sales.slice(0, count).map((sale, i): Comp => {
    const distance = metersBetween(
      training.x[sale],
      training.y[sale],
      target.x,
      target.y,
    );
    return {
      sale: training.row[sale],
      distance,
      similarity: found.similarity[i],
      get parts() {
        return similarity.parts(training.featuresOf(sale), {
          distance,
          age: asOf - training.day[sale],
          model: target.predicted - fitted[sale],
        });
      },
      weight: value.weights[i],
      timeIndex: Math.exp(
        -levelOfSale(market, sale),
      ),
      timeAdjustedPrice: Math.round(value.timeAdjusted[i]),
      get adjustments() {
        return adjustmentsOf(snapshot, inputs, i);
      },
      adjustedPrice: Math.round(value.adjusted[i]),
    };
  });
}

/**
 * Returns the adjustment grid of one of the found sales.
 *
 * @param i its place among them
 */
function adjustmentsOf(
  snapshot: SnapshotData,
  { market, model, target, own, at, found, value }: GridInputs,
  i: number,
): AdjustmentLine[] {
  const { training, heldOutBy, config } = market;
  const sale = found.sales[i];
  const differences = new Float64Array(FEATURES.length);
  model.foldModels[heldOutBy[sale]].difference(
    target.features,
    Float64Array.from(training.featuresOf(sale)),
    differences,
  );
  const price = Math.round(value.timeAdjusted[i]);
  return adjustmentLines(snapshot, {
    subject: at,
    comp: {
      facts: snapshot.tables.sales,
      row: training.row[sale],
      parcel: training.parcel[sale],
    },
    differences,
    priorSale: own &&
      { log: own.carried, words: priorSaleWords(snapshot, training, own) },
    price,
    total: Math.round(value.adjusted[i]) - price,
    minShare: config.comps.minLineShare,
  });
}

/** Returns a function that computes a value on its first call, and returns the same one ever after. */
function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}
