import type { Read, Strategy, Warning } from "../../../contracts/envelope.ts";
import type { Refusal, ValuationState } from "../../../contracts/valuation.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import type { Judgement } from "./publish.ts";

/** After-repair value in whole dollars: the middle and the ends of the interval. */
export interface Arv {
  /** Lower end of the interval. */
  readonly conservative: number;
  /** The value. */
  readonly base: number;
  /** Upper end of the interval. */
  readonly aggressive: number;
  /** What the figures rest on: adjusted comps, or the price surface alone. */
  readonly basis: "comps" | "surface";
  /** Nominal coverage of conservative..aggressive, a fraction. */
  readonly interval: number;
  /** What the width of the interval was learned from. */
  readonly intervalSource:
    | "conformal"
    | "comp_dispersion"
    | "surface_dispersion";
}

/** What the subject's surroundings sold for: context, not a valuation of the subject. */
export interface AreaContext {
  /** What kind of area this is. */
  readonly level: "tract" | "neighborhood";
  /** Tract GEOID, or the assessor's neighborhood code. */
  readonly id: string;
  /** Sales behind the medians. */
  readonly sales: number;
  /** Whole dollars. */
  readonly medianPrice: number;
  /** Dollars per square foot of living area, to the cent. */
  readonly medianPricePerSqft: number;
  /** Median price per square foot times the subject's area, whole dollars; null without an area. */
  readonly heuristicValue: number | null;
}

/** The last known arm's-length sale of the subject itself, and what of it is in the value. */
export interface OwnSaleFacts {
  readonly year: number;
  /** ISO date; null where only the year is known. */
  readonly date: string | null;
  /** Dollars. */
  readonly price: number;
  /** What it brought over what the surface says of the record, then: a fraction, negative for less. */
  readonly overSurface: number;
  /** How much that raises the value: a fraction, 0 or more. */
  readonly raises: number;
}

/** One line of an adjustment grid, whole dollars. */
export interface AdjustmentLine {
  /** Name of the line, stable for programs. */
  readonly feature: string;
  /** What the line is called on paper. */
  readonly label: string;
  /** What the subject has; null when unknown. */
  readonly subject: number | string | null;
  /** What the comp has; null when unknown. */
  readonly comp: number | string | null;
  /** Dollars added to the comp's price. */
  readonly amount: number;
}

/** A comparable sale that counted and is shown. */
export interface Comp {
  /** Row of `sales`. */
  readonly sale: number;
  /** Meters. */
  readonly distance: number;
  /** 0-1, the product of `parts`. */
  readonly similarity: number;
  /** Factors of 0-1 by name. */
  readonly parts: Readonly<Record<string, number>>;
  /** Share of the weighted median, 0-1, over all accepted comps (also those not shown). */
  readonly weight: number;
  /** Factor that brings the price to `asOf`. */
  readonly timeIndex: number;
  /** Whole dollars. */
  readonly timeAdjustedPrice: number;
  /** Lines sum exactly to `adjustedPrice - timeAdjustedPrice`. */
  readonly adjustments: readonly AdjustmentLine[];
  /** What the comp says the subject is worth, whole dollars. */
  readonly adjustedPrice: number;
}

/** A nearby sale that did not count, and why. */
export interface RejectedComp {
  /** Row of `sales`. */
  readonly sale: number;
  /** Meters. */
  readonly distance: number;
  /** Null where the sale is of another type and has no similarity. */
  readonly similarity: number | null;
  /** Reason code: of sale validation, or of the search. */
  readonly reason: string;
  /** The reason in words, with its figures. */
  readonly detail: string;
}

/** The part of the market that was searched. */
export interface SearchSummary {
  /** Ring of `CONSTANTS.comps.tiers`; null when no search ran. */
  readonly tier: number | null;
  /** Meters. */
  readonly radius: number;
  /** How far back it reached. */
  readonly months: number;
  /** Validated sales of the subject's type in the ring. */
  readonly candidates: number;
  /** Candidates above the similarity floor that entered the median. */
  readonly accepted: number;
}

/** Spread of the adjusted prices. */
export interface Dispersion {
  /** Interquartile range over the median. */
  readonly iqrShare: number;
  /** Whole dollars. */
  readonly q1: number;
  /** Upper quartile, whole dollars. */
  readonly q3: number;
  /** The share above which the comps are refused. */
  readonly gate: number;
}

/** A valuation with its explanation. The same on every surface. */
export interface Valuation {
  /** What was valued. */
  readonly subject: ResolvedSubject;
  /** Strategy the `read` is for. */
  readonly strategy: Strategy;
  /** Equal ids replay to equal numbers. */
  readonly valuationId: string;
  /** What engine and market say, before what may be shown is decided. */
  readonly judgement: Judgement;
  /** What may be shown of it. */
  readonly state: ValuationState;
  /** Why it is in this state, in words. */
  readonly stateReasons: readonly string[];
  /** Why the comps, or the subject itself, allow no value; with what would change it. */
  readonly refusal: Refusal | null;
  /** Null where the state shows no value. */
  readonly arv: Arv | null;
  /** Null without one, or without a value. */
  readonly ownSale: OwnSaleFacts | null;
  /** Null where the area has too few sales. */
  readonly areaContext: AreaContext | null;
  /** 0-100; null when there is no number to be confident in. */
  readonly confidence: number | null;
  /** ISO date of the newest fact used. */
  readonly asOf: string;
  /** `model` of `model_versions`. */
  readonly modelVersion: string;
  /** To be shown wherever a person sees the number. */
  readonly disclosure: string;
  /** What the reader must know about the numbers. */
  readonly warnings: readonly Warning[];
  /** The one verdict. */
  readonly read: Read;
  /** `township/prop_type`, the unit of calibration. */
  readonly segment: string;
  /** Where comps were looked for. */
  readonly search: SearchSummary;
  /** How far the comps agree; null without comps. */
  readonly dispersion: Dispersion | null;
  /** The most similar that counted, at most `CONSTANTS.comps.displayed`. */
  readonly comps: readonly Comp[];
  /** Near ones that did not count. */
  readonly rejected: readonly RejectedComp[];
  /** How many did not count, by reason code. */
  readonly rejectedByReason: Readonly<Record<string, number>>;
}
