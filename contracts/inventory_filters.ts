import { z } from "zod";
import { figure } from "./units.ts";
import { boxFields, EDGES } from "./box.ts";
import { METRO } from "./constants/property.ts";
import { Read, STRATEGIES_MEAN, Strategy } from "./envelope.ts";
import { atMostOne } from "./rules.ts";
import { ValuationState } from "./valuation.ts";

/** An area by name, a polygon, or a whole box, or none of them. */
export const ONE_PLACE_OR_NONE = atMostOne(
  [["area"], ["polygon"], EDGES, ["bbox"]],
);

/** A type of property as it is listed; only sfh and mf2_4 are scored. */
export const ListedType = z.enum([
  "sfh",
  "mf2_4",
  "townhome",
  "condo",
  "mixed_use",
  "apartment",
  "coop",
  "other",
]).describe(
  "sfh: single-family house; mf2_4: two- to four-flat; only these two are valued",
);

/**
 * Orders of a list of homes for sale. What has no figure to order by comes last in each of them.
 * `verdict` puts `pursue` before `screen` before `skip`, each by deal score, then by discount.
 */
export const ListingSort = z.enum([
  "deal_score",
  "verdict",
  "percentile",
  "price_low",
  "price_high",
  "newest",
  "price_per_sqft",
  "cash_flow",
  "discount",
  "risk_low",
]).describe(
  "percentile is of the tract, discount of the price below the value; what lacks the figure comes last",
);
/** Order of a list of homes for sale. */
export type ListingSort = z.infer<typeof ListingSort>;

const NUMBER = String.raw`-?\d+(\.\d+)?`;

/** Corners as `lon,lat;lon,lat;...`. */
const POLYGON = new RegExp(
  `^${NUMBER},${NUMBER}(;${NUMBER},${NUMBER}){2,99}$`,
);

const count = (most: number) => z.number().min(0).max(most).optional();
const year = () => z.int().min(1800).max(2100).optional();

/** Fields that choose homes for sale, the same for search and map pins. Several filters must all hold. */
export const inventoryFilterFields = {
  metro: z.enum([METRO.default]).default(METRO.default)
    .describe("the metro area"),
  area: z.string().min(2).max(80).optional().describe(
    "community area, city, ZIP, township or tract by name, instead of a box: `Bridgeport`, `60608`",
  ),
  ...boxFields,
  polygon: z.string().max(4_000).regex(POLYGON).optional().describe(
    "3 to 100 corners, instead of a box: `lon,lat;lon,lat;lon,lat`",
  ),
  strategy: Strategy.default("brrrr").describe(
    `strategy to rank by. ${STRATEGIES_MEAN}`,
  ),
  min_percentile: z.number().min(0).max(100).optional().describe(
    "of the tract, for the strategy; leaves out what has no percentile",
  ),
  min_deal_score: z.number().min(0).max(100).optional().describe(
    "leaves out what has no deal score",
  ),
  min_price: figure("dollars", 0, 1e9, "asking price, dollars"),
  max_price: figure("dollars", 0, 1e9, "asking price, dollars"),
  min_beds: count(100).describe("bedrooms as listed, of the whole building"),
  max_beds: count(100).describe("bedrooms as listed, of the whole building"),
  min_units: count(1000).describe("apartments as listed, else as recorded"),
  max_units: count(1000).describe("apartments as listed, else as recorded"),
  min_sqft: count(1e6).describe("living area, square feet"),
  max_sqft: count(1e6).describe("living area, square feet"),
  min_year: year().describe("year built"),
  max_year: year().describe("year built"),
  min_days: count(36_500).describe("days on market"),
  max_days: count(36_500).describe("days on market"),
  price_cut: z.boolean().optional().describe(
    "true: only listings whose price was cut since they were listed",
  ),
  prop_types: z.array(ListedType).min(1).max(8).optional().describe(
    "types as listed",
  ),
  states: z.array(ValuationState).min(1).max(7).optional().describe(
    "how far the value may be used",
  ),
  verdicts: z.array(Read.shape.verdict).min(1).max(4).optional().describe(
    "at the list price, for the strategy",
  ),
  min_confidence: z.number().min(0).max(100).optional().describe(
    "of the value; leaves out what has none",
  ),
  max_risk: z.number().min(0).max(100).optional().describe(
    "risk score at most; leaves out what has none",
  ),
  since_hours: z.number().positive().max(8_760).optional().describe(
    "only listings first seen within this many hours",
  ),
};
