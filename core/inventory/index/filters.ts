import type { z } from "zod";
import pointInPolygon from "point-in-polygon-hao";
import { type Strategy, Verdict } from "../../../contracts/envelope.ts";
import {
  type inventoryFilterFields,
  ListedType,
} from "../../../contracts/inventory_filters.ts";
import { ValuationState } from "../../../contracts/valuation.ts";
import type { Bounds, NamedArea } from "../../engine/places/named.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { codeAt } from "../../engine/tables.ts";
import { type Code, type Columns, type Figure, listingAt } from "./columns.ts";

/** The fields that choose listings, parsed. */
export type FilterInput = z.output<
  z.ZodObject<typeof inventoryFilterFields>
>;

/** Where to look. */
export interface Place {
  readonly area: NamedArea | null;
  readonly box: Bounds | null;
}

/** What a filter asks, and how far a row misses it. */
export interface Filter {
  /** Field of the input. */
  readonly field: string;
  /** Whether a row passes. */
  passes(row: number): boolean;
  /** The value of the field that would let a row in; unset where there is no nearer value. */
  nearest?(row: number): number;
  /** Whether the field is a least or a most. */
  readonly bound?: "least" | "most";
}

/** Milliseconds of an hour. */
const HOUR = 3_600_000;

/** Fields that compare a figure: which, and whether they are a least or a most. */
const BOUNDS: readonly (readonly [
  keyof FilterInput & string,
  (input: FilterInput) => Figure,
  "least" | "most",
])[] = [
  ["min_percentile", ({ strategy }) => `percentile:${strategy}`, "least"],
  ["min_deal_score", ({ strategy }) => `deal:${strategy}`, "least"],
  ["min_price", () => "price", "least"],
  ["max_price", () => "price", "most"],
  ["min_beds", () => "beds", "least"],
  ["max_beds", () => "beds", "most"],
  ["min_units", () => "units", "least"],
  ["max_units", () => "units", "most"],
  ["min_sqft", () => "sqft", "least"],
  ["max_sqft", () => "sqft", "most"],
  ["min_year", () => "year", "least"],
  ["max_year", () => "year", "most"],
  ["min_confidence", () => "confidence", "least"],
  ["max_risk", () => "risk", "most"],
];

