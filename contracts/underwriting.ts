import { z } from "zod";
import { envelopeFields, Read, STRATEGIES_MEAN, Strategy } from "./envelope.ts";
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  CustomAssumptions,
} from "./assumptions.ts";
import { FinancingType } from "./financing.ts";
import { RULES } from "./rules.ts";
import { ONE_PLACE, ONE_PROPERTY, subjectFields } from "./subject.ts";
import { WhatIf, WhatIfAnswer } from "./what_if.ts";
import { valuationFields, ValuationState } from "./valuation.ts";

/** Where a number comes from. A line made of several inputs carries the least certain of theirs: the last in this order. */
export const Source = z.enum([
  "given",
  "county_record",
  "listing",
  "constant",
  "model",
]);
/** Where a number comes from. */
export type Source = z.infer<typeof Source>;

/** Input of `deep_underwrite_asset`. */
export const UnderwriteInput = z.object({
  ...subjectFields,
  custom_assumptions: CustomAssumptions.optional().describe(
    "what the caller knows or plans; the rest is assumed",
  ),
  what_if: WhatIf.optional().describe(
    "other facts or comps than the record and the search give",
  ),
  preset: z.string().min(1).max(60).optional().describe(
    "name of saved assumptions; what the call itself gives wins over them; default: the default preset, none for no preset",
  ),
  strategy: Strategy.optional().describe(
    `strategy that the verdict, rents and offers are for; default brrrr. ${STRATEGIES_MEAN}`,
  ),
  listing_units: z.int().min(1).max(6).optional().describe(
    "apartments as listed, default the active listing's; the county's count wins where it has one, with a warning",
  ),
}).strict().register(RULES, ONE_PROPERTY);
/** Input of `deep_underwrite_asset`. */
export type UnderwriteInput = z.infer<typeof UnderwriteInput>;

/** Input of the deprecated name `underwrite`. */
export const LegacyUnderwriteInput = z.object({
  address: subjectFields.address,
  lat: subjectFields.lat,
  lon: subjectFields.lon,
  point: subjectFields.point,
  price: z.number().min(1_000).max(50_000_000).describe(
    "purchase price, dollars",
  ),
  rehab: z.number().min(0).max(10_000_000).optional().describe("dollars"),
  rent: z.number().min(0).max(500_000).optional().describe(
    "dollars a month for the whole building",
  ),
  units: z.int().min(1).max(6).optional().describe("apartments as listed"),
  rate: z.number().min(0).max(0.3).optional().describe(
    "interest a year as a fraction: 7.5% is 0.075",
  ),
}).strict().register(RULES, ONE_PLACE);
/** Input of the deprecated name `underwrite`. */
export type LegacyUnderwriteInput = z.infer<typeof LegacyUnderwriteInput>;

/** One line of a statement. A total is the sum of every line above it that is not a total. */
export const Line = z.object({
  key: z.string(),
  label: z.string(),
  amount: z.number(),
  total: z.boolean(),
  source: Source,
  note: z.string().describe("formula, rate or record behind the amount"),
}).strict();
/** One line of a statement. */
export type Line = z.infer<typeof Line>;

/** From the least to the most; equal ends are exact. */
export const Span = z.object({
  low: z.number().nullable().describe("null: no lower bound"),
  high: z.number().nullable().describe("null: no upper bound"),
}).strict();
/** From the least to the most; equal ends are exact. */
export type Span = z.infer<typeof Span>;

/** A number of the deal as resolved: the caller's where given, else a default with its source. */
export const Assumed = z.object({
  value: z.number().nullable().describe("null when it is not known"),
  low: z.number().nullable().describe(
    "low end of its likely range; equal to value where it is certain",
  ),
  high: z.number().nullable(),
  source: Source.nullable().describe("null when the value is missing"),
  note: z.string(),
  as_of: z.iso.date().nullable().describe("of a dated planning figure"),
}).strict();
/** A number of the deal as resolved. */
export type Assumed = z.infer<typeof Assumed>;

/** Every input of the deal under the name that sets it in custom_assumptions. */
export const ResolvedAssumptions = z.record(z.enum(ASSUMPTION_NAMES), Assumed);
/** Every input of the deal under the name that sets it. */
export type ResolvedAssumptions = Record<AssumptionName, Assumed>;

/** The day of closing: follows from price and terms alone. */
export const Financing = z.object({
  label: z.string(),
  loan_amount: z.number().describe("with financed mortgage insurance"),
  term_months: z.int(),
  interest_only: z.boolean(),
  principal_and_interest: z.number().describe("dollars a month, to the cent"),
  mortgage_insurance: z.number().describe("dollars a month, to the cent"),
  monthly_payment: z.number().describe("both, to the cent"),
  cash_to_close: z.number(),
  lines: z.array(Line).describe("cash to close, line by line"),
  terms_as_of: z.iso.date(),
  terms_source: z.string(),
}).strict();
/** The day of closing. */
export type Financing = z.infer<typeof Financing>;

