import { type Read, Strategy } from "../../../contracts/envelope.ts";
import type { Arv } from "../../engine/valuation/decision/arv.ts";
import type { Fallback, ValuationState } from "../../../contracts/valuation.ts";
import {
  RISK_METHOD,
  SCORING_METHOD,
  UNDERWRITE_METHOD,
} from "../../../contracts/version.ts";
import { assessRisk, riskCaseOf } from "../../engine/risk/risk.ts";
import { roundTo } from "../../engine/rounding.ts";
import { countyScores } from "../../engine/scoring/county_scores.ts";
import { dealScore } from "../../engine/scoring/deal_score.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { tractRowOf } from "../../engine/places/tract_rows.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { parcelSubject } from "../../engine/subject/resolve.ts";
import { codeAt } from "../../engine/tables.ts";
import { rangesOf, spanOf } from "../../engine/underwriting/ranges.ts";
import { returnsOf } from "../../engine/underwriting/returns.ts";
import { underwrite } from "../../engine/underwriting/underwrite.ts";
import { modelVersion } from "../../engine/valuation/model/model_version.ts";
import { valueSubject } from "../../engine/valuation/value.ts";
import type { Listing } from "../listing.ts";

/** A strategy's score of a listing at its list price. */
export interface StrategyScore {
  /** County percentile of the tract, one decimal; null where there is none. */
  readonly percentile: number | null;
  /** The percentile gated by the property's own economics; null is not 0. */
  readonly dealScore: number | null;
  readonly read: Read;
}

/** What the engine makes of a listing at its list price. */
export interface ListingScore {
  /** Versions of every model behind it. */
  readonly model: string;
  /** The facts of the listing it rests on. */
  readonly basis: string;
  /** The day it was made for, days since 1970-01-01 UTC. */
  readonly day: number;
  /** Null where the listing matches no parcel. */
  readonly state: ValuationState | null;
  readonly stateReasons: readonly string[];
  readonly arv: Arv | null;
  /** The range that stands in for a refused value. */
  readonly fallback: Fallback | null;
  /** Of the value, 0-100. */
  readonly confidence: number | null;
  /** 0-100. */
  readonly risk: number | null;
  /** Dollars a month as it stands, the whole building at market rents. */
  readonly rent: number | null;
  /** Dollars in the first year as a rental; one figure twice where it is exact. */
  readonly cashFlow: { readonly low: number; readonly high: number } | null;
  readonly strategies: Readonly<Record<Strategy, StrategyScore>>;
}

/** Returns the versions of every model that a score rests on, as one text. */
export function scoreModel(snapshot: SnapshotData): string {
  return [
    modelVersion(snapshot),
    UNDERWRITE_METHOD,
    SCORING_METHOD,
    RISK_METHOD,
  ].join(" ");
}

/** Returns the facts of a listing that its score rests on, as one text. */
export function scoreBasis(
  { pin, listPrice, units, onMarket }: Listing,
): string {
  return [pin, listPrice, units, onMarket].join(" ");
}

/** Returns the score of a listing: the same valuation, underwriting and risk that its property has everywhere. */
export function scoreListing(
  snapshot: SnapshotData,
  listing: Listing,
  today: number,
): ListingScore {
  const made = {
    model: scoreModel(snapshot),
    basis: scoreBasis(listing),
    day: today,
  };
  const parcel = listing.pin === null ? -1 : findParcel(snapshot, listing.pin);
  if (parcel < 0) {
    return { ...made, ...UNMATCHED, strategies: noReads(UNMATCHED) };
  }
  const valuation = valueSubject(
    snapshot,
    parcelSubject(snapshot, parcel, "property_id", null),
    { today },
  );
  const { listPrice: price, units, onMarket } = listing;
  const { scores, inputs, deal, isExact } = underwrite(snapshot, valuation, {
    strategy: "hold",
    custom: {},
    listing: { price, units, listed: onMarket },
    today,
  });
  const risk = assessRisk(riskCaseOf(snapshot, valuation, {
    price,
    priceSource: "listing",
    listingUnits: units,
    today,
  }));
  const cashFlow = isExact && deal
    ? spanOf([returnsOf(deal.deal)?.cashFlow])
    : rangesOf(inputs, "hold").cashFlow;
  const { rentEstimate } = inputs;
  const percentiles = percentilesAt(snapshot, parcel, today);
  return {
    ...made,
    state: valuation.state,
    stateReasons: valuation.stateReasons,
    arv: valuation.arv,
    fallback: valuation.fallback,
    confidence: valuation.confidence,
    risk: risk.score,
    rent: "reason" in rentEstimate ? null : roundTo(rentEstimate.market, 0),
    cashFlow: cashFlow === null || cashFlow.low === null ||
        cashFlow.high === null
      ? null
      : { low: roundTo(cashFlow.low, 0), high: roundTo(cashFlow.high, 0) },
    strategies: byStrategy((strategy) => {
      const { score, read } = scores[strategy];
      const percentile = percentiles(strategy);
      return { percentile, dealScore: dealScore(percentile, score), read };
    }),
  };
}

