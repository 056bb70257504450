import { type Projection, projectionOf } from "../../geo/projection.ts";
import type { SnapshotData } from "../../snapshot.ts";
import {
  codeAt,
  type CodeColumn,
  type FACTS,
  type Table,
  type Tables,
} from "../../tables.ts";
import { type OrdinalScale, placeOnScale } from "./ordinal_scales.ts";

/**
 * What a price model may look at, in one table. Assessed values, income, race, age of people,
 * education and crime are not here and cannot be configured in; a test keeps them out.
 */

/** A table whose rows carry the facts of a building: parcels (newest) or sales (as of the sale). */
export type Facts = Table<typeof FACTS>;

/** The tables that carry facts. */
const FACT_TABLES = ["parcels", "sales", "year_only_sales"] as const;

/** Reads one feature: NaN when unknown. A category reads as its place in the alphabetical list of its values. */
export type ReadFeature = (
  facts: Facts,
  row: number,
  parcel: number,
) => number;

/** One thing a price model may look at. */
export interface Feature {
  readonly name: string;
  /** Line of the adjustment grid its worth is shown in. */
  readonly line: string;
  /** `curved` numbers have a worth that bends (area, year); a `category` has no order. */
  readonly kind: "number" | "curved" | "category";
  /**
   * 1 where more of it is never worth less: areas. Counts and grades are free, since one more of
   * them at the same area can be worth less; holding them too errs more (docs/experiments.md).
   */
  readonly monotone?: 1;
  /** Prepares the reader for a snapshot. */
  bind(snapshot: SnapshotData): ReadFeature;
}

type NumericFact = {
  [K in keyof Facts]: Facts[K] extends Float32Array ? K : never;
}[keyof Facts];
type CodeFact = {
  [K in keyof Facts]: Facts[K] extends CodeColumn ? K : never;
}[keyof Facts];
type CodePlace = "neighborhood" | "township";
type NumericPlace = "flood_zone" | "flood_factor";

/** A number as the county records it. */
function fact(name: NumericFact, line: string): Feature {
  return {
    name,
    line,
    kind: "number",
    bind: () => (facts, row) => facts[name][row],
  };
}

/** Apartments in the building; a house is one home, whether a county says so or not. */
const UNITS: Feature = {
  name: "units",
  line: "units",
  kind: "number",
  bind: () => (facts, row) =>
    codeAt(facts.prop_type, row) === "sfh" ? 1 : facts.units[row],
};

/** The log of a positive area: what a tenth more is worth, not a foot more. */
function logArea(fact: NumericFact, line: string): Feature {
  return {
    name: `log_${fact}`,
    line,
    kind: "curved",
    monotone: 1,
    bind: () => (facts, row) => {
      const value = facts[fact][row];
      return value > 0 ? Math.log(value) : NaN;
    },
  };
}

/** A year; counties write 0 for none. */
function year(name: NumericFact, line: string): Feature {
  return {
    name,
    line,
    kind: "curved",
    bind: () => (facts, row) => facts[name][row] > 0 ? facts[name][row] : NaN,
  };
}

/**
 * Reads a word as a number.
 *
 * @param numbers of each word of the dictionaries of the tables that carry facts
 */
function byWord(
  tables: Tables,
  name: CodeFact,
  numbers: (words: readonly (readonly string[])[]) => readonly Float64Array[],
): ReadFeature {
  const of = numbers(
    FACT_TABLES.map((table) => tables[table][name].dictionary),
  );
  const byDictionary = new Map<readonly string[], Float64Array>(
    FACT_TABLES.map((table, i) => [tables[table][name].dictionary, of[i]]),
  );
  return (facts, row) => {
    const { dictionary, values } = facts[name];
    return byDictionary.get(dictionary)![values[row]];
  };
}

/** Words put in order; what no word of the scale occurs in is unknown. */
function scale(name: OrdinalScale, line: string): Feature {
  const valueOf = (text: string) => placeOnScale(name, text);
  return {
    name,
    line,
    kind: "number",
    bind: ({ tables }) =>
      byWord(
        tables,
        name,
        (words) => words.map((each) => Float64Array.from(each, valueOf)),
      ),
  };
}

/** Places in the alphabetical list of all values of some dictionaries; `""` is unknown and NaN. */
function places(...dictionaries: readonly (readonly string[])[]) {
  const values = [...new Set(dictionaries.flat())]
    .filter((value) => value !== "").sort();
  const place = new Map(values.map((value, i) => [value, i]));
  return dictionaries.map((dictionary) =>
    Float64Array.from(dictionary, (value) => place.get(value) ?? NaN)
  );
}

/**
 * A word of the building without an order.
 *
 * @param read what counts of the county's word; default: all of it
 */
function category(
  name: CodeFact,
  line: string,
  read = (text: string) => text,
): Feature {
  return {
    name,
    line,
    kind: "category",
    bind: ({ tables }) =>
      byWord(
        tables,
        name,
        (words) => places(...words.map((each) => each.map(read))),
      ),
  };
}