/** Property tax now and after a purchase, dollars a year to the cent. */
export const PropertyTaxAnswer = z.object({
  current: z.object({
    tax_year: z.int(),
    assessed_value: z.number(),
    stage: z.enum(["mailed", "certified", "board"]),
    eav: z.number().describe("equalized assessed value"),
    with_homeowner_exemption: z.number(),
    without_homeowner_exemption: z.number(),
  }).strict().nullable(),
  rate: z.object({
    rate: z.number().describe("fraction of equalized assessed value"),
    year: z.int(),
    basis: z.enum(["composite", "effective", "triad_median"]),
    equalizer: z.number(),
    equalizer_year: z.int(),
  }).strict(),
  after_purchase: z.object({
    homeowner_exemption: z.boolean().describe("the buyer keeps one"),
    before_reassessment: z.number().nullable(),
    reassessment_year: z.int().nullable().describe(
      "tax year of the first reassessment that can use the price",
    ),
    reassessed: z.number().describe("at the purchase price"),
    underwritten: z.number().describe("the larger of the two"),
  }).strict().nullable(),
  source: Source,
  note: z.string(),
}).strict();
/** Property tax now and after a purchase. */
export type PropertyTaxAnswer = z.infer<typeof PropertyTaxAnswer>;

/** Rent comps of a unit: imported leases and asking rents near the property. */
export const RentCompsAnswer = z.object({
  bedrooms: z.int(),
  range: z.object({
    low: z.number(),
    base: z.number(),
    high: z.number(),
  }).strict().nullable().describe(
    "80% range of the unit's rent, dollars a month; null when refused",
  ),
  refusal: z.object({
    code: z.enum(["too_few_rents", "dispersion"]),
    reason: z.string(),
    fix: z.string(),
  }).strict().nullable(),
  radius_m: z.int(),
  months: z.int(),
  accepted: z.array(
    z.object({
      property_id: z.string().nullable(),
      address: z.string().nullable(),
      kind: z.enum(["lease", "asking"]),
      date: z.iso.date(),
      distance_m: z.int(),
      bedrooms: z.int(),
      sqft: z.number().nullable(),
      rent: z.number(),
      adjustments: z.object({
        bedrooms: z.number(),
        area: z.number(),
        time: z.number(),
      }).strict().describe(
        "what the rent is multiplied by for each difference",
      ),
      adjusted_rent: z.number(),
      weight: z.number().describe("share of the estimate, a fraction"),
    }).strict(),
  ).describe("the most similar first"),
  rejected: z.object({
    too_far: z.int(),
    too_old: z.int(),
    other_bedrooms: z.int(),
    bedrooms_unknown: z.int(),
    outlier: z.int(),
  }).partial().strict().describe(
    "rents within two miles that were rejected, by reason",
  ),
}).strict();
/** Rent comps of a unit. */
export type RentCompsAnswer = z.infer<typeof RentCompsAnswer>;

/** Rents by unit, whole dollars a month. */
export const RentAnswer = z.object({
  basis: z.enum(["given", "market", "renovated", "payment_standard"]),
  units: z.array(
    z.object({
      bedrooms: z.int(),
      market: z.number(),
      renovated: z.number(),
      payment_standard: z.number().describe("HUD's rent, utilities included"),
      utility_allowance: z.number().describe(
        "deduction for utilities that the tenant pays",
      ),
    }).strict(),
  ),
  market: z.number(),
  renovated: z.number(),
  payment_standard: z.number(),
  contract_rent: z.number().describe(
    "payment standards less utility allowances: the voucher rent that the owner gets",
  ),
  area_factor: z.number().describe(
    "factor on the rent for the units' living area; 1 for the usual area",
  ),
  renovation_share: z.number().describe(
    "share of a full renovation's premium that the rehab achieves, 0-1",
  ),
  range: z.object({ low: z.number(), high: z.number() }).strict().describe(
    "of market, dollars a month",
  ),
  comps: z.array(RentCompsAnswer).describe(
    "by bedrooms of the units; empty where the operator imported no rents",
  ),
  fiscal_year: z.int().describe("of HUD's rents"),
  tract_median: z.number().nullable(),
  tract_level: z.number().describe(
    "tract median over the ZIP's two-bedroom rent; 1 when there is none",
  ),
  bounded: z.enum(["floor", "ceiling"]).nullable(),
  note: z.string(),
}).strict();
/** Rents by unit. */
export type RentAnswer = z.infer<typeof RentAnswer>;

