import { z } from "zod";
import { FINANCING_PRESETS, FinancingType } from "./financing.ts";
import { given, never, RULES } from "./rules.ts";
import { figure, type Unit } from "./units.ts";

/** An assumption of a deal: its unit, the range accepted and what it means. */
export interface AssumptionForm {
  readonly label: string;
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  /** What it is and which default stands in for it. */
  readonly about: string;
}

/** Every number of a deal that a caller may set, in the order of a deal sheet. Closed: anything else is refused. */
export const ASSUMPTIONS = {
  purchase_price: {
    label: "Purchase price",
    unit: "dollars",
    min: 1_000,
    max: 50_000_000,
    about:
      "dollars; default: the active listing's price, else the middle of the estimated value",
  },
  rehab_budget: {
    label: "Rehab budget",
    unit: "dollars",
    min: 0,
    max: 10_000_000,
    about: "dollars, before a 10% contingency; default 0",
  },
  arv: {
    label: "After-repair value",
    unit: "dollars",
    min: 1_000,
    max: 50_000_000,
    about: "dollars; default: the valuation, with the premium the rehab buys",
  },
  rent_override: {
    label: "Rent a month",
    unit: "dollars_per_month",
    min: 0,
    max: 500_000,
    about:
      "dollars a month collected from the whole building when full; with an owner-occupied loan without the owner's unit",
  },
  other_income: {
    label: "Other income a month",
    unit: "dollars_per_month",
    min: 0,
    max: 100_000,
    about: "dollars a month from laundry, parking or storage; default 0",
  },
  units: {
    label: "Units",
    unit: "count",
    min: 1,
    max: 6,
    about: "apartments to plan with; default the county's count",
  },
  vacancy: {
    label: "Vacancy",
    unit: "fraction",
    min: 0,
    max: 0.5,
    about: "share of the rent lost; default 0.06 in Chicago, 0.05 outside",
  },
  tax_annual: {
    label: "Property tax a year",
    unit: "dollars_per_year",
    min: 0,
    max: 1_000_000,
    about:
      "dollars a year; default from the assessment, the tax rate and the price",
  },
  insurance_annual: {
    label: "Insurance a year",
    unit: "dollars_per_year",
    min: 0,
    max: 200_000,
    about: "dollars a year; default by living area and age",
  },
  management: {
    label: "Management",
    unit: "fraction",
    min: 0,
    max: 0.3,
    about: "share of collected rent; default 0.08",
  },
  repairs: {
    label: "Repairs and maintenance",
    unit: "fraction",
    min: 0,
    max: 0.5,
    about: "share of collected rent; default 0.06, 0.08 if built before 1940",
  },
  capex_reserve: {
    label: "Replacement reserve",
    unit: "fraction",
    min: 0,
    max: 0.5,
    about:
      "share of collected rent set aside for roof, boiler and the like; default 0.05",
  },
  hoa_monthly: {
    label: "Association dues a month",
    unit: "dollars_per_month",
    min: 0,
    max: 20_000,
    about: "dollars a month; default 0",
  },
  utilities_monthly: {
    label: "Owner-paid utilities a month",
    unit: "dollars_per_month",
    min: 0,
    max: 50_000,
    about:
      "dollars a month for the building while rented; default 60 per apartment of a flat, 0 for a house",
  },
  rate: {
    label: "Interest rate",
    unit: "fraction_per_year",
    min: 0,
    max: 0.3,
    about:
      "interest a year as a fraction: 7.5% is 0.075. It is of the loan and, without refi_rate, of the refinance; with hard_money of the loan only, with cash of the refinance only",
  },
  down_pct: {
    label: "Down payment",
    unit: "fraction",
    min: 0,
    max: 1,
    about: "fraction of the price; at least the program's minimum",
  },
  closing_buy: {
    label: "Buyer's closing costs",
    unit: "fraction",
    min: 0,
    max: 0.15,
    about:
      "fraction of the price, without points and transfer stamps; default the loan program's",
  },
  hold_months: {
    label: "Months held",
    unit: "months",
    min: 1,
    max: 60,
    about:
      "months from purchase to sale (flip) or refinance (brrrr); default 6",
  },
  rehab_months: {
    label: "Months of rehab",
    unit: "months",
    min: 0,
    max: 60,
    about:
      "months the building stands empty for work; default 3 with a rehab budget, else 0",
  },
  refi_month: {
    label: "Month of the refinance",
    unit: "months",
    min: 1,
    max: 60,
    about:
      "months from purchase to the refinance of a BRRRR; default hold_months",
  },
  refi_ltv: {
    label: "Refinance loan to value",
    unit: "fraction",
    min: 0,
    max: 0.9,
    about: "fraction of the after-repair value; default 0.75",
  },
  refi_rate: {
    label: "Refinance rate",
    unit: "fraction_per_year",
    min: 0,
    max: 0.3,
    about: "interest a year as a fraction; default rate, else the DSCR loan's",
  },
  commission: {
    label: "Selling commission",
    unit: "fraction",
    min: 0,
    max: 0.15,
    about: "fraction of the sale price; default 0.05",
  },
  closing_sell: {
    label: "Seller's closing costs",
    unit: "fraction",
    min: 0,
    max: 0.15,
    about: "fraction of the sale price, without transfer stamps; default 0.01",
  },
  rent_growth: {
    label: "Rent growth",
    unit: "fraction_per_year",
    min: -0.1,
    max: 0.2,
    about: "a year; default 0.02",
  },
  expense_growth: {
    label: "Expense growth",
    unit: "fraction_per_year",
    min: -0.1,
    max: 0.2,
    about: "a year; default 0.025",
  },
  appreciation: {
    label: "Appreciation",
    unit: "fraction_per_year",
    min: -0.2,
    max: 0.2,
    about: "growth of the property's value a year; default 0.03",
  },
} as const satisfies Readonly<Record<string, AssumptionForm>>;

