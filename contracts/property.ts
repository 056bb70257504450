import { z } from "zod";
import { envelopeFields, stampFields, Strategy } from "./envelope.ts";
import { ListingItem } from "./listing_item.ts";
import { RiskFlag } from "./risk.ts";
import { RULES } from "./rules.ts";
import { ONE_PROPERTY, Subject, subjectFields } from "./subject.ts";
import { MetricRanges, Metrics } from "./underwriting.ts";
import { valuationFields } from "./valuation.ts";

/** Input of `get_property`. */
export const PropertyInput = z.object({
  ...subjectFields,
  strategy: Strategy.optional().describe(
    "strategy that the verdict is for; default brrrr",
  ),
}).strict().register(RULES, ONE_PROPERTY);
/** Input of `get_property`. */
export type PropertyInput = z.infer<typeof PropertyInput>;

/** A fact with where it comes from. */
export const ProvenFact = z.object({
  field: z.string(),
  label: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string(),
  source: z.enum(["county_record", "listing", "census", "model"]),
  vintage: z.string().nullable().describe("year or date of the record"),
}).strict();
/** A fact with where it comes from. */
export type ProvenFact = z.infer<typeof ProvenFact>;

const { subject: _, ...ofValuation } = valuationFields;

/** Output of `get_property`. */
export const PropertyOutput = z.object({
  ...envelopeFields,
  subject: Subject,
  facts: z.array(ProvenFact),
  listing: ListingItem.nullable().describe("null when it is not for sale"),
  under_contract: z.object({
    list_price: z.number().describe("dollars, as last asked"),
    listed: z.iso.date().describe("day it came on the market"),
  }).strict().nullable().describe(
    "the listing of a home that has a buyer and is therefore not for sale; null otherwise",
  ),
  valuation: z.object(ofValuation).strict().nullable().describe(
    "null where `valuation_withheld` says why",
  ),
  valuation_withheld: z.string().nullable().describe(
    "why there is no valuation: the value of a property that is not publicly for sale needs the scope underwrite",
  ),
  comps_summary: z.object({
    accepted: z.int(),
    rejected: z.int(),
    candidates: z.int(),
    radius_m: z.number(),
    months: z.number(),
    tier: z.int().nullable(),
    best_similarity: z.number().nullable(),
    dispersion: z.number().nullable().describe(
      "interquartile range of adjusted prices over their median",
    ),
  }).strict().nullable().describe("null with `valuation`; get_comps has all"),
  underwriting: z.object({
    strategy: Strategy,
    price: z.number().describe("the list price, dollars"),
    cash_to_close: z.number().nullable(),
    monthly_payment: z.number().nullable(),
    rent: z.number().nullable().describe("dollars a month, as planned"),
    metrics: Metrics.nullable(),
    ranges: MetricRanges.nullable(),
    withheld: z.string().nullable().describe("why there are no exact metrics"),
    missing: z.array(z.string()),
  }).strict().nullable().describe(
    "at the list price; null when it is not for sale",
  ),
  risk: z.object({
    score: z.number().min(0).max(100).nullable(),
    known_points: z.number(),
    flags: z.array(RiskFlag),
  }).strict(),
  tract: z.object({
    geoid: z.string(),
    area: z.string().nullable(),
    strategy_scores: z.record(
      Strategy,
      z.object({
        percentile: z.number().nullable(),
        confidence: z.number().nullable(),
      }).strict(),
    ),
  }).strict().nullable(),
  photo_url: z.string().nullable(),
  url: z.string().nullable().describe("path of the property's page"),
}).strict();
/** Output of `get_property`. */
export type PropertyOutput = z.infer<typeof PropertyOutput>;

/** Input of `property_history`. */
export const HistoryInput = z.object({ ...subjectFields }).strict()
  .register(RULES, ONE_PROPERTY);
/** Input of `property_history`. */
export type HistoryInput = z.infer<typeof HistoryInput>;

/** One thing that happened to a property. */
export const HistoryEvent = z.object({
  date: z.string().describe(
    "an ISO date, or only the year if the day is unknown",
  ),
  kind: z.enum([
    "sale",
    "listed",
    "price_change",
    "status_change",
    "assessment",
    "permit",
  ]),
  title: z.string().describe("in words"),
  amount: z.number().nullable().describe("dollars"),
  change: z.number().nullable().describe(
    "from the previous event of its kind, a fraction",
  ),
  note: z.string().nullable(),
  source: z.string(),
}).strict();
/** One thing that happened to a property. */
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** Output of `property_history`. */
export const HistoryOutput = z.object({
  ...stampFields,
  subject: Subject,
  events: z.array(HistoryEvent).describe("newest first"),
}).strict();
/** Output of `property_history`. */
export type HistoryOutput = z.infer<typeof HistoryOutput>;
