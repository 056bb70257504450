import type { ModelConfig } from "../model_config.ts";
import type { Read, Strategy, Warning } from "../../../contracts/envelope.ts";
import type { WhatIf } from "../../../contracts/what_if.ts";
import type { Refusal } from "../../../contracts/valuation.ts";
import type {
  Calibration,
  TooLittleHistory,
} from "../calibration/calibrate.ts";
import { calibrationOf } from "../calibration/stored.ts";
import { isoOf, type SnapshotData, type Steps } from "../snapshot.ts";
import { MODELLED_TYPES } from "../tables.ts";
import { townshipName } from "../places/named.ts";
import { propertyFacts } from "../subject/facts.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import { areaContext } from "./decision/area_context.ts";
import {
  type CompsResult,
  type Explanation,
  salesComparison,
} from "./sales_comparison.ts";
import { fallbackOf } from "./decision/fallback.ts";
import { confidenceOf } from "./decision/confidence.ts";
import { disclosureFor } from "./decision/disclosure.ts";
import type { Estimate } from "./comps/estimate.ts";
import type { FactsAt } from "./comps/lines.ts";
import {
  type Market,
  marketBefore,
  priceModelUsable,
  type TypeModel,
} from "./model/market.ts";
import { modelVersion } from "./model/model_version.ts";
import { otherSales } from "./training/other_sales.ts";
import { priorSaleFacts } from "./comps/prior_sale.ts";
import { segmentKey, trainingSales } from "./training/sales.ts";
import { publish, type RawEstimate } from "./decision/publish.ts";
import type { StateDecision } from "./decision/state.ts";
import { subjectRefusal } from "./decision/subject_refusal.ts";
import type { AreaContext, Arv } from "./decision/arv.ts";
import type { Valuation } from "./valuation.ts";
import { correctedFacts, searchChange } from "./comps/corrections.ts";
import { findParcel } from "../subject/property_id.ts";
import {
  isUnitsUnknown,
  unitWarnings,
  withUnitCount,
} from "./comps/unit_count.ts";
import { valuationId } from "./valuation_id.ts";
import { typeWords } from "../words.ts";

/** What a valuation is asked for. */
export interface ValueOptions {
  /** The day to answer for, days since 1970-01-01; only decides whether the snapshot is stale. */
  readonly today: number;
  /** Strategy the `read` is for; default `brrrr`. */
  readonly strategy?: Strategy;
  /** Know only sales strictly before this day; default: all. */
  readonly before?: number;
  /** Row of `sales` whose recorded facts describe the subject, instead of its parcel's newest. */
  readonly asSold?: number;
  /** Facts and comps other than the record's and the search's. */
  readonly whatIf?: WhatIf;
  /** The market to value in, instead of the one known before `before`. */
  readonly market?: Market;
  /** Calibration to apply; default: the snapshot's own. Null for none. */
  readonly calibration?: Calibration | TooLittleHistory | null;
}

/** Sales laid out in a step. */
const STEP = 2_000;

/** Fits and lays out everything the first valuation would have to wait for: seconds on a county of half a million sales. */
export function* valuationSteps(snapshot: SnapshotData): Steps<void> {
  trainingSales(snapshot);
  yield;
  const { training: { near } } = marketBefore(snapshot, Infinity);
  for (const { points, comparedAt } of near) {
    for (let place = 0; place < points.length; place++) {
      if (place % STEP === 0) yield;
      comparedAt(place);
    }
  }
  yield;
  otherSales(snapshot);
}

/** The estimates of a subject, with what explains them. */
interface SubjectEstimate {
  readonly rawEstimate: RawEstimate;
  readonly at: FactsAt | null;
  readonly comps: CompsResult | null;
  readonly context: AreaContext | null;
}

