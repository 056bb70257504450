import { z } from "zod";
import { CustomAssumptions } from "./assumptions.ts";
import { envelopeFields, Read, stampFields, Strategy } from "./envelope.ts";
import { ONE_PROPERTY, subjectFields } from "./subject.ts";
import { RULES } from "./rules.ts";
import { Span } from "./underwriting.ts";
import { figure } from "./units.ts";
import { Fallback, ValuationState } from "./valuation.ts";

/** Most properties that are compared side by side. */
export const MOST_COMPARED = 10;

/** One property to compare, at its own price where one is given. */
export const ComparedProperty = z.object({
  ...subjectFields,
  purchase_price: figure(
    "dollars",
    1_000,
    50_000_000,
    "dollars; default custom_assumptions.purchase_price, else the listing's",
  ),
}).strict().register(RULES, ONE_PROPERTY);

/** Input of `compare_deals`. */
export const CompareInput = z.object({
  properties: z.array(ComparedProperty).min(2).max(MOST_COMPARED).describe(
    "2 to 10 properties, each named by property_id, address, or lat and lon",
  ),
  strategy: Strategy.optional().describe(
    "strategy they are compared for; default brrrr",
  ),
  custom_assumptions: CustomAssumptions.optional().describe(
    "assumptions of all of them",
  ),
  preset: z.string().min(1).max(60).optional().describe(
    "name of saved assumptions, as for one deal",
  ),
}).strict();
/** Input of `compare_deals`. */
export type CompareInput = z.infer<typeof CompareInput>;

/** A deal beside others. */
export const ComparedDeal = z.object({
  rank: z.int().min(1),
  property_id: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  price: z.number().nullable(),
  state: ValuationState,
  value: Span.nullable().describe("after repair, dollars"),
  fallback: Fallback.nullable().describe("in place of a refused value"),
  confidence: z.number().nullable(),
  read: Read,
  cash_flow: Span.nullable().describe("dollars in the first year"),
  cash_needed: Span.nullable(),
  dscr: Span.nullable().describe(
    "after the refinance for brrrr; null for a cash purchase",
  ),
  return_on_cash: Span.nullable().describe(
    "cash-on-cash, or of a flip net profit over cash invested, a fraction",
  ),
  risk_score: z.number().nullable(),
  would_win: z.string().describe(
    "what would make it rank first, or why it does",
  ),
  analysis_id: z.string(),
}).strict();
/** A deal beside others. */
export type ComparedDeal = z.infer<typeof ComparedDeal>;

/** Output of `compare_deals`. */
export const CompareOutput = z.object({
  ...stampFields,
  confidence: envelopeFields.confidence.describe(
    "the lowest of the deals' confidences",
  ),
  disclosure: envelopeFields.disclosure,
  read: Read.describe("of the deal that ranks first"),
  strategy: Strategy,
  preset: z.string().nullable().describe("saved assumptions that were applied"),
  deals: z.array(ComparedDeal).describe("best first"),
}).strict();
/** Output of `compare_deals`. */
export type CompareOutput = z.infer<typeof CompareOutput>;