/** Returns why a listing has no deal score for a strategy; nothing where it has one. */
export function unscoredReasons(
  { state, stateReasons, strategies }: Pick<
    ListingScore,
    "state" | "stateReasons" | "strategies"
  >,
  strategy: Strategy,
): string[] {
  const { percentile, dealScore, read } = strategies[strategy];
  if (dealScore !== null) return [];
  const ofState = state === "point-actionable"
    ? read.reasons
    : stateReasons.length > 0
    ? stateReasons
    : [`the value is ${state}`];
  return [
    ...new Set([
      ...(percentile === null && state !== null
        ? ["its tract has no percentile"]
        : []),
      ...ofState,
    ]),
  ];
}

const NOTHING = {
  arv: null,
  fallback: null,
  confidence: null,
  risk: null,
  rent: null,
  cashFlow: null,
} as const;

const UNMATCHED = {
  ...NOTHING,
  state: null,
  stateReasons: ["the listing matches no parcel of the county"],
} as const;

/** Returns what stands in for a score until there is one, or until one of an older model is made again. */
export function pendingScore(
  snapshot: SnapshotData,
  listing: Listing,
  today: number,
  isOlder: boolean,
): ListingScore {
  const parcel = listing.pin === null ? -1 : findParcel(snapshot, listing.pin);
  const percentiles = percentilesAt(snapshot, parcel, today);
  const pending = isOlder
    ? {
      state: "stale",
      stateReasons: [
        "its score comes from an older model and is being recomputed",
      ],
    } as const
    : { state: "unscored", stateReasons: ["it is being scored"] } as const;
  return {
    model: "",
    basis: "",
    day: today,
    ...NOTHING,
    ...pending,
    strategies: byStrategy((strategy) => ({
      ...noReads(pending)[strategy],
      percentile: percentiles(strategy),
    })),
  };
}

function noReads(
  { stateReasons }: Pick<ListingScore, "stateReasons">,
): ListingScore["strategies"] {
  return byStrategy((strategy) => ({
    percentile: null,
    dealScore: null,
    read: { strategy, verdict: "no_read", reasons: [...stateReasons] },
  }));
}

function byStrategy(
  of: (strategy: Strategy) => StrategyScore,
): Record<Strategy, StrategyScore> {
  return {
    flip: of("flip"),
    brrrr: of("brrrr"),
    hold: of("hold"),
    section8: of("section8"),
  };
}

/** The county percentiles of a parcel's tract by strategy, one decimal; null without a parcel or a tract. */
function percentilesAt(
  snapshot: SnapshotData,
  parcel: number,
  today: number,
): (strategy: Strategy) => number | null {
  const tract = parcel < 0 ? "" : codeAt(snapshot.tables.parcels.tract, parcel);
  const row = tract === "" ? -1 : tractRowOf(snapshot, tract);
  if (row < 0) return () => null;
  const { strategies } = countyScores(snapshot, today)[row];
  return (strategy) => {
    const { percentile } = strategies[strategy];
    return percentile === null ? null : roundTo(percentile, 1);
  };
}