/** The exact metrics, or in `ranges` their ends. Dollars a year where not named otherwise; ratios and returns are fractions. */
const METRICS = {
  noi: "net operating income, dollars a year",
  dscr: "NOI over debt service of the loan the house is held with",
  rent_to_pitia:
    "scheduled rent over principal, interest, tax, insurance and association dues: the DSCR lenders' ratio",
  cash_flow: "NOI less debt service, dollars in the first year",
  cash_on_cash: "first year's cash flow over cash invested",
  cap_rate: "NOI over price",
  gross_rent_multiplier: "price over a year's scheduled rent",
  max_loan_at_dscr_1_2: "loan at which NOI is 1.2 times debt service, dollars",
  cash_needed:
    "cash to close and rehab; for a flip or BRRRR all cash until the sale or refinance",
  flip_net_profit: "dollars",
  flip_roi: "net profit over cash invested",
  brrrr_cash_left: "cash in less cash out at the refinance, dollars",
  brrrr_cash_on_cash: "cash flow over cash left; null when none is left",
  brrrr_dscr: "NOI over debt service after the refinance",
  suggested_offer: "dollars, never above the analyzed price",
} as const;
/** Name of a metric. */
export type MetricName = keyof typeof METRICS;
/** Names of the metrics, in order. */
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** Exact metrics: only in state `point-actionable`. */
export const Metrics = z.object(
  Object.fromEntries(
    METRIC_NAMES.map((name) => [
      name,
      z.number().nullable().describe(METRICS[name]),
    ]),
  ) as Record<MetricName, z.ZodNullable<z.ZodNumber>>,
).strict();
/** Exact metrics. */
export type Metrics = z.infer<typeof Metrics>;

/** The same metrics over the uncertainty of the inputs: in every state but `point-actionable`. Null where a metric cannot be computed. */
export const MetricRanges = z.record(z.enum(METRIC_NAMES), Span.nullable());
/** The same metrics as ranges. */
export type MetricRanges = z.infer<typeof MetricRanges>;

const LineRange = z.object({
  key: z.string(),
  label: z.string(),
  low: z.number(),
  high: z.number(),
  total: z.boolean(),
  note: z.string(),
}).strict();

/** How far an offer is from asking. */
export const Reach = z.enum(["met", "within_reach", "out_of_reach", "none"])
  .describe(
    "met: at the price or below; within_reach: at most 40% under it; out_of_reach: further under it; none: at no price",
  );
/** How far an offer is from asking. */
export type Reach = z.infer<typeof Reach>;

/** The price at which a deal meets a target. */
export const Target = z.object({
  target: z.enum(["dscr", "cash_on_cash", "flip_margin", "break_even"]),
  label: z.string(),
  price: Span.nullable().describe(
    "highest price that meets it, dollars; a low of null: none at the cautious end; a high of null: any price does; null when no price does",
  ),
  discount: Span.nullable().describe(
    "below the price, a fraction; negative where the target allows more",
  ),
  reach: Reach.describe(
    "met at the price; within_reach; out_of_reach: more than 40% under it even at the favorable end; none: no price meets it",
  ),
  note: z.string(),
}).strict();
/** The price at which a deal meets a target. */
export type Target = z.infer<typeof Target>;

const Grid = z.object({
  rows: z.array(z.number()).describe("prices in dollars, or rates"),
  rents: z.array(z.number()).describe("columns: dollars a month"),
  dscr: z.array(z.array(z.number().nullable())),
  cash_on_cash: z.array(z.array(z.number().nullable())),
}).strict();

const Breakeven = z.object({
  question: z.string(),
  value: z.number().nullable(),
  unit: z.enum(["dollars", "dollars_per_month", "fraction"]),
  reason: z.string().nullable().describe("why there is no value"),
}).strict();

