import { PROPERTY_TYPES } from "../../contracts/constants/property.ts";
/**
 * The tables of a snapshot, described once. The engine reads them, `core/snapshot` stores
 * them as Arrow IPC files, `core/ingest` fills them.
 *
 * Unknown is `NaN` in a float column, `""` in a code or text column. A date is whole days
 * since 1970-01-01 (UTC). Money is US dollars, areas are square feet, positions are WGS84
 * degrees.
 */

/** How a column is stored: `code` is a dictionary of short strings, `text` is free UTF-8. */
export type ColumnType = "f32" | "f64" | "i32" | "date" | "code" | "text";

/** One column of a table: storage type, unit ("" where there is none) and meaning. */
export interface ColumnSpec<T extends ColumnType = ColumnType> {
  readonly type: T;
  readonly unit: string;
  readonly about: string;
}

/** A dictionary column: `dictionary[values[row]]` is the row's string. `dictionary[0]` is `""`. */
export interface CodeColumn {
  readonly values: Int32Array;
  readonly dictionary: readonly string[];
}

/** A free-text column; `at` decodes one row. */
export interface TextColumn {
  readonly length: number;
  at(row: number): string;
}

/** The view a column opens as. */
export type ColumnView<T extends ColumnType> = T extends "f32" ? Float32Array
  : T extends "f64" ? Float64Array
  : T extends "i32" | "date" ? Int32Array
  : T extends "code" ? CodeColumn
  : TextColumn;

/** A table's columns by name. */
export type TableSpec = Readonly<Record<string, ColumnSpec>>;

/** An open table: its row count and a typed view of every column. */
export type Table<S extends TableSpec> =
  & { readonly rows: number }
  & { readonly [K in keyof S]: ColumnView<S[K]["type"]> };

const f32 = (unit: string, about: string): ColumnSpec<"f32"> => ({
  type: "f32",
  unit,
  about,
});
const f64 = (unit: string, about: string): ColumnSpec<"f64"> => ({
  type: "f64",
  unit,
  about,
});
const i32 = (unit: string, about: string): ColumnSpec<"i32"> => ({
  type: "i32",
  unit,
  about,
});
const date = (about: string): ColumnSpec<"date"> => ({
  type: "date",
  unit: "days since 1970-01-01",
  about,
});
const code = (about: string): ColumnSpec<"code"> => ({
  type: "code",
  unit: "",
  about,
});
const text = (about: string): ColumnSpec<"text"> => ({
  type: "text",
  unit: "",
  about,
});

/** What a county records about a building and its lot. Sales carry the facts as of the sale, parcels the newest. */
export const FACTS = {
  prop_type: code(
    "sfh | mf2_4 | townhome | condo | mixed_use | apartment | coop | other",
  ),
  class: code("the county's property class"),
  facts_year: i32(
    "tax year",
    "tax year the facts were recorded for; 0 when unknown",
  ),
  bldg_sqft: f32("sqft", "living area above ground"),
  land_sqft: f32("sqft", "lot area"),
  basement_sqft: f32("sqft", "basement area, where the county measures it"),
  year_built: f32("year", "year built"),
  year_renovated: f32("year", "year of the last recorded renovation"),
  bedrooms: f32("count", "bedrooms"),
  rooms: f32("count", "rooms"),
  full_baths: f32(
    "count",
    "full bathrooms (fractions where a county records 2.25)",
  ),
  half_baths: f32("count", "half bathrooms"),
  fireplaces: f32("count", "fireplaces"),
  stories: f32("count", "stories"),
  units: f32("count", "apartments in the building"),
  commercial_units: f32("count", "commercial units in the building"),
  cards: f32(
    "count",
    "buildings on the parcel (a multi-card PIN has more than one)",
  ),
  garage_cars: f32("cars", "garage size"),
  condition: f32(
    "ordinal",
    "physical condition, larger is better; the county's own scale",
  ),
  quality: f32(
    "ordinal",
    "construction quality or grade, larger is better; the county's own scale",
  ),
  view: f32(
    "ordinal",
    "quality of the view, larger is better; the county's own scale",
  ),
  waterfront: f32("0/1", "on the water"),
  air: f32("0/1", "central air conditioning"),
  attic: code("attic type and finish"),
  basement: code("basement type"),
  basement_finish: code("basement finish"),
  exterior: code("exterior wall material"),
  heating: code("central heating"),
  roof: code("roof material"),
  garage: code("garage placement"),
  porch: code("enclosed porch"),
  residence: code("type of residence, for example `2 Story`"),
  site: code("site desirability"),
} as const satisfies TableSpec;

