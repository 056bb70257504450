import { z } from "zod";
import { figure } from "./units.ts";
import { envelopeFields } from "./envelope.ts";
import { RULES } from "./rules.ts";
import { ONE_PROPERTY, Subject, subjectFields } from "./subject.ts";
import { FlagStatus } from "./tract.ts";
import { ValuationState } from "./valuation.ts";

/** Risks that are assessed; closed. Those of the taxonomy that are never emitted: `RISK.withheld`. */
export const RISK_CODES = [
  "tax_shock",
  "tax_trap",
  "basement_flood",
  "distress_proximity",
  "closing_friction",
  "legal_unit_mismatch",
  "appraisal_ceiling",
  "vintage_stock",
] as const;
/** Code of a risk. */
export type RiskCode = (typeof RISK_CODES)[number];

/** Input of `risk_report`. */
export const RiskInput = z.object({
  ...subjectFields,
  price: figure(
    "dollars",
    1_000,
    50_000_000,
    "dollars to be paid; default the active listing's, else the ARV's base for a caller who may see it",
  ),
  listing_units: z.int().min(1).max(100).optional().describe(
    "apartments as listed; default the active listing's",
  ),
  year_built: z.int().min(1800).max(2100).optional().describe(
    "as listed, where the county records none; its record wins where it has one",
  ),
}).strict().register(RULES, ONE_PROPERTY);
/** Input of `risk_report`. */
export type RiskInput = z.infer<typeof RiskInput>;

/** How bad a flagged risk is. */
export const Severity = z.enum(["none", "low", "medium", "high"]);
/** How bad a flagged risk is. */
export type Severity = z.infer<typeof Severity>;

/** One risk of the property. */
export const RiskFlag = z.object({
  code: z.enum(RISK_CODES),
  label: z.string(),
  status: FlagStatus,
  severity: Severity.nullable().describe("null when nothing is known"),
  points: z.number().describe("added to the risk score"),
  max_points: z.number(),
  reason: z.string(),
  figures: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  source: z.string(),
  vintage: z.string().nullable().describe("year or date of the figures"),
  blind_spots: z.string().nullable().describe("what the source cannot see"),
}).strict();
/** One risk of the property. */
export type RiskFlag = z.infer<typeof RiskFlag>;

/** Output of `risk_report`. */
export const RiskOutput = z.object({
  ...envelopeFields,
  subject: Subject,
  state: ValuationState.describe("of the valuation behind the risks"),
  risk_score: z.number().min(0).max(100).nullable().describe(
    "0 is no known risk; separate from opportunity: both can be high. null is not 0",
  ),
  known_points: z.number().describe(
    "points of the flags that could be assessed, of 100",
  ),
  price: z.object({
    amount: z.number(),
    source: z.enum(["given", "listing", "model"]),
  }).strict().nullable(),
  flags: z.array(RiskFlag),
}).strict();
/** Output of `risk_report`. */
export type RiskOutput = z.infer<typeof RiskOutput>;
