import type { Read, Strategy, Warning } from "../../../contracts/envelope.ts";
import type { Refusal, ValuationState } from "../../../contracts/valuation.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";

/** After-repair value in whole dollars: the middle and the ends of the interval. */
export interface Arv {
  readonly conservative: number;
  readonly base: number;
  readonly aggressive: number;
  /** What the figures rest on: adjusted comps, or the price surface alone. */
  readonly basis: "comps" | "surface";
  /** Nominal coverage of conservative..aggressive, a fraction. */
  readonly interval: number;
  readonly intervalSource:
    | "conformal"
    | "comp_dispersion"
    | "surface_dispersion";
}

/** What the subject's surroundings sold for: context, not a valuation of the subject. */
export interface AreaContext {
  readonly level: "tract" | "neighborhood";
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

/** One line of an adjustment grid, whole dollars. */
export interface AdjustmentLine {
  readonly feature: string;
  readonly label: string;
  readonly subject: number | string | null;
  readonly comp: number | string | null;
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
  readonly parts: Readonly<Record<string, number>>;
  /** Share of the weighted median, 0-1, over all accepted comps (also those not shown). */
  readonly weight: number;
  /** Factor that brings the price to `asOf`. */
  readonly timeIndex: number;
  /** Whole dollars. */
  readonly timeAdjustedPrice: number;
  /** Lines sum exactly to `adjustedPrice - timeAdjustedPrice`. */
  readonly adjustments: readonly AdjustmentLine[];
  readonly adjustedPrice: number;
}

/** A nearby sale that did not count, and why. */
export interface RejectedComp {
  /** Row of `sales`. */
  readonly sale: number;
  readonly distance: number;
  /** Null where the sale is of another type and has no similarity. */
  readonly similarity: number | null;
  readonly reason: string;
  readonly detail: string;
}

/** The part of the market that was searched. */
export interface SearchSummary {
  /** Ring of `CONSTANTS.comps.tiers`; null when no search ran. */
  readonly tier: number | null;
  /** Meters. */
  readonly radius: number;
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
  readonly q3: number;
  /** The share above which the comps are refused. */
  readonly gate: number;
}

/** A valuation with its explanation. The same on every surface. */
export interface Valuation {
  readonly subject: ResolvedSubject;
  readonly strategy: Strategy;
  readonly valuationId: string;
  readonly state: ValuationState;
  readonly stateReasons: readonly string[];
  readonly refusal: Refusal | null;
  readonly arv: Arv | null;
  readonly areaContext: AreaContext | null;
  /** 0-100; null when there is no number to be confident in. */
  readonly confidence: number | null;
  /** ISO date of the newest fact used. */
  readonly asOf: string;
  /** `model` of `model_versions`. */
  readonly modelVersion: string;
  readonly disclosure: string;
  readonly warnings: readonly Warning[];
  readonly read: Read;
  /** `township/prop_type`, the unit of calibration. */
  readonly segment: string;
  readonly search: SearchSummary;
  readonly dispersion: Dispersion | null;
  readonly comps: readonly Comp[];
  readonly rejected: readonly RejectedComp[];
  readonly rejectedByReason: Readonly<Record<string, number>>;
}
