import { z } from "zod";
import { LIMITS } from "./constants/limits.ts";
import { METRO } from "./constants/property.ts";
import { envelopeFields, Strategy, Verdict } from "./envelope.ts";
import {
  inventoryFilterFields,
  ListingSort,
  ONE_PLACE_OR_NONE,
} from "./inventory_filters.ts";
import { ListingItem } from "./listing_item.ts";
import { RULES } from "./rules.ts";

export { ListedType } from "./inventory_filters.ts";

const { page } = LIMITS;

/** Fields of an item that `fields` may ask for. */
const ITEM_FIELDS = Object.keys(ListingItem.shape) as [
  keyof ListingItem,
  ...(keyof ListingItem)[],
];

/** Input of `search_investment_inventory`. */
export const InventoryInput = z.object({
  ...inventoryFilterFields,
  sort: ListingSort.default("deal_score").describe(
    "what comes first; percentile is of the tract, discount of the price below the value; what lacks the figure comes last",
  ),
  fields: z.array(z.enum(ITEM_FIELDS)).min(1).max(ITEM_FIELDS.length)
    .optional().describe(
      "fields of each home, besides its id; default all but the scores by strategy",
    ),
  limit: z.int().min(1).max(page.max).default(page.default).describe(
    "listings a page",
  ),
  cursor: z.string().min(1).max(400).optional().describe(
    "next_cursor of the page before, with the same filters and order",
  ),
}).strict().register(RULES, ONE_PLACE_OR_NONE);
/** Input of `search_investment_inventory`. */
export type InventoryInput = z.infer<typeof InventoryInput>;

/** Input of the deprecated `search_deals`. Source: spec section 4, "Legacy tool parameters". */
export const LegacySearchInput = z.object({
  metro: z.string().max(40).default(METRO.default)
    .describe("the metro area").register(RULES, { const: METRO.default }),
  strategy: z.enum(["flip", "brrrr"]).default("brrrr").describe(
    "strategy to rank by",
  ),
  min_score: z.number().min(0).max(100).default(70).describe(
    "county percentile of the tract, at least",
  ),
  max_price: z.number().positive().max(1e9).optional().describe(
    "asking price, dollars",
  ),
  limit: z.number().int().min(1).max(page.max).default(page.legacy).describe(
    "listings a page",
  ),
  since_hours: z.number().positive().max(8_760).optional().describe(
    "only listings first seen in the last N hours",
  ),
}).strict();

/** Why a list is empty, and what would change it. */
export const EmptyList = z.object({
  code: z.enum(["no_inventory", "filters_too_tight", "end_of_list"]),
  reason: z.string(),
  fix: z.string(),
  filter: z.string().nullable().describe(
    "the filter that alone leaves nothing; null where several do together",
  ),
  nearest: z.object({
    field: z.string(),
    value: z.number().nullable().describe(
      "the nearest value that gives a listing; null: omit the filter",
    ),
    listings: z.int().describe("listings that it gives"),
  }).strict().nullable().describe("the nearest relaxation"),
  last_run: z.iso.datetime().nullable().describe(
    "when the daily run last ended; null before the first",
  ),
}).strict();
/** Why a list is empty, and what would change it. */
export type EmptyList = z.infer<typeof EmptyList>;

/** Output of `search_investment_inventory`. */
export const InventoryOutput = z.object({
  ...envelopeFields,
  strategy: Strategy,
  area: z.object({ kind: z.string(), id: z.string(), name: z.string() })
    .strict().nullable(),
  listings: z.array(ListingItem.partial().required({ listing_id: true }))
    .describe("in the requested order; listings without its figure come last"),
  next_cursor: z.string().nullable(),
  ranked_by: z.enum(["deal_score", "tract_percentile", "sort"]).describe(
    "tract_percentile: no listing here has a deal score, so tracts rank them",
  ),
  total: z.int().describe("listings that pass the filters, over all pages"),
  counts: z.object({
    by_type: z.record(z.string(), z.int()),
    by_verdict: z.record(Verdict, z.int()).describe(
      "for the strategy; the filter `verdicts` aside",
    ),
    by_area: z.array(
      z.object({ area: z.string(), listings: z.int() }).strict(),
    ).describe("the areas with most of them"),
  }).strict(),
  inventory_size: z.int().describe("listings for sale, filters aside"),
  empty: EmptyList.nullable().describe("why there is nothing in `listings`"),
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
