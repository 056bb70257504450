import {
  type Batch,
  batchType,
  Column,
  columnFromArray,
  dateDay,
  dictionary,
  int32,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from "@uwdata/flechette";
import type {
  CodeColumn,
  ColumnSpec,
  ColumnType,
  ColumnView,
  Table,
  TableSpec,
  TextColumn,
} from "../engine/tables.ts";

/** Any open table, its columns reached by name through `viewOf`. */
export type AnyTable = { readonly rows: number };

/** A column of a table by name. */
export function viewOf(table: AnyTable, name: string): ColumnView<ColumnType> {
  return (table as unknown as Record<string, ColumnView<ColumnType>>)[name];
}

/**
 * A table as an uncompressed Arrow IPC file with one record batch ("Feather v2"), readable by
 * pandas and any other Arrow reader. Equal tables give equal bytes. Throws RangeError on an empty table:
 * a snapshot leaves those out.
 */
export function encodeTable(spec: TableSpec, table: AnyTable): Uint8Array {
  if (table.rows === 0) throw new RangeError("an empty table has no file");
  const columns = Object.entries(spec).map(([name, { type }]) =>
    [name, encodeColumn(type, viewOf(table, name))] as [string, Column<unknown>]
  );
  return tableToIPC(tableFromColumns(columns), { format: "file" })!;
}

function encodeColumn(
  type: ColumnType,
  view: ColumnView<ColumnType>,
): Column<unknown> {
  switch (type) {
    case "code": {
      const { values, dictionary } = view as CodeColumn;
      return dictionaryColumn(values, dictionary);
    }
    case "text": {
      const text = view as TextColumn;
      const cells = Array.from({ length: text.length }, (_, i) => text.at(i));
      return columnFromArray(cells, utf8());
    }
    case "date":
      return column(dateDay(), view as Int32Array);
    default:
      return columnFromArray(view as Float64Array);
  }
}

interface BatchOptions {
  readonly length: number;
  readonly nullCount: 0;
  readonly type: unknown;
  readonly values: Int32Array;
  readonly validity: Uint8Array;
}

/** A column over an array that is already in Arrow's layout, without a copy. */
function column(
  type: ReturnType<typeof dateDay>,
  values: Int32Array,
): Column<unknown> {
  const DirectBatch = batchType(type) as {
    new (options: BatchOptions): Batch<unknown>;
  };
  const batch = new DirectBatch({
    length: values.length,
    nullCount: 0,
    type,
    values,
    validity: new Uint8Array(0),
  });
  return new Column([batch]);
}

function dictionaryColumn(
  values: Int32Array,
  strings: readonly string[],
): Column<unknown> {
  const entries = columnFromArray([...strings], utf8());
  // The encoder finds a dictionary by the identity of its type object.
  const type = dictionary(entries.type, int32());
  const KeyBatch = batchType(type) as {
    new (options: BatchOptions): Batch<unknown> & {
      setDictionary(entries: Column<unknown>): Batch<unknown>;
    };
  };
  const keys = new KeyBatch({
    length: values.length,
    nullCount: 0,
    type,
    values,
    validity: new Uint8Array(0),
  });
  return new Column([keys.setDictionary(entries)]);
}

/**
 * Opens an encoded table as views over `bytes`, without a copy.
 * @throws {Error} when the bytes are not such a file or a column of `spec` is missing or of another type
 */
export function decodeTable<S extends TableSpec>(
  spec: S,
  bytes: Uint8Array,
): Table<S> {
  const arrow = tableFromIPC(bytes);
  const rows = arrow.numRows;
  const columns = Object.entries(spec).map(([name, column]) => {
    const child = arrow.getChild(name) as Column<unknown> | undefined;
    if (!child) {
      throw new Error(
        `column ${name} is missing: another release of Twoflat wrote it`,
      );
    }
    if (child.data.length !== 1) {
      throw new Error(`expected one record batch, got ${child.data.length}`);
    }
    return [name, decodeColumn(name, column, child.data[0], rows)];
  });
  return { rows, ...Object.fromEntries(columns) } as Table<S>;
}

const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  date: Int32Array,
  code: Int32Array,
} as const;

function decodeColumn(
  name: string,
  { type }: ColumnSpec,
  batch: Batch<unknown>,
  rows: number,
): ColumnView<ColumnType> {
  if (type === "text") {
    return { length: rows, at: (row) => batch.value(row) as string };
  }
  const Expected = ARRAYS[type];
  if (!(batch.values instanceof Expected)) {
    throw new Error(`column ${name} is not of type ${type}`);
  }
  const values = batch.values.subarray(0, rows);
  if (type !== "code") return values;
  const entries = (batch as { dictionary?: Column<string> }).dictionary;
  if (!entries) throw new Error(`column ${name} has no dictionary`);
  return {
    values: values as Int32Array,
    dictionary: Array.from(
      { length: entries.length },
      (_, i) => entries.at(i) ?? "",
    ),
  };
}

/** A table without rows, as a table that was not ingested opens. */
export function emptyTable<S extends TableSpec>(spec: S): Table<S> {
  const columns = Object.entries(spec).map(([name, { type }]) => [
    name,
    type === "text"
      ? { length: 0, at: () => "" }
      : type === "code"
      ? { values: new Int32Array(0), dictionary: [""] }
      : new ARRAYS[type](0),
  ]);
  return { rows: 0, ...Object.fromEntries(columns) } as Table<S>;
}