function estimateSubject(
  snapshot: SnapshotData,
  subject: ResolvedSubject,
  market: Market,
  { asSold, whatIf }: Pick<ValueOptions, "asSold" | "whatIf">,
): SubjectEstimate {
  const recorded = factsOf(snapshot, subject, asSold);
  const at = recorded && whatIf ? correctedFacts(recorded, whatIf) : recorded;
  const change = searchChange(whatIf, (id) => findParcel(snapshot, id));
  const type = MODELLED_TYPES.findIndex((each) => each === subject.propType);
  const impossible = subjectRefusal(subject, at);
  const comps = impossible
    ? null
    : salesComparison(snapshot, market, subject, at!, type, change);
  const context =
    impossible && !["no_property", "missing_facts"].includes(impossible.code)
      ? null
      : areaContext(
        snapshot,
        market,
        subject,
        type,
        at ? at.facts.bldg_sqft[at.row] : NaN,
      );
  const rawEstimate = combine(
    market,
    subject,
    type,
    impossible,
    comps,
    context,
  );
  return { rawEstimate, at, comps, context };
}

/**
 * Values a sale as its parcel was when it was sold, without explaining: what a backtest does
 * for thousands of sales.
 *
 * @param sale row of `sales`
 */
export function valueSale(
  snapshot: SnapshotData,
  subject: ResolvedSubject,
  market: Market,
  sale: number,
): { readonly rawEstimate: RawEstimate; readonly comps: number } {
  const { rawEstimate, comps } = estimateSubject(snapshot, subject, market, {
    asSold: sale,
  });
  return { rawEstimate, comps: comps?.accepted ?? 0 };
}

/**
 * Values a subject and explains the value. Pure: equal snapshot, subject and options give equal
 * results. What is fitted on the snapshot is kept with it.
 */
export function valueSubject(
  snapshot: SnapshotData,
  resolved: ResolvedSubject,
  options: ValueOptions,
): Valuation {
  const recorded = factsOf(snapshot, resolved, options.asSold);
  const apartments = options.whatIf?.apartments;
  const subject = withUnitCount(resolved, recorded, apartments);
  const { today, strategy = "brrrr", before = Infinity } = options;
  const market = options.market ?? marketBefore(snapshot, before);
  const asOf = market.count > 0 ? market.asOf : Math.min(today, before - 1);
  const { rawEstimate, at, comps, context } = estimateSubject(
    snapshot,
    subject,
    market,
    options,
  );
  const learned = options.calibration === undefined
    ? calibrationOf(snapshot)
    : options.calibration;
  const segmentWords = `${typeWords(subject.propType)} in ${
    townshipName(snapshot, subject.township)
  }`;
  const publication = publish(rawEstimate, {
    learned,
    age: today - asOf,
    widening: recorded && isUnitsUnknown(recorded)
      ? market.config.calibration.unitsUnknownWidening
      : 1,
    segmentWords,
    config: market.config,
  });
  const { arv, confidence, segment } = publication;
  const decision = options.whatIf
    ? withoutBacktest(publication.decision)
    : publication.decision;
  const model = modelVersion(snapshot);
  const explanation = comps?.explanation ?? NOTHING_SEARCHED;
  return {
    subject,
    strategy,
    valuationId: valuationId({
      model,
      snapshot: snapshot.id,
      subject: at
        ? {
          property_id: snapshot.tables.parcels.property_id.at(subject.parcel),
          facts: propertyFacts(at),
        }
        : { lat: subject.lat, lon: subject.lon },
      assumptions: {
        before: Number.isFinite(before) ? before : null,
        asSold: options.asSold,
        whatIf: options.whatIf,
        segment,
      },
      asOf,
    }),
    rawEstimate,
    facts: at,
    state: decision.state,
    stateReasons: decision.reasons,
    refusal: decision.refusal,
    arv,
    fallback: fallbackOf(publication, context),
    areaContext: context,
    confidence: arv && confidence,
    priorSale: arv && comps?.own
      ? priorSaleFacts(snapshot, market.training, comps.own)
      : null,
    asOf: isoOf(asOf),
    modelVersion: model,
    disclosure: disclosureFor(segmentWords, segment),
    warnings: [
      ...unitWarnings(recorded, apartments),
      ...(at && !rawEstimate.subjectRefusal ? unknownFacts(at) : []),
    ],
    read: readOf(strategy, decision, arv),
    segment: rawEstimate.segment,
    search: explanation.search,
    dispersion: explanation.dispersion,
    get comps() {
      return explanation.comps;
    },
    get rejected() {
      return explanation.rejected;
    },
    get rejectedByReason() {
      return explanation.rejectedByReason;
    },
  };
}