/** Name of a number that a caller may set. */
export type AssumptionName = keyof typeof ASSUMPTIONS;
/** Names of the numbers that a caller may set, in order. */
export const ASSUMPTION_NAMES = Object.keys(ASSUMPTIONS) as AssumptionName[];

const DEFAULT_FINANCING: FinancingType = "conventional_investor";

const numbers = Object.fromEntries(
  ASSUMPTION_NAMES.map((name) => {
    const { unit, min, max, about } = ASSUMPTIONS[name];
    return [name, figure(unit, min, max, about)];
  }),
) as Record<AssumptionName, z.ZodOptional<z.ZodNumber>>;

/** What a caller may set instead of the defaults. Closed: anything else is refused. */
export const CustomAssumptions = z.object({
  ...numbers,
  financing_type: FinancingType.optional().describe(
    `default ${DEFAULT_FINANCING}; with owner types the buyer lives there`,
  ),
}).strict().superRefine(({ financing_type, down_pct }, context) => {
  if (down_pct === undefined) return;
  const type = financing_type ?? DEFAULT_FINANCING;
  const least = FINANCING_PRESETS[type].min_down_pct;
  if (down_pct >= least) return;
  context.addIssue({
    code: "custom",
    path: ["down_pct"],
    message: `down_pct is below what ${type} accepts`,
    params: {
      expected: least === 1
        ? `1, or left out, with ${type}`
        : `a number from ${least} to 1 with ${type}`,
    },
  });
}).register(
  RULES,
  never(...FinancingType.options.map((type) =>
    given(
      type === DEFAULT_FINANCING
        ? ["down_pct"]
        : ["financing_type", "down_pct"],
      {
        financing_type: { const: type },
        down_pct: { exclusiveMaximum: FINANCING_PRESETS[type].min_down_pct },
      },
    )
  )),
);
/** What a caller may set instead of the defaults. */
export type CustomAssumptions = z.infer<typeof CustomAssumptions>;

