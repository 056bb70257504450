import { FACTS, TABLES } from "../engine/tables.ts";
import type {
  ColumnBuilder,
  ColumnBuilders,
  Row,
} from "../snapshot/builder.ts";
import { compareCells } from "./facts.ts";

const { property_id: _id, ...parcelColumns } = TABLES.parcels;

type PlaceName = Exclude<keyof typeof parcelColumns, keyof typeof FACTS>;

/** Where a parcel is: the columns of the parcels table that are neither identity nor facts. */
export const PLACE = Object.fromEntries(
  Object.entries(parcelColumns).filter(([name]) => !(name in FACTS)),
) as Pick<typeof parcelColumns, PlaceName>;

/** A parcel's place; what is missing is unknown. */
export type Place = Row<typeof PLACE>;

const NUMBER = TABLES.sales.parcel;
const CODE = TABLES.parcels.class;

/** The parcels table with what is needed only while it is being built. */
export const PARCELS = {
  ...TABLES.parcels,
  /** Tax year of the place; 0 when no universe row gave one. */
  place_year: NUMBER,
  universe_class: CODE,
  /** Tax year of the address; 0 when there is none. */
  address_year: NUMBER,
  address_street: TABLES.parcels.address,
  address_city: CODE,
  address_zip: CODE,
  /** Number of the card (building) the facts are from. */
  card: NUMBER,
} as const;

/** The sales table with what is needed only while it is being built. */
export const SALES = {
  ...TABLES.sales,
  /** The parcel's place as the sale's own row gives it. */
  ...PLACE,
  multi_parcel: NUMBER,
  same_sale: NUMBER,
  /** 0 where the source names the month only. */
  exact_day: NUMBER,
  card: NUMBER,
  /** Which of the county's tallies counted the row. */
  tally: NUMBER,
} as const;

const PLACE_NAMES = Object.keys(PLACE) as PlaceName[];

type PlaceColumns = ColumnBuilders<typeof PLACE>;

/** Writes a place into a row, also where it is unknown. */
export function storePlace(
  columns: PlaceColumns,
  row: number,
  place: Place,
): void {
  for (const name of PLACE_NAMES) {
    const value = place[name] ?? (PLACE[name].type === "code" ||
        PLACE[name].type === "text"
      ? ""
      : NaN);
    (columns[name] as ColumnBuilder).set(row, value as never);
  }
}

/** Copies the place of a row of one table into a row of another. */
export function copyPlace(
  from: PlaceColumns,
  row: number,
  to: PlaceColumns,
  target: number,
): void {
  for (const name of PLACE_NAMES) {
    const value = (from[name] as ColumnBuilder).get(row);
    (to[name] as ColumnBuilder).set(target, value as never);
  }
}

/** Order of two places of the same parcel and year, by their values: negative when `place` comes before the stored row. */
export function comparePlace(
  place: Place,
  columns: PlaceColumns,
  row: number,
): number {
  for (const name of PLACE_NAMES) {
    const held = (columns[name] as ColumnBuilder).get(row) as string | number;
    const unknown = typeof held === "string" ? "" : NaN;
    const order = compareCells(place[name] ?? unknown, held);
    if (order !== 0) return order;
  }
  return 0;
}
