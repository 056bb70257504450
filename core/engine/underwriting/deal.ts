import type { FinancingPreset } from "../../../contracts/financing.ts";
import { CONSTANTS } from "../../../contracts/constants.ts";

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
 * A purchase with every number settled; everything downstream is a pure function of it. Dollars;
 * a year's worth unless it says a month.
 */
export interface Deal {
  readonly price: number;
  readonly rehab: number;
  /** After-repair value; null when there is none. */
  readonly arv: number | null;
  /** Rent collected a month from the whole building; null when unknown. */
  readonly rent: number | null;
  /** Share of the rent lost to vacancy. */
  readonly vacancy: number;
  /** How the purchase is paid for. */
  readonly purchase: LoanTerms;
  /** The long-term loan that replaces a short one or follows a renovation. */
  readonly takeout: LoanTerms;
  /** Months from purchase to sale or refinance. */
  readonly holdMonths: number;
  readonly insurance: number;
  /** Utilities the owner pays while it is rented. */
  readonly ownerUtilities: number;
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

/** A loan shorter than this is a bridge: it is sold out of or refinanced, never lived with. */
const LONG_TERM_MONTHS = 60;

/** Whether the purchase is paid for by a loan one can keep. */
export function hasLongTermLoan({ purchase }: Deal): boolean {
  return purchase.term_months >= LONG_TERM_MONTHS;
}

/** Terms of the long-term loan: the purchase's own, or the takeout after cash or a bridge. */
export function longTermTerms(deal: Deal): LoanTerms {
  return hasLongTermLoan(deal) ? deal.purchase : deal.takeout;
}

/** The deal with another rate on its long-term loan. */
export function withLongTermRate(deal: Deal, rate: number): Deal {
  return hasLongTermLoan(deal)
    ? { ...deal, purchase: { ...deal.purchase, rate } }
    : { ...deal, takeout: { ...deal.takeout, rate } };
}

/** Rehab with its contingency. */
export function rehabCost({ rehab }: Deal): number {
  return rehab * (1 + CONSTANTS.underwriting.rehab_contingency);
}