/** No backtest covers facts that a caller corrected or comps that they chose: a point becomes a range. */
function withoutBacktest(decision: StateDecision): StateDecision {
  return decision.state === "point-actionable"
    ? {
      ...decision,
      state: "range-only",
      reasons: [
        "the facts or comps are the caller's, and no backtest covers them",
      ],
    }
    : decision;
}

/** Puts together what comps, price model and area say. */
function combine(
  market: Market,
  subject: ResolvedSubject,
  type: number,
  impossible: Refusal | null,
  comps: CompsResult | null,
  context: AreaContext | null,
): RawEstimate {
  const segment = segmentKey(subject.township, subject.propType);
  const model = market.types[type];
  const value = comps?.value ?? null;
  const priceModel = comps && model && priceModelUsable(market, type, segment)
    ? model.residuals.map((each) => Math.exp(comps.target.predicted + each))
    : null;
  return {
    segment,
    subjectRefusal: impossible,
    compsRefusal: comps?.refusal ?? null,
    comps: value &&
      {
        ...value,
        uncalibrated: confidenceOf(value, market.config.confidence).score,
      },
    priceModel: priceModel &&
      {
        conservative: priceModel[0],
        base: priceModel[1],
        aggressive: priceModel[2],
      },
    scale: model ? expectedError(model, value, market.config) : 1,
    areaKnown: context !== null,
  };
}

/** The error to be expected here: what comps around showed, leaning on the type's usual error where they are few. */
function expectedError(
  { typicalError }: TypeModel,
  value: Estimate | null,
  { calibration: { priorComps } }: ModelConfig,
): number {
  if (!value) return typicalError;
  return (value.localError * value.effectiveComps +
    typicalError * priorComps) / (value.effectiveComps + priorComps);
}

const NOTHING_SEARCHED: Explanation = {
  search: { tier: null, radius: 0, months: 0, candidates: 0, accepted: 0 },
  dispersion: null,
  comps: [],
  rejected: [],
  rejectedByReason: {},
};

function factsOf(
  { tables }: SnapshotData,
  { parcel }: ResolvedSubject,
  asSold: number | undefined,
): FactsAt | null {
  if (parcel < 0) return null;
  return asSold === undefined
    ? { facts: tables.parcels, row: parcel, parcel }
    : { facts: tables.sales, row: asSold, parcel };
}

/** Facts that matter and are not on record: the value assumes an average there. */
function unknownFacts({ facts, row }: FactsAt): Warning[] {
  const unknown = [
    !(facts.land_sqft[row] > 0) && "lot area",
    !(facts.year_built[row] > 0) && "year built",
    !(facts.full_baths[row] >= 0) && "baths",
  ].filter((fact) => fact !== false);
  return unknown.length === 0 ? [] : [{
    code: "unknown_facts",
    message: `not on record and assumed average: ${unknown.join(", ")}`,
  }];
}

/** Without a price to compare with the value, a value can be screened and nothing more. */
function readOf(
  strategy: Strategy,
  { state, reasons }: StateDecision,
  arv: Arv | null,
): Read {
  return arv
    ? {
      strategy,
      verdict: "screen",
      reasons: [
        "a value range is known; underwrite it at a price for a verdict on the deal",
        ...reasons,
      ],
    }
    : {
      strategy,
      verdict: "no_read",
      reasons: reasons.length > 0 ? [...reasons] : [`state ${state}`],
    };
}
