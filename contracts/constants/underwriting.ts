/** Targets, planning figures and terms of a deal, explained in docs/underwriting.md. */
export const UNDERWRITING = {
  dscr_target: 1.2,
  rent_growth: 0.02,
  expense_growth: 0.025,
  cashflow_years: 5,
  seventy_percent_rule: 0.7,
  income_arv_cap: 1.5,
  /** Capitalization rate of the income value that caps a 2-4 flat's ARV. */
  cap_rate: 0.07,
  /** Return on the cash in the deal that a rental should reach. */
  target_cash_on_cash: 0.08,
  /** Share of ARV a flip should net. */
  target_flip_margin: 0.1,
  /** Months from purchase to sale (flip) or refinance (BRRRR) when none are given. */
  hold_months: 6,
  /** How far rents move with value, as an elasticity; sets the rent at either end of a range. */
  rent_value_elasticity: 0.5,
  operating: {
    vacancy: 0.05,
    /** Shares of collected rent. */
    management: 0.08,
    repairs: 0.06,
    reserves: 0.05,
    /** Dollars a year per square foot of living area, and the least a policy costs. */
    insurance_per_sqft: 1,
    insurance_minimum: 1_500,
    /** Dollars a month per unit that the owner pays: water and common areas of a flat. */
    owner_utilities: { sfh: 0, mf2_4: 60 },
  },
  /** While the house stands empty. Dollars a month for the building. */
  empty_house_utilities: 250,
  rehab_contingency: 0.1,
  /** Cost per square foot of a full renovation; it buys the whole renovated rent. */
  full_renovation_per_sqft: 40,
  /** Selling costs as shares of the sale price, transfer stamps apart. */
  selling: { commission: 0.05, closing: 0.01 },
  refinance_ltv: 0.75,
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
