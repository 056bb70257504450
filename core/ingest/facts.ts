import { PROPERTY_TYPES } from "../../contracts/constants/property.ts";
import { ListedType } from "../../contracts/inventory.ts";
import { FACTS } from "../engine/tables.ts";
import type {
  ColumnBuilder,
  ColumnBuilders,
  Row,
} from "../snapshot/builder.ts";
import type { Bounds } from "./values.ts";

/** A building's facts while a row is read; unknown is NaN or `""`. */
export type Facts = {
  -readonly [K in keyof typeof FACTS]: NonNullable<Row<typeof FACTS>[K]>;
};

/** Names of the fact columns that hold numbers. */
export type NumericFact = {
  [K in keyof Facts]: Facts[K] extends number ? K : never;
}[keyof Facts];

const count = (max: number): Bounds => ({ min: 0, max });
const YEAR: Bounds = { min: 1600, max: 2100, zeroIsUnknown: true };
const FLAG: Bounds = { min: 0, max: 1 };
const ORDINAL: Bounds = { min: -100, max: 100 };

/** What is accepted for each numeric fact. Wide: a bound only catches typing errors and codes for "unknown". */
export const FACT_BOUNDS: Readonly<Record<NumericFact, Bounds>> = {
  facts_year: { min: 1900, max: 2100 },
  bldg_sqft: { min: 50, max: 5_000_000, zeroIsUnknown: true },
  land_sqft: { min: 10, max: 1e9, zeroIsUnknown: true },
  basement_sqft: count(1_000_000),
  year_built: YEAR,
  year_renovated: YEAR,
  bedrooms: count(2_000),
  rooms: count(5_000),
  full_baths: count(2_000),
  half_baths: count(2_000),
  fireplaces: count(500),
  stories: { min: 0.5, max: 150, zeroIsUnknown: true },
  units: { min: 1, max: 5_000, zeroIsUnknown: true },
  commercial_units: count(1_000),
  cards: { min: 1, max: 1_000, zeroIsUnknown: true },
  garage_cars: count(100),
  condition: ORDINAL,
  quality: ORDINAL,
  view: ORDINAL,
  waterfront: FLAG,
  air: FLAG,
};

const NAMES = Object.keys(FACTS) as (keyof Facts)[];

/** Facts of which nothing is known. */
export function unknownFacts(): Facts {
  return Object.fromEntries(
    NAMES.map((name) => {
      const { type } = FACTS[name];
      return [name, type === "code" ? "" : type === "i32" ? 0 : NaN];
    }),
  ) as Facts;
}

type FactColumns = ColumnBuilders<typeof FACTS>;

/** Writes facts into a row of a table that has the fact columns. */
export function storeFacts(columns: FactColumns, row: number, facts: Facts) {
  for (const name of NAMES) {
    (columns[name] as ColumnBuilder).set(row, facts[name] as never);
  }
}

/** Copies the facts of a row of one table into a row of another. */
export function copyFacts(
  from: FactColumns,
  row: number,
  to: FactColumns,
  target: number,
): void {
  for (const name of NAMES) {
    (to[name] as ColumnBuilder).set(
      target,
      (from[name] as ColumnBuilder).get(row) as never,
    );
  }
}

/**
 * Order of two records of the same building that nothing else tells apart, by their values:
 * negative when `facts` come before the stored row.
 */
export function compareFacts(
  facts: Facts,
  columns: FactColumns,
  row: number,
): number {
  for (const name of NAMES) {
    const order = compareCells(
      facts[name],
      (columns[name] as ColumnBuilder).get(row),
    );
    if (order !== 0) return order;
  }
  return 0;
}

/** A total order of cells of one column; unknown numbers come last. */
export function compareCells(a: number | string, b: number | string): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

const TYPE_OF_CLASS: ReadonlyMap<string, string> = new Map(
  Object.entries(PROPERTY_TYPES.by_class).flatMap(
    ([type, classes]) => classes.map((name) => [name, type] as const),
  ),
);

/**
 * Property type of a Cook County class. Class 211 is `mf2_4` with two, three or four apartments,
 * else `apartment`; a class that is no home is `other`, an unknown class `""`.
 */
export function propertyType(propertyClass: string, units: number): string {
  if (propertyClass === "") return "";
  const { min, max } = PROPERTY_TYPES.mf2_4_units;
  if (propertyClass === "211" && units >= min && units <= max) return "mf2_4";
  return TYPE_OF_CLASS.get(propertyClass) ?? "other";
}

/** Every property type a parcel can have. */
export const PARCEL_TYPES: readonly string[] = ListedType.options;