/** Every table of a snapshot. A table that was not ingested opens with zero rows. */
export const TABLES = {
  /** Sorted by `property_id` (byte order), one row per parcel. */
  parcels: {
    property_id: text("the county's identifier; a 14-digit PIN in Cook County"),
    address: text("normalized street address without city; empty when unknown"),
    city: code("post office city"),
    zip: code("5-digit ZIP"),
    lat: f64("degrees", "latitude"),
    lon: f64("degrees", "longitude"),
    county: code("cook | lake | king | ..."),
    township: code(
      "township or other assessment area; the first half of a segment",
    ),
    neighborhood: code("the assessor's neighborhood"),
    tax_code: code("tax code"),
    tract: code("11-digit census tract GEOID"),
    community_area: code("Chicago community area"),
    flood_zone: f32("0/1", "in a FEMA special flood hazard area"),
    flood_factor: f32("1-10", "First Street flood factor"),
    ...FACTS,
  },
  /** Sorted by `sale_date`, then `property_id`, then `document`. */
  sales: {
    parcel: i32("row of parcels", "which parcel was sold"),
    sale_date: date("date of the deed"),
    sale_price: f64("USD", "price paid"),
    document: text("recorder's document number"),
    deed_type: code("deed type as published"),
    rejected: code(
      "why the sale is not valid; empty when it is validated",
    ),
    ...FACTS,
  },
  /**
   * Arm's-length sales of which the year is known and the day is not, sorted by year, parcel and
   * price. They train the price model; they are not eligible as comps.
   */
  year_only_sales: {
    parcel: i32("row of parcels", "which parcel was sold"),
    sale_year: i32("year", "calendar year of the sale"),
    sale_price: f64("USD", "price paid"),
    ...FACTS,
  },
  /** Assessor's values. For tax only: the valuation engine must never read this table. */
  assessments: {
    parcel: i32("row of parcels", "which parcel"),
    tax_year: i32("tax year", "tax year"),
    mailed: f64("USD", "assessed value as mailed"),
    certified: f64("USD", "assessed value as certified"),
    board: f64("USD", "assessed value after the Board of Review"),
  },
  tracts: {
    geoid: code("11-digit census tract GEOID"),
    county: code("cook | lake"),
    name: text("census name"),
    lat: f64(
      "degrees",
      "a point inside or near the tract: mean of its vertices",
    ),
    lon: f64("degrees", "the same"),
    median_rent: f32("USD/month", "ACS median gross rent"),
    median_house_value: f32("USD", "ACS median value of owner-occupied homes"),
    vacancy_rate: f32("percent", "ACS vacancy"),
    transit_share: f32("percent", "workers who commute by public transport"),
    walk_share: f32("percent", "workers who walk"),
    drive_share: f32("percent", "workers who drive alone"),
    long_commute_share: f32("percent", "workers with a long commute"),
  },
  /** Polygon vertices in order, grouped by layer, id, part and ring; ring 0 is the shell, later rings are holes. */
  boundaries: {
    layer: code("tract | township | community_area"),
    id: code("GEOID, township code or community area name"),
    part: i32("index", "polygon within the shape"),
    ring: i32("index", "ring within the polygon"),
    lon: f64("degrees", "longitude"),
    lat: f64("degrees", "latitude"),
  },
  /** Vertices of the map's basemap in order, grouped by shape. */
  basemap: {
    shape: i32(
      "index",
      "which line or ring; those of one area follow each other",
    ),
    area: i32(
      "index",
      "which area a ring belongs to, its shell first; -1 for a line",
    ),
    kind: code("street | rail | water | park"),
    rank: i32("rank", "of a street: 0 primary, 1 secondary, 2 local"),
    name: code("name as signed; empty when it has none"),
    lon: f64("degrees", "longitude"),
    lat: f64("degrees", "latitude"),
  },
  townships: {
    code: code("township code"),
    name: code("township name"),
    triad: code("City | North | South"),
  },
  /** HUD Small Area Fair Market Rents. */
  safmr: {
    fiscal_year: i32("year", "HUD fiscal year"),
    zip: code("5-digit ZIP"),
    br0: f32("USD/month", "studio"),
    br1: f32("USD/month", "one bedroom"),
    br2: f32("USD/month", "two bedrooms"),
    br3: f32("USD/month", "three bedrooms"),
    br4: f32("USD/month", "four bedrooms"),
  },
  /** Leases and asking rents that the operator imported, one unit a row. */
  rents: {
    property_id: text("the building's identifier; empty when unknown"),
    address: text("street address as given; empty when not given"),
    lat: f64("degrees", "latitude"),
    lon: f64("degrees", "longitude"),
    date: date("day the lease began, or the rent was asked"),
    kind: code("lease | asking"),
    rent: f32("USD/month", "of the unit"),
    bedrooms: f32("count", "bedrooms of the unit"),
    sqft: f32("sqft", "living area of the unit"),
  },
  tax_rates: {
    tax_code: code("tax code"),
    tax_year: i32("tax year", "tax year"),
    county: code("cook | lake"),
    basis: code(
      "composite (of equalized assessed value) | effective (of market value)",
    ),
    rate: f64("fraction", "rate as a fraction: 0.07 is 7%"),
  },
  /** What homes sold for by census tract and year, from published prices without facts or validation. */
  area_prices: {
    tract: code("11-digit census tract GEOID"),
    year: i32("year", "year of the sales"),
    sales: i32("count", "sales behind the quartiles; no condominiums"),
    condos: i32("count", "condominiums sold beside them"),
    q1: f64("USD", "first quartile of the prices"),
    median: f64("USD", "median price"),
    q3: f64("USD", "third quartile of the prices"),
  },
  /** Records of the City of Chicago near which a property may stand; one row a kind, day and place. */
  city_records: {
    kind: code("permit | request_311 | violation"),
    what: code(
      "permit type, kind of request or status of the violation, upper case",
    ),
    date: date("day of issue, request or inspection"),
    lat: f64("degrees", "latitude"),
    lon: f64("degrees", "longitude"),
  },
  stations: {
    name: text("station name"),
    system: code("cta | metra"),
    lat: f64("degrees", "latitude"),
    lon: f64("degrees", "longitude"),
  },
  /** Homes for sale when the snapshot was taken. */
  listings: {
    listing_id: text("the feed's identifier"),
    parcel: i32("row of parcels", "which parcel; -1 when unmatched"),
    list_price: f64("USD", "asking price"),
    listed: date("on-market date"),
    status: code("Active | Pending"),
    units: f32("count", "units as listed"),
    bedrooms: f32("count", "bedrooms as listed"),
  },
} as const satisfies Readonly<Record<string, TableSpec>>;

/** Names of the snapshot's tables. */
export type TableName = keyof typeof TABLES;

/** All tables of an open snapshot. */
export type Tables = { readonly [N in TableName]: Table<(typeof TABLES)[N]> };

/** Property types the engine values; every other type is visible but `unscored`. */
export const MODELLED_TYPES = PROPERTY_TYPES.modelled;

/** Reads a code column's string at a row. */
export function codeAt(column: CodeColumn, row: number): string {
  return column.dictionary[column.values[row]];
}
