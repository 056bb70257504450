import { z } from "zod";
import { Read, Strategy } from "./envelope.ts";
import { Arv, Fallback, ValuationState } from "./valuation.ts";

/** A strategy's score of a listing at its list price. */
export const ListingStrategyScore = z.object({
  percentile: z.number().nullable().describe(
    "the tract's county percentile for the strategy; null is not 0",
  ),
  deal_score: z.number().nullable().describe(
    "percentile reduced where the property's own economics are weak; null is not 0",
  ),
  read: Read,
}).strict();

const LowHigh = z.object({ low: z.number(), high: z.number() }).strict();

/** A home for sale, scored at its list price. */
export const ListingItem = z.object({
  listing_id: z.string(),
  property_id: z.string().nullable().describe(
    "the county's identifier; null where the listing matches no parcel",
  ),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  county: z.string().nullable(),
  tract: z.string().nullable(),
  area: z.string().nullable().describe("community area, else city"),
  prop_type: z.string().nullable(),
  status: z.string(),
  list_price: z.number(),
  previous_price: z.number().nullable().describe(
    "dollars, before the last change of the price",
  ),
  price_cut: z.number().min(0).max(1).nullable().describe(
    "how far it is below the first known price, a fraction; null without a cut",
  ),
  listed: z.iso.date().describe("day it came on the market"),
  listed_by: z.enum(["feed", "days_on_market", "first_seen"]).describe(
    "where the day comes from: the feed's date, its days on market, or the day this service first saw it",
  ),
  first_seen: z.iso.datetime().describe("when this service first saw it"),
  days_on_market: z.int(),
  units: z.number().nullable().describe("as listed, else as recorded"),
  bedrooms: z.number().nullable().describe("as listed, else as recorded"),
  bathrooms: z.number().nullable().describe("as listed, else as recorded"),
  sqft: z.number().nullable().describe(
    "living area as recorded, else as listed",
  ),
  year_built: z.number().nullable().describe("as recorded, else as listed"),
  price_per_sqft: z.number().nullable(),
  percentile: z.number().nullable().describe(
    "the tract's county percentile for the strategy; null is not 0",
  ),
  deal_score: z.number().nullable().describe(
    "percentile reduced where the property's own economics are weak; null with reasons, null is not 0",
  ),
  unscored_reasons: z.array(z.string()),
  state: ValuationState.nullable(),
  arv: Arv.nullable().describe("null where the value was refused"),
  fallback: Fallback.nullable().describe(
    "the range in place of a refused value",
  ),
  confidence: z.number().nullable().describe("of the value, 0-100"),
  discount: z.number().nullable().describe(
    "how far the list price is below the value's base, a fraction; negative above it",
  ),
  verdict: Read.shape.verdict.describe("at the list price, for the strategy"),
  risk_score: z.number().nullable().describe(
    "0-100, separate from opportunity; null is not 0",
  ),
  rent: z.number().nullable().describe(
    "dollars a month as is, the whole building at market rents",
  ),
  cash_flow: LowHigh.nullable().describe(
    "dollars in the first year as a rental bought at the list price; one figure twice where it is exact",
  ),
  strategy_scores: z.record(Strategy, ListingStrategyScore).describe(
    "of all four strategies; in a search only where `fields` asks for it",
  ),
  photo_url: z.string().nullable().describe(
    "null if no photo service is configured",
  ),
  url: z.string().nullable().describe("path of the property's page"),
  source: z.string().describe("the feed or file it came from"),
}).strict();
/** A home for sale, scored at its list price. */
export type ListingItem = z.infer<typeof ListingItem>;
