import { PROPERTY_TYPES } from "./constants/property.ts";
import { z } from "zod";
import { stampFields } from "./envelope.ts";

/** Input of `coverage`. */
export const CoverageInput = z.object({
  township: z.string().min(1).max(64).optional().describe(
    "only this township, by code",
  ),
  prop_type: z.enum(PROPERTY_TYPES.modelled).optional().describe(
    "only this property type",
  ),
}).strict();
/** Input of `coverage`. */
export type CoverageInput = z.infer<typeof CoverageInput>;

const share = z.number().min(0).max(1);

/** What past sales show of the engine's values: each was valued from what was known before its day. Fractions. */
export const BacktestFigures = z.object({
  test_sales: z.int().describe("past sales in the backtest"),
  median_error: z.number().describe("median of |value - price| / price"),
  within_10: share.describe("share of values within 10% of the price"),
  within_20: share.describe("share of values within 20% of the price"),
  median_ratio: z.number().describe("median of value / price"),
  coverage: share.describe("share of prices within conservative..aggressive"),
  prb: z.number().describe(
    "price-related bias: how far value / price moves when value doubles",
  ),
}).strict();
/** What past sales show of the engine's values. */
export type BacktestFigures = z.infer<typeof BacktestFigures>;

/** A township and property type, and what may be shown there. */
export const CoveredSegment = z.object({
  segment: z.string().describe("township|prop_type"),
  township: z.string(),
  township_name: z.string(),
  prop_type: z.string(),
  parcels: z.int().describe("parcels of the type in the snapshot"),
  sales: z.int().describe("validated sales in the snapshot"),
  figures: BacktestFigures.nullable().describe("null without test sales"),
  gate: z.enum(["point", "range", "suppress"]),
  best_state: z.enum(["point-actionable", "range-only", "suppressed"])
    .describe("the best state that a value there can have"),
  reasons: z.array(z.string()).describe("the gates that were missed"),
}).strict();
/** A township and property type, and what may be shown there. */
export type CoveredSegment = z.infer<typeof CoveredSegment>;

/** Output of `coverage`. */
export const CoverageOutput = z.object({
  ...stampFields,
  as_of: z.iso.date().describe("ISO date of the newest fact used"),
  confidence: z.number().min(0).max(100).nullable().describe(
    "0-100: of 100 values in the backtest, those within 20% of the price; null without a backtest",
  ),
  disclosure: z.string().describe("relay wherever a person sees the numbers"),
  status: z.enum(["calibrated", "too_little_history", "not_fitted"]),
  status_reason: z.string().nullable().describe("null when calibrated"),
  calibration: z.object({
    from: z.iso.date().describe("first day of the sales it is based on"),
    to: z.iso.date(),
    sales: z.int(),
    interval: share.describe("nominal coverage of conservative..aggressive"),
    overall: BacktestFigures.nullable(),
  }).strict().nullable(),
  gates: z.object({
    point: z.object({
      min_test_sales: z.int(),
      max_median_error: z.number(),
      min_within_20: share,
      min_coverage: share,
      max_coverage: share,
      max_abs_prb: z.number(),
    }).strict().describe("all must hold for exact figures"),
    suppress: z.object({
      min_test_sales: z.int(),
      max_median_error: z.number(),
    }).strict().describe("beyond these no value is shown"),
  }).strict(),
  segments: z.array(CoveredSegment).describe("in alphabetical order"),
}).strict();
/** Output of `coverage`. */
export type CoverageOutput = z.infer<typeof CoverageOutput>;