/** The underwriting's own part of the answer. */
export const underwritingFields = {
  strategy: Strategy,
  analysis_id: z.string().describe(
    "identifies the value, every assumption and the terms; equal ids mean equal numbers",
  ),
  preset: z.object({ name: z.string(), is_default: z.boolean() }).strict()
    .nullable().describe("the caller's saved assumptions that were applied"),
  assumptions: ResolvedAssumptions,
  financing_type: FinancingType,
  financing: Financing.nullable(),
  property_tax: PropertyTaxAnswer.nullable(),
  rent: RentAnswer.nullable(),
  metrics: Metrics.nullable(),
  ranges: MetricRanges.nullable(),
  withheld: z.object({
    state: ValuationState,
    reason: z.string(),
    fields: z.array(z.string()),
  }).strict().nullable(),
  missing: z.array(
    z.object({ field: z.string(), reason: z.string(), fix: z.string() })
      .strict(),
  ).describe("figures that could not be computed because a fact is missing"),
  values: z.object({
    as_is: Span.describe("as the county records it"),
    after_repair: Span.describe("with what the rehab budget buys"),
    note: z.string(),
  }).strict().nullable(),
  targets: z.array(Target).describe(
    "the price at which each target of the strategy is met",
  ),
  moves_most: z.array(
    z.object({
      assumption: z.enum(ASSUMPTION_NAMES),
      low: z.number(),
      high: z.number(),
      result: z.enum(["cash_flow", "flip_net_profit", "brrrr_cash_left"]),
      swing: z.number().describe("dollars from one end to the other"),
    }).strict(),
  ).max(3).describe("the assumptions that the result depends on most"),
  risk: z.object({
    score: z.number().nullable(),
    known_points: z.number().describe("of 100 that could be assessed"),
    biggest: z.object({ label: z.string(), reason: z.string() }).strict()
      .nullable(),
  }).strict(),
  outlook: z.array(
    z.object({
      years: z.int(),
      cash_flow: Span.describe("all of it until then, dollars"),
      equity: Span.describe("after a sale's costs and the loan, dollars"),
      irr: Span.nullable().describe("fraction a year"),
    }).strict(),
  ).describe("as a rental after 5, 10 and 30 years; empty without a rent"),
  house_hack: z.object({
    rent_instead: Span.describe("a unit like the owner's, dollars a month"),
    options: z.array(
      z.object({
        financing_type: FinancingType,
        cash_to_close: z.number(),
        monthly_cost: Span.describe(
          "of living in one unit, net of the others' rents, dollars",
        ),
      }).strict(),
    ),
  }).strict().nullable().describe("two- to four-flats only"),
  timeline: z.array(
    z.object({
      month: z.int(),
      event: z.string(),
      cash: Span.describe("in the month, dollars; negative is paid"),
      cash_in: Span.describe("all cash in the deal so far, dollars"),
    }).strict(),
  ).nullable().describe("month by month: flip and brrrr"),
  pro_forma_range: z.array(LineRange).nullable().describe(
    "first year as a rental, whole dollars: `low` is the cautious end and `high` the favorable one, so each adds up; costs are negative",
  ),
  arv_used: z.object({
    value: z.number(),
    capped: z.boolean().describe("lowered to 1.5 times the income value"),
    income_value: z.number().nullable(),
  }).strict().nullable(),
  pro_forma: z.array(Line).nullable().describe(
    "first year as a rental, dollars to the cent; costs are negative",
  ),
  cashflow: z.array(
    z.object({
      year: z.int(),
      rent: z.number().describe("collected"),
      operating_expenses: z.number(),
      noi: z.number(),
      debt_service: z.number(),
      cash_flow: z.number(),
      loan_balance: z.number().describe("at the end of the year"),
    }).strict(),
  ).nullable().describe("five years, dollars to the cent"),
  flip: z.object({
    lines: z.array(Line).describe("sale price less every cost"),
    net_profit: z.number(),
    cash_invested: z.number(),
    roi: z.number(),
    margin: z.number().describe("net profit over the sale price"),
    seventy_percent_offer: z.number(),
  }).strict().nullable(),
  brrrr: z.object({
    lines: z.array(Line).describe(
      "cash put in, then what the refinance gives back (negative)",
    ),
    refinance_loan: z.number(),
    limited_by: z.enum(["ltv", "dscr"]),
    rate: z.number(),
    monthly_payment: z.number(),
    cash_left: z.number(),
    cash_flow: z.number(),
    cash_on_cash: z.number().nullable(),
    infinite_return: z.boolean(),
    dscr: z.number().nullable(),
    equity: z.number(),
  }).strict().nullable(),
  offers: z.array(
    z.object({
      rule: z.enum(["seventy_percent", "target_return", "debt_coverage"]),
      label: z.string(),
      price: z.number().nullable(),
      capped: z.boolean().describe("the rule would allow more than the price"),
      reason: z.string().nullable(),
    }).strict(),
  ).length(2).nullable(),
  suggested_offer: z.number().nullable(),
  sensitivity: z.object({ price_rent: Grid, rate_rent: Grid }).strict()
    .nullable(),
  break_even: z.array(Breakeven).nullable(),
  strategy_scores: z.record(
    Strategy,
    z.object({ score: z.int().min(0).max(100).nullable(), read: Read })
      .strict(),
  ),
};

/** Output of `deep_underwrite_asset`. */
export const UnderwriteOutput = z.object({
  ...envelopeFields,
  ...valuationFields,
  what_if: WhatIfAnswer,
  ...underwritingFields,
}).strict();
/** Output of `deep_underwrite_asset`. */
export type UnderwriteOutput = z.infer<typeof UnderwriteOutput>;
/** The underwriting's own part of the answer. */
export type Underwriting = Pick<
  UnderwriteOutput,
  keyof typeof underwritingFields
>;
