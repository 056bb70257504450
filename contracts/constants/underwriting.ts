import { ASSUMPTION_DEFAULTS } from "../assumptions.ts";

/** Targets, planning figures and terms of a deal, explained in docs/underwriting.md. */
export const UNDERWRITING = {
  dscr_target: 1.2,
  cashflow_years: 5,
  seventy_percent_rule: 0.7,
  income_arv_cap: 1.5,
  /** Capitalization rate of the income value that caps a 2-4 flat's ARV. */
  cap_rate: 0.07,
  /** Return on the cash in the deal that a rental should reach. */
  target_cash_on_cash: 0.08,
  /** Share of ARV a flip should net. */
  target_flip_margin: 0.1,
  defaults: ASSUMPTION_DEFAULTS,
  /** Dollars a month for the building while it stands empty. */
  empty_house_utilities: 250,
  rehab_contingency: 0.1,
  /** Share of a full renovation's premium that a budget buys, by dollars a square foot; straight lines between. */
  renovation_scope: [
    /** Paint, floors, fixtures. */
    { per_sqft: 10, premium: 0.2 },
    /** Kitchens and baths. */
    { per_sqft: 25, premium: 0.7 },
    /** Everything. */
    { per_sqft: 40, premium: 1 },
  ],
  /** What a full renovation adds to the value of a building as recorded; nothing to a new one. */
  renovation_premium: { value: 0.15, new_since: 2005 },
  /** An offer this far under asking is out of reach. */
  offer_reach: 0.4,
  /** A price this far under the low end of the value brings a warning. */
  far_under_value: 0.25,
  /** A flip of a house this old without a rehab budget brings a warning. */
  rehab_expected_before: 1990,
  /** Years of the outlook of a rental. */
  outlook_years: [5, 10, 30],
  sensitivity: {
    price: [-0.1, -0.05, 0, 0.05, 0.1],
    rent: [-0.1, -0.05, 0, 0.05, 0.1],
    rate: [-0.01, -0.005, 0, 0.005, 0.01],
  },
  /** A preset rate older than this many days comes with a warning. */
  preset_rate_days: 365,
} as const;

/**
 * Transfer stamps, dollars per $500 of price or part of it. Source: 35 ILCS 200/31-10 and 55 ILCS
 * 5/5-1031; Municipal Code of Chicago 3-33-030 (buyer $3.75, and $1.50 by the seller for the CTA).
 * Suburban stamps differ by village and are not included.
 */
export const TRANSFER_TAX = {
  per: 500,
  state_seller: 0.5,
  county_seller: 0.25,
  chicago_buyer: 3.75,
  chicago_seller: 1.5,
} as const;