/** When a question is asked. */
export interface AskedAt {
  /** Days since 1970-01-01 UTC. */
  readonly today: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the filters that an input sets; a listing must pass all of them. What a listing does not
 * tell passes no filter that asks for it.
 */
export function filtersOf(
  snapshot: SnapshotData,
  columns: Columns,
  input: FilterInput,
  place: Place,
  { today, now }: AskedAt,
): Filter[] {
  const { figures } = columns;
  const filters = placeFilters(snapshot, columns, input, place);
  for (const [field, figureOf, bound] of BOUNDS) {
    const limit = input[field];
    if (typeof limit !== "number") continue;
    const values = figures[figureOf(input)];
    filters.push({
      field,
      bound,
      nearest: (row) => values[row],
      passes: bound === "least"
        ? (row) => values[row] >= limit
        : (row) => values[row] <= limit,
    });
  }
  const days = (row: number) => Math.max(0, today - figures.listed[row]);
  const { min_days, max_days, since_hours, price_cut } = input;
  if (min_days !== undefined) {
    filters.push({
      field: "min_days",
      bound: "least",
      nearest: days,
      passes: (row) => days(row) >= min_days,
    });
  }
  if (max_days !== undefined) {
    filters.push({
      field: "max_days",
      bound: "most",
      nearest: days,
      passes: (row) => days(row) <= max_days,
    });
  }
  if (since_hours !== undefined) {
    const hours = (row: number) => (now - figures.firstSeen[row]) / HOUR;
    filters.push({
      field: "since_hours",
      bound: "most",
      nearest: (row) => Math.ceil(hours(row)),
      passes: (row) => hours(row) <= since_hours,
    });
  }
  if (price_cut !== undefined) {
    filters.push({
      field: "price_cut",
      passes: (row) => figures.cut[row] > 0 === price_cut,
    });
  }
  const oneOf = (
    field: "prop_types" | "states" | "verdicts",
    code: Code,
    options: readonly string[],
  ) => {
    const wanted = input[field];
    if (!wanted) return;
    const codes = new Set(wanted.map((each) => options.indexOf(each)));
    const values = columns.codes[code];
    filters.push({ field, passes: (row) => codes.has(values[row]) });
  };
  oneOf("prop_types", "type", ListedType.options);
  oneOf("states", "state", ValuationState.options);
  oneOf("verdicts", `verdict:${input.strategy}`, Verdict.options);
  return filters;
}

function placeFilters(
  { tables: { parcels } }: SnapshotData,
  columns: Columns,
  { polygon }: FilterInput,
  { area, box }: Place,
): Filter[] {
  const { figures: { lat, lon }, parcel } = columns;
  const filters: Filter[] = [];
  if (area) {
    const column = parcels[area.kind];
    const code = column.dictionary.indexOf(area.id);
    const unmatched = (row: number) => {
      const { zip, city } = listingAt(columns, row);
      return area.kind === "zip" ? zip === area.id : area.kind === "city" &&
        city?.toUpperCase() === area.id.toUpperCase();
    };
    filters.push({
      field: "area",
      passes: (row) =>
        parcel[row] < 0
          ? unmatched(row)
          : code > 0 && column.values[parcel[row]] === code,
    });
  }
  if (box) {
    const [west, south, east, north] = box;
    filters.push({
      field: "bbox",
      passes: (row) =>
        lon[row] >= west && lon[row] <= east && lat[row] >= south &&
        lat[row] <= north,
    });
  }
  if (polygon !== undefined) {
    const ring = ringOf(polygon);
    const [west, south, east, north] = boundsOf(ring);
    filters.push({
      field: "polygon",
      passes: (row) =>
        lon[row] >= west && lon[row] <= east && lat[row] >= south &&
        lat[row] <= north &&
        pointInPolygon([lon[row], lat[row]], [ring]) !== false,
    });
  }
  return filters;
}

/** Corners as text, as a closed ring. */
function ringOf(text: string): [number, number][] {
  const corners = text.split(";").map((corner): [number, number] => {
    const [lon, lat] = corner.split(",").map(Number);
    return [lon, lat];
  });
  const [first] = corners;
  const last = corners[corners.length - 1];
  return first[0] === last[0] && first[1] === last[1]
    ? corners
    : [...corners, first];
}

function boundsOf(ring: readonly [number, number][]): Bounds {
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  return [
    Math.min(...lons),
    Math.min(...lats),
    Math.max(...lons),
    Math.max(...lats),
  ];
}

/** Returns the rows that pass every filter, ascending. */
export function passing(rows: number, filters: readonly Filter[]): Uint32Array {
  const found = new Uint32Array(rows);
  let count = 0;
  next: for (let row = 0; row < rows; row++) {
    for (const filter of filters) if (!filter.passes(row)) continue next;
    found[count++] = row;
  }
  return found.slice(0, count);
}

/** Which filter leaves nothing, and what the nearest value of it would give. */
export interface Relaxation {
  readonly field: string;
  /** Null where the filter has no nearer value and is to be left out. */
  readonly value: number | null;
  /** Listings it would give. */
  readonly listings: number;
}

/**
 * Returns, for filters that nothing passes, those that alone keep every listing out, with what the
 * nearest value would give; the one that gives most first. Empty where several work together.
 */
export function relaxations(
  rows: number,
  filters: readonly Filter[],
): Relaxation[] {
  return filters.flatMap((filter): Relaxation[] => {
    const others = passing(rows, filters.filter((each) => each !== filter));
    if (others.length === 0) return [];
    if (!filter.nearest) {
      return [{ field: filter.field, value: null, listings: others.length }];
    }
    const values = Array.from(others, (row) => filter.nearest!(row))
      .filter((value) => !Number.isNaN(value));
    if (values.length === 0) {
      return [{ field: filter.field, value: null, listings: others.length }];
    }
    const value = filter.bound === "least"
      ? values.reduce((a, b) => Math.max(a, b))
      : values.reduce((a, b) => Math.min(a, b));
    return [{
      field: filter.field,
      value,
      listings: values.filter((each) => each === value).length,
    }];
  }).sort((a, b) => b.listings - a.listings);
}

/** Returns how many listings there are of each type, by name. */
export function countTypes(
  { codes: { type } }: Columns,
  rows: Uint32Array,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const name = ListedType.options[type[row]] ?? "unknown";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Returns how many listings have each verdict for the strategy. */
export function countVerdicts(
  { codes }: Columns,
  rows: Uint32Array,
  strategy: Strategy,
): Record<Verdict, number> {
  const verdicts = codes[`verdict:${strategy}`];
  const counts = { pursue: 0, screen: 0, skip: 0, no_read: 0 };
  for (const row of rows) counts[Verdict.options[verdicts[row]]]++;
  return counts;
}

/** Returns the areas with most listings, the rest left out. */
export function countAreas(
  { areas }: Columns,
  rows: Uint32Array,
  most: number,
): { area: string; listings: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const area = codeAt(areas, row);
    if (area !== "") counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  return [...counts].map(([area, listings]) => ({ area, listings }))
    .sort((a, b) => b.listings - a.listings || (a.area < b.area ? -1 : 1))
    .slice(0, most);
}
