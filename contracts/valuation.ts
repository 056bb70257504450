import { PROPERTY_TYPES } from "./constants/property.ts";
import { z } from "zod";
import { envelopeFields, Strategy } from "./envelope.ts";
import { RULES } from "./rules.ts";
import {
  ONE_PROPERTY,
  PropertyFacts,
  Subject,
  subjectFields,
} from "./subject.ts";
import { WhatIf, WhatIfAnswer } from "./what_if.ts";

/** What may be shown of a valuation, decided in this order. */
export const ValuationState = z.enum([
  "unscored",
  "suppressed",
  "stale",
  "area-context",
  "hedonic",
  "range-only",
  "point-actionable",
]).describe(
  "point-actionable: an exact figure; range-only, hedonic: a range; unscored: not modeled; others: none",
);
/** What may be shown of a valuation. */
export type ValuationState = z.infer<typeof ValuationState>;

/** A valid answer that is not a number. */
export const Refusal = z.object({
  code: z.enum([
    "too_few_comps",
    "low_similarity",
    "dispersion",
    "not_modelled",
    "lake_county",
    "missing_facts",
    "no_property",
    "segment_suppressed",
  ]),
  reason: z.string(),
  fix: z.string().describe("the smallest change that would change the answer"),
}).strict();
/** A valid answer that is not a number. */
export type Refusal = z.infer<typeof Refusal>;

/** After-repair value: the middle and the two ends of the interval, whole dollars. */
export const Arv = z.object({
  conservative: z.number(),
  base: z.number(),
  aggressive: z.number(),
  basis: z.enum(["comps", "price_model"]),
  interval: z.number().describe(
    "nominal coverage of conservative..aggressive, a fraction",
  ),
  interval_source: z.enum([
    "conformal",
    "comp_dispersion",
    "price_model_dispersion",
  ]),
}).strict();
/** After-repair value: the middle and the two ends of the interval, whole dollars. */
export type Arv = z.infer<typeof Arv>;

/** A range beside a refusal: no base, and not the value. */
export const Fallback = z.object({
  method: z.enum(["price_model", "tract_heuristic"]),
  low: z.number(),
  high: z.number(),
  interval: z.number().describe("nominal coverage of low..high, a fraction"),
}).strict();
/** A range beside a refusal. */
export type Fallback = z.infer<typeof Fallback>;

/** The last known arm's-length sale of the subject itself; a premium over the price model raises the value. */
export const PriorSale = z.object({
  year: z.int(),
  sale_date: z.iso.date().nullable().describe(
    "null where the source gives only the year",
  ),
  sale_price: z.number(),
  premium_over_model: z.number().describe(
    "premium of its price over the price model's estimate from the record, a fraction; negative for a discount",
  ),
  prior_sale_adjustment: z.number().min(0).describe(
    "how much the value is raised for it, a fraction; 0 where the price was at or below the model's estimate",
  ),
}).strict();
/** The last known arm's-length sale of the subject itself. */
export type PriorSale = z.infer<typeof PriorSale>;

/** One line of an adjustment grid; the lines sum exactly to adjusted_price - time_adjusted_price. */
export const AdjustmentLine = z.object({
  feature: z.string(),
  label: z.string(),
  subject: z.union([z.number(), z.string()]).nullable(),
  comp: z.union([z.number(), z.string()]).nullable(),
  amount: z.number().describe("whole dollars added to the comp's price"),
}).strict();
/** One line of an adjustment grid. */
export type AdjustmentLine = z.infer<typeof AdjustmentLine>;

/** A comparable sale that counted. */
export const Comp = z.object({
  property_id: z.string(),
  address: z.string().nullable(),
  document: z.string().nullable(),
  deed_type: z.string().nullable(),
  sale_date: z.iso.date(),
  sale_price: z.number(),
  lat: z.number(),
  lon: z.number(),
  distance_m: z.number(),
  facts: PropertyFacts,
  similarity: z.number().min(0).max(1),
  similarity_parts: z.record(z.string(), z.number()).describe(
    "factors 0-1 whose product is similarity",
  ),
  weight: z.number().describe("share of the weighted median, 0-1"),
  time_index: z.number().describe("factor that brings the price to as_of"),
  time_adjusted_price: z.number(),
  adjustments: z.array(AdjustmentLine),
  adjusted_price: z.number(),
}).strict();
/** A comparable sale that counted. */
export type Comp = z.infer<typeof Comp>;