/** Words of another county, which the scale of the same fact does not have. */
function otherWords(name: OrdinalScale, line: string): Feature {
  const isOther = (text: string) => Number.isNaN(placeOnScale(name, text));
  const words = category(name, line, (text) => isOther(text) ? text : "");
  return { ...words, name: `${name}_words` };
}

/** An area the parcel lies in. */
function area(name: CodePlace): Feature {
  return {
    name,
    line: "location",
    kind: "category",
    bind: ({ tables }) => {
      const column = tables.parcels[name];
      const [place] = places(column.dictionary);
      return (_facts, _row, parcel) => place[column.values[parcel]];
    },
  };
}

/**
 * The place of an area's code among all of them, where the county has no position: areas with
 * codes next to each other mostly lie next to each other.
 */
function areaOrder(name: CodePlace): Feature {
  return {
    name: `${name}_order`,
    line: "location",
    kind: "number",
    bind(snapshot) {
      const place = area(name).bind(snapshot);
      const { lat, lon } = snapshot.tables.parcels;
      return (facts, row, parcel) =>
        Number.isFinite(lat[parcel] + lon[parcel])
          ? NaN
          : place(facts, row, parcel);
    },
  };
}

/** A number of the parcel's place. */
function placeFact(name: NumericPlace, line: string): Feature {
  return {
    name,
    line,
    kind: "number",
    bind: ({ tables }) => (_facts, _row, parcel) =>
      tables.parcels[name][parcel],
  };
}

/** Position in kilometers of the snapshot's flat map. */
function position(
  name: string,
  read: (xKm: number, yKm: number) => number,
): Feature {
  return {
    name,
    line: "location",
    kind: "curved",
    bind: ({ tables }) => {
      const { lat, lon } = tables.parcels;
      const projection: Projection = projectionOf(tables.parcels);
      return (_facts, _row, parcel) =>
        read(
          projection.x(lon[parcel]) / 1000,
          projection.y(lat[parcel]) / 1000,
        );
    },
  };
}

/** Every feature, in the order of a feature row. */
export const FEATURES: readonly Feature[] = [
  logArea("bldg_sqft", "size"),
  logArea("land_sqft", "lot"),
  year("year_built", "year_built"),
  year("year_renovated", "year_built"),
  fact("bedrooms", "rooms"),
  fact("rooms", "rooms"),
  fact("full_baths", "baths"),
  fact("half_baths", "baths"),
  { ...fact("basement_sqft", "basement"), monotone: 1 },
  scale("basement", "basement"),
  scale("basement_finish", "basement"),
  fact("garage_cars", "garage"),
  scale("garage", "garage"),
  fact("condition", "condition"),
  fact("quality", "condition"),
  scale("site", "condition"),
  scale("exterior", "exterior"),
  scale("roof", "exterior"),
  fact("air", "comfort"),
  scale("heating", "comfort"),
  fact("fireplaces", "comfort"),
  fact("stories", "layout"),
  scale("attic", "layout"),
  scale("porch", "layout"),
  category("residence", "layout"),
  category("class", "layout"),
  UNITS,
  fact("commercial_units", "units"),
  fact("view", "view"),
  fact("waterfront", "view"),
  placeFact("flood_zone", "flood"),
  placeFact("flood_factor", "flood"),
  position("x", (x) => x),
  position("y", (_x, y) => y),
  position("x_plus_y", (x, y) => (x + y) * Math.SQRT1_2),
  position("x_minus_y", (x, y) => (x - y) * Math.SQRT1_2),
  area("township"),
  area("neighborhood"),
  areaOrder("neighborhood"),
  otherWords("basement", "basement"),
  otherWords("garage", "garage"),
  otherWords("exterior", "exterior"),
  otherWords("roof", "exterior"),
  otherWords("heating", "comfort"),
];

/** Names of `FEATURES`, in order. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(({ name }) =>
  name
);

/** The place of a feature in a feature row. */
export function featureAt(name: string): number {
  const at = FEATURE_NAMES.indexOf(name);
  if (at < 0) throw new RangeError(`no such feature: ${name}`);
  return at;
}

/** Fills feature rows of one snapshot. */
export interface FeatureReader {
  /**
   * Writes the features of `row` of `facts`, which stands on `parcel`, into `out` from `offset`.
   */
  fill(
    facts: Facts,
    row: number,
    parcel: number,
    out: Float32Array | Float64Array,
    offset: number,
  ): void;
}

/** Prepares the readers of some features for a snapshot; default: all of them. */
export function featureReader(
  snapshot: SnapshotData,
  features: readonly Feature[] = FEATURES,
): FeatureReader {
  const readers = features.map((feature) => feature.bind(snapshot));
  return {
    fill(facts, row, parcel, out, offset) {
      for (let i = 0; i < readers.length; i++) {
        out[offset + i] = readers[i](facts, row, parcel);
      }
    },
  };
}
