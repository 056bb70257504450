/** The last known arm's-length sale of the subject itself, and what of it is in the value. */
export interface PriorSaleFacts {
  readonly year: number;
  /** ISO date; null where only the year is known. */
  readonly date: string | null;
  /** Dollars. */
  readonly price: number;
  /** What it brought over what the price model says of the record, then: a fraction, negative for less. */
  readonly premiumOverModel: number;
  /** How much that raises the value: a fraction, 0 or more. */
  readonly adjustment: number;
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
  /** Ring of `COMPS.tiers`; null when no search ran. */
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