/** A default: its value or values, how far it may be off, since when it stands and on what. */
const AS_OF = "2026-11-01";

/** Dated planning figures, each with its public source and the range in which most deals lie. */
export const ASSUMPTION_DEFAULTS = {
  rehab_budget: { value: 0, as_of: AS_OF, source: "none given" },
  other_income: { value: 0, as_of: AS_OF, source: "none given" },
  hoa_monthly: { value: 0, as_of: AS_OF, source: "none given" },
  vacancy: {
    city: 0.06,
    suburbs: 0.05,
    low: 0.03,
    high: 0.1,
    as_of: AS_OF,
    source:
      "apartment occupancy of 95.5% in metropolitan Chicago, third quarter of 2024 (MMG), plus turnover in small buildings",
  },
  insurance_annual: {
    /** Dollars a year per square foot of living area, and the least that a policy costs. */
    house: { per_sqft: 1.2, least: 1_700 },
    flat: { per_sqft: 1.25, least: 2_400 },
    old_before: 1940,
    old_factor: 1.15,
    spread: 0.25,
    as_of: AS_OF,
    source:
      "homeowner's policies in Chicago average $1,600, $1,700 over 30 years of age (insuranceQuotes); a landlord's costs about a quarter more (Insurance Information Institute)",
  },
  management: {
    value: 0.08,
    low: 0.06,
    high: 0.1,
    as_of: AS_OF,
    source:
      "usual fee of managers of small buildings; your own time costs it too",
  },
  repairs: {
    value: 0.06,
    old: 0.08,
    old_before: 1940,
    low: 0.04,
    high: 0.1,
    as_of: AS_OF,
    source: "usual range; older frame and masonry takes more",
  },
  capex_reserve: {
    value: 0.05,
    low: 0.03,
    high: 0.08,
    as_of: AS_OF,
    source: "usual share for roof, boiler, windows and porches",
  },
  utilities_monthly: {
    /** Dollars a month per apartment. */
    house: 0,
    flat: 60,
    as_of: AS_OF,
    source: "water, sewer and common electricity; tenants pay heat and light",
  },
  hold_months: { value: 6, as_of: AS_OF, source: "usual" },
  rehab_months: { value: 3, as_of: AS_OF, source: "usual" },
  refi_ltv: {
    value: 0.75,
    as_of: AS_OF,
    source:
      "usual limit of a cash-out refinance of a rental (Fannie Mae B2-1.3-03: 70 to 75%)",
  },
  commission: {
    value: 0.05,
    as_of: AS_OF,
    source: "usual for listing and buyer's agent together",
  },
  closing_sell: {
    value: 0.01,
    as_of: AS_OF,
    source: "title, attorney and survey; transfer stamps apart",
  },
  rent_growth: {
    value: 0.02,
    as_of: AS_OF,
    source: "near the long-run growth of consumer prices",
  },
  expense_growth: {
    value: 0.025,
    as_of: AS_OF,
    source: "near the long-run growth of consumer prices",
  },
  appreciation: {
    value: 0.03,
    low: 0.01,
    high: 0.045,
    as_of: AS_OF,
    source: "near the long-run growth of FHFA's index for Chicago",
  },
  /** How far a modelled rent may be off, as a share: with the county's bedrooms and a census rent, and without. */
  rent: {
    spread: 0.2,
    spread_unrecorded: 0.3,
    as_of: AS_OF,
    source: "spread of asking rents around a census tract's median",
  },
  /** How far a tax bill may be off, as a share, by what the rate is known from. */
  tax_annual: {
    spread: { composite: 0.05, effective: 0.1, triad_median: 0.25 },
    as_of: AS_OF,
    source: "levies move by some 5% a year; older or wider rates by more",
  },
} as const;
