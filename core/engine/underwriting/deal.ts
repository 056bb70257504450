import type { FinancingPreset } from "../../../contracts/financing.ts";
import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";

/** Terms of a loan, with the costs of taking it. */
export type LoanTerms = Pick<
  FinancingPreset,
  | "rate"
  | "down_pct"
  | "term_months"
  | "interest_only"
  | "points"
  | "closing_pct"
  | "upfront_mip"
  | "annual_mip"
>;

/**
 * A purchase with every number resolved; everything downstream is a pure function of it. Dollars;
 * a year's worth unless it says a month.
 */
export interface Deal {
  readonly price: number;
  readonly rehab: number;
  /** After-repair value; null when there is none. */
  readonly arv: number | null;
  /** Rent collected a month from the whole building when full; null when unknown. */
  readonly rent: number | null;
  /** Laundry, parking and the like, a month. */
  readonly otherIncome: number;
  /** Share of the rent lost to vacancy. */
  readonly vacancy: number;
  /** Shares of collected rent. */
  readonly management: number;
  readonly repairs: number;
  readonly reserves: number;
  readonly insurance: number;
  /** Association dues. */
  readonly dues: number;
  /** Utilities the owner pays while it is rented. */
  readonly ownerUtilities: number;
  /** How the purchase is paid for. */
  readonly purchase: LoanTerms;
  /** The long-term loan that replaces a short one or follows a renovation. */
  readonly takeout: LoanTerms;
  /** Months from purchase to sale. */
  readonly holdMonths: number;
  /** Months the building stands empty for the work. */
  readonly rehabMonths: number;
  readonly refinance: {
    /** Loan as a share of the after-repair value. */
    readonly ltv: number;
    /** Months from purchase to refinance. */
    readonly month: number;
  };
  /** Selling costs as shares of the sale price, transfer stamps apart. */
  readonly selling: { readonly commission: number; readonly closing: number };
  /** Growth a year. */
  readonly growth: {
    readonly rent: number;
    readonly expenses: number;
    readonly value: number;
  };
  readonly inChicago: boolean;
  /** Property tax of a buyer at a price; null when the tax is unknown. */
  readonly tax: ((price: number) => DealTax) | null;
}

/** A buyer's property tax, dollars a year. */
export interface DealTax {
  /** Until a reassessment sees the purchase. */
  readonly now: number;
  /** To plan a rental with. */
  readonly planned: number;
}

/** A loan shorter than this is a bridge: it is sold out of or refinanced, never kept. */
const LONG_TERM_MONTHS = 60;

/** Returns whether the purchase is paid for by a loan one can keep. */
export function hasLongTermLoan({ purchase }: Deal): boolean {
  return purchase.term_months >= LONG_TERM_MONTHS;
}

/** Returns the terms of the long-term loan: the purchase's own, or the takeout after cash or a bridge. */
export function longTermTerms(deal: Deal): LoanTerms {
  return hasLongTermLoan(deal) ? deal.purchase : deal.takeout;
}

/** Returns the deal with another rate on its long-term loan. */
export function withLongTermRate(deal: Deal, rate: number): Deal {
  return hasLongTermLoan(deal)
    ? { ...deal, purchase: { ...deal.purchase, rate } }
    : { ...deal, takeout: { ...deal.takeout, rate } };
}

/** Returns the rehab with its contingency. */
export function rehabCost({ rehab }: Pick<Deal, "rehab">): number {
  return rehab * (1 + UNDERWRITING.rehab_contingency);
}
