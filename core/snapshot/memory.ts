import { dayOf, type SnapshotData } from "../engine/snapshot.ts";
import {
  FACTS,
  type TableName,
  TABLES,
  type Tables,
  type TableSpec,
} from "../engine/tables.ts";
import { emptyTable, encodeTable } from "./arrow.ts";
import { orderBy, type Row, TableBuilder } from "./builder.ts";
import { sha256, snapshotId } from "./id.ts";

type TableRow<N extends TableName> = Row<(typeof TABLES)[N]>;
type OfParcel<N extends TableName> =
  & Omit<TableRow<N>, "parcel">
  & { readonly property_id?: string };

/** Rows of a small snapshot. Other tables refer to parcels by `property_id`; a date may be an ISO string. */
export interface MemoryRows {
  readonly parcels?: readonly TableRow<"parcels">[];
  /** Facts that a sale does not give are its parcel's. */
  readonly sales?: readonly (
    & Omit<OfParcel<"sales">, "sale_date">
    & { readonly sale_date: string | number }
  )[];
  readonly year_only_sales?: readonly OfParcel<"year_only_sales">[];
  readonly assessments?: readonly OfParcel<"assessments">[];
  readonly listings?: readonly (
    & Omit<OfParcel<"listings">, "listed">
    & { readonly listed: string | number }
  )[];
  readonly tracts?: readonly TableRow<"tracts">[];
  readonly boundaries?: readonly TableRow<"boundaries">[];
  readonly basemap?: readonly TableRow<"basemap">[];
  readonly townships?: readonly TableRow<"townships">[];
  readonly safmr?: readonly TableRow<"safmr">[];
  readonly tax_rates?: readonly TableRow<"tax_rates">[];
  readonly area_prices?: readonly TableRow<"area_prices">[];
  readonly city_records?: readonly (
    & Omit<TableRow<"city_records">, "date">
    & { readonly date: string | number }
  )[];
  readonly stations?: readonly TableRow<"stations">[];
  readonly rents?: readonly (
    & Omit<TableRow<"rents">, "date">
    & { readonly date: string | number }
  )[];
}

/**
 * Builds a snapshot in memory from row objects, sorted and linked as an ingest would. For
 * tests and examples; the order of the rows does not matter.
 * @throws {RangeError} when a row names a parcel that is not given
 */
export function memorySnapshot(
  rows: MemoryRows,
  options: {
    readonly synthetic?: boolean;
    readonly model?: ReadonlyMap<string, Uint8Array>;
  } = {},
): SnapshotData {
  const { synthetic = false, model = new Map() } = options;
  const given = linked(rows);
  const names = Object.keys(TABLES) as TableName[];
  const tables = Object.fromEntries(
    names.map((name) => [name, build(TABLES[name], given[name])]),
  ) as unknown as Tables;
  const files = [
    ...names.filter((name) => tables[name].rows > 0).map((name) => ({
      file: `${name}.arrow`,
      sha256: sha256(encodeTable(TABLES[name], tables[name])),
    })),
    ...[...model].map(([name, bytes]) => ({
      file: `model/${name}`,
      sha256: sha256(bytes),
    })),
  ];
  return { id: snapshotId(files, synthetic), synthetic, tables, model };
}

/** Rows of every table, with the row of `parcels` in place of a property's id. */
function linked(
  rows: MemoryRows,
): { readonly [N in TableName]: readonly TableRow<N>[] } {
  const parcels = [...rows.parcels ?? []].sort((a, b) =>
    (a.property_id ?? "") < (b.property_id ?? "") ? -1 : 1
  );
  const parcelRow = new Map(
    parcels.map((p, row) => [p.property_id ?? "", row]),
  );
  const link = (id: string | undefined): number => {
    const row = parcelRow.get(id ?? "");
    if (row === undefined) throw new RangeError(`no parcel ${id}`);
    return row;
  };
  const day = (date: string | number) =>
    typeof date === "number" ? date : dayOf(date);

  const sales = (rows.sales ?? []).map(
    ({ property_id, sale_date, ...sale }) => {
      const parcel = link(property_id);
      return {
        ...factsOf(parcels[parcel]),
        ...sale,
        parcel,
        sale_date: day(sale_date),
      };
    },
  ).sort((a, b) =>
    a.sale_date - b.sale_date || a.parcel - b.parcel ||
    compareText(a.document, b.document) ||
    (a.sale_price ?? 0) - (b.sale_price ?? 0)
  );
  const year_only_sales = (rows.year_only_sales ?? []).map(
    ({ property_id, ...sale }) => {
      const parcel = link(property_id);
      return { ...factsOf(parcels[parcel]), ...sale, parcel };
    },
  ).sort((a, b) =>
    (a.sale_year ?? 0) - (b.sale_year ?? 0) || a.parcel - b.parcel ||
    (a.sale_price ?? 0) - (b.sale_price ?? 0)
  );
  const assessments = (rows.assessments ?? []).map(
    ({ property_id, ...row }) => ({ ...row, parcel: link(property_id) }),
  );
  const listings = (rows.listings ?? []).map(
    ({ property_id, listed, ...row }) => ({
      ...row,
      parcel: property_id === undefined ? -1 : link(property_id),
      listed: day(listed),
    }),
  );

  return {
    parcels,
    sales,
    year_only_sales,
    assessments,
    listings,
    tracts: rows.tracts ?? [],
    boundaries: rows.boundaries ?? [],
    basemap: rows.basemap ?? [],
    townships: rows.townships ?? [],
    safmr: rows.safmr ?? [],
    tax_rates: rows.tax_rates ?? [],
    area_prices: rows.area_prices ?? [],
    city_records: (rows.city_records ?? []).map(({ date, ...row }) => ({
      ...row,
      date: day(date),
    })),
    stations: rows.stations ?? [],
    rents: (rows.rents ?? []).map(({ date, ...row }) => ({
      ...row,
      date: day(date),
    })),
  };
}

function build(spec: TableSpec, rows: readonly Row<TableSpec>[]) {
  if (rows.length === 0) return emptyTable(spec);
  const builder = new TableBuilder(spec);
  for (const row of rows) builder.push(row);
  return builder.take(orderBy(rows.length, (a, b) => a - b));
}

function factsOf(parcel: TableRow<"parcels">): Row<typeof FACTS> {
  return Object.fromEntries(
    Object.entries(parcel).filter(([name]) => name in FACTS),
  );
}

function compareText(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
