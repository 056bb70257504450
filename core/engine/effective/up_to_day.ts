import { fiscalYearAt } from "../rent/safmr.ts";
import { isoOf, type SnapshotData } from "../snapshot.ts";
import type { CodeColumn, Tables, TextColumn } from "../tables.ts";

/** The last time that each dated table may tell of, on a day. */
function limitsOn(day: number) {
  const year = Number(isoOf(day).slice(0, 4));
  return {
    sales: ["sale_date", day],
    year_only_sales: ["sale_year", year],
    assessments: ["tax_year", year],
    rents: ["date", day],
    safmr: ["fiscal_year", fiscalYearAt(day)],
    tax_rates: ["tax_year", year],
    area_prices: ["year", year],
    city_records: ["date", day],
    listings: ["listed", day],
  } as const;
}

/**
 * Returns a snapshot as it could be known on a day: without the rows of any table that are later. Most often that
 * is the snapshot itself. Tables without a date (parcels, census figures) stay as they are.
 *
 * @param day days since 1970-01-01 UTC
 */
export function upToDay<S extends SnapshotData>(snapshot: S, day: number): S {
  const shortened: Record<string, unknown> = {};
  for (const [name, [column, limit]] of Object.entries(limitsOn(day))) {
    const table = snapshot.tables[name as keyof Tables];
    const times: Int32Array = Reflect.get(table, column);
    if (times.every((time) => time <= limit)) continue;
    const kept = Int32Array.from(times.keys()).filter((row) =>
      times[row] <= limit
    );
    shortened[name] = rowsOf(table, kept);
  }
  return Object.keys(shortened).length === 0 ? snapshot : {
    ...snapshot,
    cutTo: day,
    tables: { ...snapshot.tables, ...shortened },
  };
}

type Column =
  | Float32Array
  | Float64Array
  | Int32Array
  | CodeColumn
  | TextColumn;

function rowsOf(table: object, rows: Int32Array): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, column]: [string, number | Column]) => [
      name,
      typeof column === "number" ? rows.length : take(column, rows),
    ]),
  );
}

function take(column: Column, rows: Int32Array): Column {
  if ("dictionary" in column) {
    return { ...column, values: rows.map((row) => column.values[row]) };
  }
  if ("at" in column && !ArrayBuffer.isView(column)) {
    return { length: rows.length, at: (row) => column.at(rows[row]) };
  }
  if (column instanceof Int32Array) return rows.map((row) => column[row]);
  return column instanceof Float32Array
    ? Float32Array.from(rows, (row) => column[row])
    : Float64Array.from(rows, (row) => (column as Float64Array)[row]);
}
