import { ListedType } from "../../../contracts/inventory_filters.ts";
import { Strategy, Verdict } from "../../../contracts/envelope.ts";
import { Fallback, ValuationState } from "../../../contracts/valuation.ts";
import type { CodeColumn } from "../../engine/tables.ts";
import type { Arv } from "../../engine/valuation/decision/arv.ts";
import type { Inventory } from "../inventory.ts";
import type { Listing } from "../listing.ts";

/** Figures of a row that hold for every strategy; NaN is unknown. */
const SHARED = [
  "price",
  "cut",
  "lat",
  "lon",
  "listed",
  "firstSeen",
  "beds",
  "baths",
  "units",
  "sqft",
  "year",
  "perSqft",
  "confidence",
  "discount",
  "risk",
  "rent",
  "cashLow",
  "cashHigh",
  /** When the price last changed, if it fell, epoch milliseconds. */
  "priceFell",
  "arvLow",
  "arv",
  "arvHigh",
  "arvInterval",
  "fallbackLow",
  "fallbackHigh",
  "fallbackInterval",
  /** Day that the score was made for. */
  "day",
  /** Version of the inventory at which the row last changed. */
  "changed",
] as const;

/** A numeric column. */
export type Figure =
  | (typeof SHARED)[number]
  | `percentile:${Strategy}`
  | `deal:${Strategy}`;

/** Every numeric column. */
export const FIGURES: readonly Figure[] = [
  ...SHARED,
  ...Strategy.options.flatMap((strategy): Figure[] => [
    `percentile:${strategy}`,
    `deal:${strategy}`,
  ]),
];

/** How far a row's score is up to date. */
export const FRESHNESS = ["current", "pending", "older_model"] as const;

/** How far a row's score is up to date. */
export type Freshness = (typeof FRESHNESS)[number];

/** What a value may rest on. */
export const ARV_BASES = [
  "comps",
  "price_model",
] as const satisfies Arv["basis"][];

/** Where the range of a value may come from. */
export const ARV_SOURCES = [
  "conformal",
  "comp_dispersion",
  "price_model_dispersion",
] as const satisfies Arv["intervalSource"][];

/** The closed list behind each column of codes; 255 is none. */
export const CODES = {
  type: ListedType.options,
  state: ValuationState.options,
  freshness: FRESHNESS,
  arvBasis: ARV_BASES,
  arvSource: ARV_SOURCES,
  fallbackMethod: Fallback.shape.method.options,
  "verdict:flip": Verdict.options,
  "verdict:brrrr": Verdict.options,
  "verdict:hold": Verdict.options,
  "verdict:section8": Verdict.options,
} as const;

/** A column of places in a closed list. */
export type Code = keyof typeof CODES;

/** Every column of codes. */
export const CODE_NAMES = Object.keys(CODES) as readonly Code[];

/** Means no code. */
export const NO_CODE = 255;

/** The listings that are for sale, a column a figure; row numbers follow the order of identifiers. */
export interface Columns {
  readonly rows: number;
  readonly ids: readonly string[];
  /** What the rows were made from. */
  readonly inventory: Inventory;
  readonly figures: Readonly<Record<Figure, Float64Array>>;
  readonly codes: Readonly<Record<Code, Uint8Array>>;
  /** Row of `parcels`; -1 when unmatched. */
  readonly parcel: Int32Array;
  /** Community area, else city; "" when unknown. */
  readonly areas: CodeColumn;
  /** The part of a score that is in no other column, as JSON: most rows read as thousands of others do. */
  readonly texts: CodeColumn;
}

/** Returns the listing of a row. */
export function listingAt({ inventory, ids }: Columns, row: number): Listing {
  return inventory.get(ids[row])!;
}