/** A nearby sale that did not count, and why. */
export const RejectedComp = z.object({
  property_id: z.string(),
  address: z.string().nullable(),
  sale_date: z.iso.date(),
  sale_price: z.number(),
  distance_m: z.number(),
  similarity: z.number().nullable(),
  reason: z.string().describe("reason code"),
  detail: z.string().describe("the reason in words, with its figures"),
}).strict();
/** A nearby sale that did not count, and why. */
export type RejectedComp = z.infer<typeof RejectedComp>;

/** Fields of a comp that a brief answer has. */
export const BRIEF_COMP = [
  "property_id",
  "address",
  "sale_date",
  "sale_price",
  "lat",
  "lon",
  "distance_m",
  "facts",
  "similarity",
  "weight",
  "adjusted_price",
] as const satisfies readonly (keyof typeof Comp.shape)[];

const COMP_FIELDS = Object.keys(Comp.shape) as [
  keyof typeof Comp.shape,
  ...(keyof typeof Comp.shape)[],
];

/** Input of `get_comps`. */
export const CompsInput = z.object({
  ...subjectFields,
  prop_type: z.enum(PROPERTY_TYPES.modelled).optional()
    .describe(
      "picks among parcels at a point: sfh is a single-family house, mf2_4 a two- to four-flat; the county's record wins where it differs",
    ),
  strategy: Strategy.optional().describe(
    "strategy that the verdict is for; default brrrr",
  ),
  what_if: WhatIf.optional().describe(
    "other facts or comps than the record and the search give; the answer shows the value before and after",
  ),
  detail: z.enum(["brief", "full"]).default("brief").describe(
    "full: each comp with its adjustments line by line and all facts, and the rejected sales",
  ),
  fields: z.array(z.enum(COMP_FIELDS)).min(1).max(COMP_FIELDS.length)
    .optional().describe(
      "fields of each comp, besides its identifier; default by detail",
    ),
}).strict().register(RULES, ONE_PROPERTY);
/** Input of `get_comps`. */
export type CompsInput = z.infer<typeof CompsInput>;

/** The part of an answer that is the valuation itself, shared by every interface that shows one. */
export const valuationFields = {
  subject: Subject,
  valuation_id: z.string(),
  state: ValuationState,
  state_reasons: z.array(z.string()),
  refusal: Refusal.nullable(),
  arv: Arv.nullable().describe("null beside a refusal"),
  fallback: Fallback.nullable().describe(
    "the range in place of a refused value; null if nothing was refused or no range is supported",
  ),
  prior_sale: PriorSale.nullable().describe(
    "the last known arm's-length sale of the property itself; null without one, and without a value",
  ),
  area_context: z.object({
    level: z.enum(["tract", "neighborhood"]),
    id: z.string(),
    sales: z.int().describe("sales of the last 24 months behind the medians"),
    median_price: z.number(),
    median_price_per_sqft: z.number(),
  }).strict().nullable(),
};

/** Output of `get_comps`. */
export const CompsOutput = z.object({
  ...envelopeFields,
  ...valuationFields,
  what_if: WhatIfAnswer,
  search: z.object({
    tier: z.int().nullable(),
    radius_m: z.number(),
    months: z.number(),
    candidates: z.int(),
    accepted: z.int(),
  }).strict(),
  dispersion: z.object({
    iqr_share: z.number().describe(
      "interquartile range of adjusted prices over their median",
    ),
    q1: z.number(),
    q3: z.number(),
    gate: z.number(),
  }).strict().nullable(),
  comps: z.array(Comp.partial().required({ property_id: true })).describe(
    "the most similar, best first, with the fields of `detail` or `fields`",
  ),
  rejected: z.array(RejectedComp).describe("with detail full, else empty"),
  rejected_by_reason: z.record(z.string(), z.int()),
}).strict();
/** Output of `get_comps`. */
export type CompsOutput = z.infer<typeof CompsOutput>;
