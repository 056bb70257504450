import type { SnapshotData } from "../../core/engine/snapshot.ts";
import {
  type Table,
  type TableName,
  TABLES,
  type Tables,
  type TableSpec,
} from "../../core/engine/tables.ts";

/** A row by column name; a column that is left out is unknown (NaN, 0 or ""). */
export type Row = Readonly<Record<string, number | string>>;

/** Rows by table; `sales` name their parcel by `property_id` in the column `parcel`. */
export type Rows = Partial<Readonly<Record<TableName, readonly Row[]>>>;

const compare = (a: string | number, b: string | number) =>
  a < b ? -1 : a > b ? 1 : 0;

/** A snapshot in memory, sorted as `core/engine/tables.ts` says, so that row order does not matter. */
export function memorySnapshot(
  rows: Rows,
  options: { readonly id?: string; readonly synthetic?: boolean } = {},
): SnapshotData {
  const parcels = [...rows.parcels ?? []].sort((a, b) =>
    compare(a.property_id, b.property_id)
  );
  const rowOf = new Map(
    parcels.map((parcel, row) => [parcel.property_id, row]),
  );
  const withParcel = (name: TableName) =>
    (rows[name] ?? []).map((row): Row => ({
      ...row,
      parcel: rowOf.get(row.parcel) ?? -1,
    }));
  const sales = withParcel("sales").sort((a, b) =>
    compare(a.sale_date, b.sale_date) || compare(a.parcel, b.parcel) ||
    compare(a.document ?? "", b.document ?? "")
  );
  const all: Record<string, readonly Row[]> = {
    ...rows,
    parcels,
    sales,
    assessments: withParcel("assessments"),
    listings: withParcel("listings"),
  };
  const tables = Object.fromEntries(
    Object.entries(TABLES).map((
      [name, spec],
    ) => [name, tableOf(spec, all[name] ?? [])]),
  );
  return {
    id: options.id ?? "0".repeat(64),
    synthetic: options.synthetic ?? true,
    tables: tables as unknown as Tables,
    model: new Map(),
  };
}

function tableOf(spec: TableSpec, rows: readonly Row[]): Table<TableSpec> {
  const columns = Object.entries(spec).map(([name, { type }]) => {
    const number = (row: Row) => Number(row[name] ?? NaN);
    const word = (row: Row) => String(row[name] ?? "");
    switch (type) {
      case "f32":
        return [name, Float32Array.from(rows, number)];
      case "f64":
        return [name, Float64Array.from(rows, number)];
      case "i32":
      case "date":
        return [name, Int32Array.from(rows, (row) => Number(row[name] ?? 0))];
      case "text":
        return [name, {
          length: rows.length,
          at: (row: number) => word(rows[row]),
        }];
      case "code": {
        const dictionary = ["", ...new Set(rows.map(word).filter(Boolean))];
        const codes = new Map(dictionary.map((value, code) => [value, code]));
        return [name, {
          values: Int32Array.from(rows, (row) => codes.get(word(row))!),
          dictionary,
        }];
      }
    }
  });
  return { rows: rows.length, ...Object.fromEntries(columns) };
}
