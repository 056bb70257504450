import { z } from "zod";
import { boxFields, EDGES } from "./box.ts";
import { CONSTANTS } from "./constants.ts";
import { envelopeFields, Strategy, Verdict } from "./envelope.ts";
import { RULES, together } from "./rules.ts";
import { Arv, Fallback, ValuationState } from "./valuation.ts";

const { page } = CONSTANTS.limits;

/** An area by name, or a whole box, or neither. */
export const AREA_OR_BOX = {
  not: {
    anyOf: [
      { required: ["area", "west"] },
      { required: ["area", "bbox"] },
      { required: ["bbox", "west"] },
    ],
  },
  ...together(EDGES),
};

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
]);

/** A home for sale. */
export const InventoryItem = z.object({
  listing_id: z.string(),
  property_id: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  county: z.string().nullable(),
  tract: z.string().nullable(),
  prop_type: z.string().nullable(),
  status: z.string(),
  list_price: z.number(),
  listed: z.iso.date().describe("on-market date, else the day first seen"),
  days_on_market: z.int(),
  units: z.number().nullable().describe("as listed"),
  bedrooms: z.number().nullable().describe("as listed"),
  percentile: z.number().nullable().describe(
    "the tract's county percentile for the strategy; null is not 0",
  ),
  deal_score: z.number().nullable().describe(
    "percentile gated by the property's own economics; null with reasons, null is not 0",
  ),
  unscored_reasons: z.array(z.string()),
  state: ValuationState.nullable(),
  arv: Arv.nullable().describe("null where the value was refused"),
  fallback: Fallback.nullable().describe(
    "the range that stands in for a refused value",
  ),
  confidence: z.number().nullable().describe("of the value, 0-100"),
  verdict: Verdict.describe(
    "at the list price, for the strategy",
  ),
  photo_url: z.string().nullable(),
}).strict();
/** A home for sale. */
export type InventoryItem = z.infer<typeof InventoryItem>;

/** Fields of an item that `fields` may ask for. */
const ITEM_FIELDS = Object.keys(InventoryItem.shape) as [
  keyof InventoryItem,
  ...(keyof InventoryItem)[],
];

/** Input of `search_investment_inventory`. */
export const InventoryInput = z.object({
  metro: z.enum([CONSTANTS.metro.default]).default(CONSTANTS.metro.default)
    .describe("the metro area"),
  area: z.string().min(2).max(80).optional().describe(
    "community area, city, ZIP, township or tract by name, instead of a box: `Bridgeport`, `60608`",
  ),
  ...boxFields,
  strategy: Strategy.default("brrrr").describe("strategy to rank by"),
  min_percentile: z.number().min(0).max(100).optional().describe(
    "of the tract, for the strategy; leaves out what has no percentile",
  ),
  max_price: z.number().positive().max(1e9).optional().describe("dollars"),
  min_confidence: z.number().min(0).max(100).optional().describe(
    "of the value; leaves out what has none",
  ),
  prop_types: z.array(ListedType).min(1).max(8).optional(),
  since_hours: z.number().positive().max(8_760).optional().describe(
    "only listings first seen in the last so many hours; the feed tells days",
  ),
  fields: z.array(z.enum(ITEM_FIELDS)).min(1).max(ITEM_FIELDS.length)
    .optional().describe("fields of each item, beside listing_id; default all"),
  limit: z.int().min(1).max(page.max).default(page.default),
  cursor: z.string().min(1).max(400).optional().describe(
    "next_cursor of the page before, with the same filters",
  ),
}).strict().register(RULES, AREA_OR_BOX);
/** Input of `search_investment_inventory`. */
export type InventoryInput = z.infer<typeof InventoryInput>;

/** Input of the deprecated `search_deals`. Source: spec section 4, "Legacy tool parameters". */
export const LegacySearchInput = z.object({
  metro: z.string().max(40).default(CONSTANTS.metro.default)
    .register(RULES, { const: CONSTANTS.metro.default }),
  strategy: z.enum(["flip", "brrrr"]).default("brrrr"),
  min_score: z.number().min(0).max(100).default(70),
  max_price: z.number().positive().max(1e9).optional(),
  limit: z.number().int().min(1).max(page.max).default(page.legacy),
  since_hours: z.number().positive().max(8_760).optional().describe(
    "only listings first seen in the last N hours",
  ),
}).strict();

/** Output of `search_investment_inventory`. */
export const InventoryOutput = z.object({
  ...envelopeFields,
  strategy: Strategy,
  area: z.object({ kind: z.string(), id: z.string(), name: z.string() })
    .strict().nullable(),
  listings: z.array(InventoryItem.partial().required({ listing_id: true }))
    .describe("best percentile first, without one last"),
  next_cursor: z.string().nullable(),
  inventory_size: z.int().describe("listings of the loaded feed"),
  empty: z.object({
    code: z.enum(["no_inventory", "filters_too_tight", "end_of_list"]),
    reason: z.string(),
    fix: z.string(),
  }).strict().nullable().describe("why there is nothing in `listings`"),
  top_tracts: z.array(
    z.object({
      geoid: z.string(),
      percentile: z.number(),
      confidence: z.number(),
    }).strict(),
  ).describe("best tracts for the strategy in the county; first page only"),
}).strict();
/** Output of `search_investment_inventory`. */
export type InventoryOutput = z.infer<typeof InventoryOutput>;
