import { z } from "zod";
import { Read, stampFields, Strategy } from "./envelope.ts";
import {
  inventoryFilterFields,
  ONE_PLACE_OR_NONE,
} from "./inventory_filters.ts";
import { RULES } from "./rules.ts";

/** Pins in view from which on they are grouped. */
export const MOST_PINS = 400;

/** Input of `map_pins`: the filters of a search, and how close the map is. */
export const MapPinsInput = z.object({
  zoom: z.number().min(0).max(22).describe(
    "zoom level of the map, tiles of 512 pixels",
  ),
  ...inventoryFilterFields,
}).strict().register(RULES, ONE_PLACE_OR_NONE);
/** Input of `map_pins`. */
export type MapPinsInput = z.infer<typeof MapPinsInput>;

const figure = z.array(z.number().nullable());

/** Single listings, a column a field: the n-th entry of every column is the n-th pin. */
export const Pins = z.object({
  listing_id: z.array(z.string()),
  property_id: z.array(z.string().nullable()),
  lat: z.array(z.number()),
  lon: z.array(z.number()),
  price: z.array(z.number()).describe("list price, dollars"),
  percentile: figure.describe("of the tract for the strategy"),
  deal_score: figure.describe("null is not 0"),
  verdict: z.array(Read.shape.verdict).describe("at the list price"),
  prop_type: z.array(z.string().nullable()),
}).strict();
/** Single listings, a column a field. */
export type Pins = z.infer<typeof Pins>;

/** Groups of listings, a column a field. The best of a group comes first in the order `verdict`. */
export const PinClusters = z.object({
  count: z.array(z.int()),
  lat: z.array(z.number()).describe("mean of its listings in view"),
  lon: z.array(z.number()),
  best_listing_id: z.array(z.string()),
  best_property_id: z.array(z.string().nullable()),
  best_price: z.array(z.number()),
  best_percentile: figure,
  best_deal_score: figure,
  best_verdict: z.array(Read.shape.verdict),
}).strict();
/** Groups of listings, a column a field. */
export type PinClusters = z.infer<typeof PinClusters>;

/** Output of `map_pins`. A listing in view is a pin or counts in one cluster, so that pins and counts add up to `total`. */
export const MapPinsOutput = z.object({
  ...stampFields,
  strategy: Strategy,
  zoom: z.number(),
  total: z.int().describe("listings in view that pass the filters"),
  without_position: z.int().describe(
    "listings that pass the other filters and cannot be put on a map",
  ),
  pins: Pins,
  clusters: PinClusters,
}).strict();
/** Output of `map_pins`. */
export type MapPinsOutput = z.infer<typeof MapPinsOutput>;
