import { z } from "zod";
import { envelopeFields, Strategy } from "./envelope.ts";
import { Factor, TractStrategyScore } from "./scoring.ts";
import { Refusal } from "./valuation.ts";

/** A census tract's identifier. */
export const Geoid = z.string().regex(/^\d{11}$/).describe(
  "11-digit census tract GEOID, in Cook County it begins with 17031",
);

/** Input of `get_tract_report`. */
export const TractInput = z.object({
  geoid: Geoid,
  strategy: Strategy.optional().describe(
    "strategy that the verdict and confidence are for; default brrrr",
  ),
}).strict();
/** Input of `get_tract_report`. */
export type TractInput = z.infer<typeof TractInput>;

/** Whether something is known to be a risk. */
export const FlagStatus = z.enum([
  "flagged",
  "clear",
  "unknown",
  "not_tracked",
]);
/** Whether something is known to be a risk. */
export type FlagStatus = z.infer<typeof FlagStatus>;

/** A risk of a whole tract, in words. */
const TractRisk = z.object({
  code: z.string(),
  status: FlagStatus,
  reason: z.string(),
  share: z.number().min(0).max(1).nullable().describe(
    "of the tract's recorded homes",
  ),
  source: z.string(),
}).strict();

const shareOfWorkers = z.number().min(0).max(1).nullable().describe(
  "of the tract's workers, a fraction",
);

/** Output of `get_tract_report`. */
export const TractOutput = z.object({
  ...envelopeFields,
  geoid: z.string(),
  name: z.string(),
  county: z.string(),
  lat: z.number(),
  lon: z.number(),
  township: z.object({
    code: z.string(),
    name: z.string(),
    triad: z.string().nullable(),
  }).strict().nullable(),
  community_area: z.string().nullable(),
  zip: z.string().nullable().describe("of most of the tract's parcels"),
  parcels: z.int().describe("parcels of the snapshot in the tract"),
  refusal: Refusal.nullable().describe("why the tract has no scores"),
  strategy: Strategy,
  strategy_scores: z.record(Strategy, TractStrategyScore),
  factors: z.array(Factor),
  price: z.object({
    level: z.number().describe("dollars, what the scores use"),
    source: z.enum(["sales", "area_prices", "census"]),
    median: z.number().describe("dollars, as published"),
    bridge: z.number().describe(
      "level over median: adjusts an older source to the level of newer ones",
    ),
    year: z.int(),
    sales: z.int(),
    median_price_per_sqft: z.number().nullable(),
  }).strict().nullable(),
  prices_by_year: z.array(
    z.object({
      year: z.int(),
      sales: z.int(),
      q1: z.number(),
      median: z.number(),
      q3: z.number(),
    }).strict(),
  ).describe("dollars as paid, houses and flats"),
  prices_by_year_source: z.enum(["sales", "area_prices"]).nullable(),
  rents: z.object({
    census_median: z.number().nullable().describe("dollars a month"),
    census_year: z.int(),
    fiscal_year: z.int(),
    payment_standards: z.array(z.number()).describe(
      "HUD's rent for 0 to 4 bedrooms, dollars a month: the Section 8 rent",
    ),
    market: z.array(z.number()).describe(
      "market rent for 1 to 4 bedrooms: HUD's times the tract's level, bounded 0.7-1.6",
    ),
    renovated: z.array(z.number()).describe("the same after a renovation"),
    level: z.number().describe("tract's rent level before the bounds"),
  }).strict().nullable(),
  section8: z.object({
    yield: z.number().describe("twelve two-bedroom HUD rents over the price"),
    zip_rank: z.int().nullable().describe("1 is the best yield"),
    zips: z.int().describe("ZIPs with HUD rents and enough sales"),
  }).strict().nullable(),
  property_tax: z.object({
    effective_rate: z.number().describe(
      "fraction of market value, before exemptions",
    ),
    rate_year: z.int(),
    rate_of: z.enum(["tax_code", "township", "triad"]),
    tax_at_price_level: z.number().nullable().describe("dollars a year"),
    triad: z.string().nullable(),
    next_reassessment_year: z.int().nullable(),
    assessed_to_price: z.object({
      ratio: z.number().describe("median in the township; full is 0.10"),
      sales: z.int(),
      tax_year: z.int(),
      shock: z.number().describe(
        "growth of the bill when assessed at the price, rates held",
      ),
    }).strict().nullable(),
  }).strict().nullable(),
  commute: z.object({
    transit_share: shareOfWorkers,
    walk_share: shareOfWorkers,
    drive_share: shareOfWorkers,
    long_commute_share: shareOfWorkers,
    nearest_station: z.string().nullable(),
    station_distance_m: z.number().nullable(),
  }).strict(),
  risks: z.array(TractRisk),
}).strict();
/** Output of `get_tract_report`. */
export type TractOutput = z.infer<typeof TractOutput>;
