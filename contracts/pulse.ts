import { z } from "zod";
import { METRO } from "./constants/property.ts";
import { envelopeFields, Strategy } from "./envelope.ts";

/** Input of `market_pulse`. */
export const PulseInput = z.object({
  metro: z.enum([METRO.default]).default(METRO.default)
    .describe("the metro area"),
  strategy: Strategy.optional().describe(
    "strategy that the verdict and confidence are for; default brrrr",
  ),
  limit: z.int().min(1).max(25).default(10).describe(
    "leaders and ZIPs to list",
  ),
}).strict();
/** Input of `market_pulse`. */
export type PulseInput = z.infer<typeof PulseInput>;

/** A tract among the best of a strategy. */
const Leader = z.object({
  geoid: z.string(),
  area: z.string().nullable().describe("community area, else township"),
  percentile: z.number(),
  confidence: z.number(),
  price_level: z.number().describe("dollars"),
  price_source: z.enum(["sales", "area_prices", "census"]),
}).strict();

/** Output of `market_pulse`. */
export const PulseOutput = z.object({
  ...envelopeFields,
  metro: z.string(),
  tracts: z.object({
    total: z.int(),
    lake: z.int().describe("Lake County: context only, not ranked"),
    scored: z.record(Strategy, z.int()),
  }).strict(),
  leaders: z.record(Strategy, z.array(Leader)),
  section8_zips: z.array(
    z.object({
      zip: z.string(),
      fiscal_year: z.int(),
      two_bedroom: z.number().describe("HUD rent, dollars a month"),
      three_bedroom: z.number(),
      median_price: z.number().describe("dollars"),
      sales: z.int(),
      yield: z.number().describe("12 x two_bedroom / median_price"),
    }).strict(),
  ).describe(
    "best first; median price of the validated sales of houses and two- to four-flats in the 24 months to the newest",
  ),
  zips_compared: z.int(),
  reassessment: z.array(
    z.object({
      township: z.string(),
      name: z.string(),
      triad: z.string(),
      assessed_year: z.int(),
      ratio: z.number().describe("median of assessed value over price"),
      sales: z.int(),
      shock: z.number().describe(
        "0.10 / ratio - 1: growth of a bill when assessed at the price, rates held",
      ),
      next_year: z.int().describe("tax year of the next reassessment"),
    }).strict(),
  ).describe("townships with assessed values and sales, greatest shock first"),
  reassessment_unknown: z.array(
    z.object({
      triad: z.string(),
      next_year: z.int(),
      townships: z.array(z.string()),
    }).strict(),
  ).describe("townships whose assessed values are not in the snapshot"),
  vintages: z.array(
    z.object({
      table: z.string(),
      what: z.string(),
      from: z.string(),
      to: z.string(),
      rows: z.int(),
    }).strict(),
  ),
}).strict();
/** Output of `market_pulse`. */
export type PulseOutput = z.infer<typeof PulseOutput>;
