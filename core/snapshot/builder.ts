import type {
  CodeColumn,
  ColumnType,
  ColumnView,
  Table,
  TableSpec,
  TextColumn,
} from "../engine/tables.ts";

/** What a cell of a column is set to: a number, or a string for `code` and `text`. */
export type Cell<T extends ColumnType> = T extends "code" | "text" ? string
  : number;

/** A growing column of one type. Cells that were never set are unknown. */
export interface ColumnBuilder<T extends ColumnType = ColumnType> {
  set(row: number, value: Cell<T>): void;
  get(row: number): Cell<T>;
  /** Makes room for `rows` rows; new cells are unknown. */
  reserve(rows: number): void;
  /** A view of the cells at `order`, in that order. Its bytes do not depend on the order of insertion. */
  take(order: Int32Array): ColumnView<T>;
}

/** The builders of a table's columns by name. */
export type ColumnBuilders<S extends TableSpec> = {
  readonly [K in keyof S]: ColumnBuilder<S[K]["type"]>;
};

/** One row as an object; a missing property is unknown. */
export type Row<S extends TableSpec> = {
  readonly [K in keyof S]?: Cell<S[K]["type"]>;
};

type Numbers = Float32Array | Float64Array | Int32Array;

class NumberColumnBuilder implements ColumnBuilder<"f32"> {
  readonly #make: (n: number) => Numbers;
  readonly #unknown: number;
  #cells: Numbers;

  constructor(type: "f32" | "f64" | "i32" | "date") {
    this.#make = (n) =>
      type === "f32"
        ? new Float32Array(n)
        : type === "f64"
        ? new Float64Array(n)
        : new Int32Array(n);
    this.#unknown = type === "f32" || type === "f64" ? NaN : 0;
    this.#cells = this.#make(0);
  }

  set(row: number, value: number): void {
    this.#cells[row] = value;
  }

  get(row: number): number {
    return this.#cells[row];
  }

  reserve(rows: number): void {
    const cells = this.#make(rows);
    cells.set(this.#cells);
    cells.fill(this.#unknown, this.#cells.length);
    this.#cells = cells;
  }

  take(order: Int32Array): Float32Array {
    const from = this.#cells;
    const to = this.#make(order.length);
    for (let i = 0; i < order.length; i++) to[i] = from[order[i]];
    return to as Float32Array;
  }
}

class CodeColumnBuilder implements ColumnBuilder<"code"> {
  readonly #codes = new Map<string, number>([["", 0]]);
  readonly #strings: string[] = [""];
  #cells = new Int32Array(0);

  set(row: number, value: string): void {
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.#strings.length;
      this.#codes.set(value, code);
      this.#strings.push(value);
    }
    this.#cells[row] = code;
  }

  get(row: number): string {
    return this.#strings[this.#cells[row]];
  }

  reserve(rows: number): void {
    const cells = new Int32Array(rows);
    cells.set(this.#cells);
    this.#cells = cells;
  }

  take(order: Int32Array): CodeColumn {
    const used = new Uint8Array(this.#strings.length);
    used[0] = 1;
    for (let i = 0; i < order.length; i++) used[this.#cells[order[i]]] = 1;
    const dictionary = this.#strings.filter((_, code) => used[code] === 1)
      .sort((a, b) => (a < b ? -1 : 1));
    const renumbered = new Int32Array(this.#strings.length);
    dictionary.forEach((string, code) => {
      renumbered[this.#codes.get(string)!] = code;
    });
    const values = new Int32Array(order.length);
    for (let i = 0; i < order.length; i++) {
      values[i] = renumbered[this.#cells[order[i]]];
    }
    return { values, dictionary };
  }
}

class TextColumnBuilder implements ColumnBuilder<"text"> {
  readonly #cells: (string | undefined)[] = [];

  set(row: number, value: string): void {
    this.#cells[row] = value;
  }

  get(row: number): string {
    return this.#cells[row] ?? "";
  }

  reserve(): void {}

  take(order: Int32Array): TextColumn {
    const cells = Array.from(order, (row) => this.get(row));
    return { length: cells.length, at: (row) => cells[row] };
  }
}

function columnBuilder(type: ColumnType): ColumnBuilder {
  const builder = type === "code"
    ? new CodeColumnBuilder()
    : type === "text"
    ? new TextColumnBuilder()
    : new NumberColumnBuilder(type);
  return builder as ColumnBuilder;
}

/**
 * Builds a table column by column without an object per row. Rows may be overwritten until
 * `take` copies them out in their final order.
 */
export class TableBuilder<S extends TableSpec> {
  readonly columns: ColumnBuilders<S>;
  readonly #all: readonly ColumnBuilder[];
  #capacity = 0;
  #rows = 0;

  constructor(readonly spec: S) {
    const entries = Object.entries(spec).map(([name, column]) =>
      [name, columnBuilder(column.type)] as const
    );
    this.columns = Object.fromEntries(entries) as ColumnBuilders<S>;
    this.#all = entries.map(([, column]) => column);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row of unknown cells and returns its number. */
  append(): number {
    if (this.#rows === this.#capacity) {
      this.#capacity = Math.max(1024, this.#capacity * 2);
      for (const column of this.#all) column.reserve(this.#capacity);
    }
    return this.#rows++;
  }

  /** Adds one row given as an object. */
  push(row: Row<S>): number {
    const at = this.append();
    for (const [name, value] of Object.entries(row)) {
      (this.columns[name] as ColumnBuilder).set(at, value as never);
    }
    return at;
  }

  /** The finished table: the rows at `order` in that order, all rows as they came by default. */
  take(
    order: Int32Array = Int32Array.from({ length: this.#rows }, (_, i) => i),
  ): Table<S> {
    const columns = Object.entries(this.columns).map(([name, column]) => [
      name,
      (column as ColumnBuilder).take(order),
    ]);
    return { rows: order.length, ...Object.fromEntries(columns) } as Table<S>;
  }
}

/** A dictionary column of strings, one a row. */
export function codeColumn(strings: readonly string[]): CodeColumn {
  const builder = new CodeColumnBuilder();
  builder.reserve(strings.length);
  strings.forEach((string, row) => builder.set(row, string));
  return builder.take(Int32Array.from(strings, (_, row) => row));
}

/** Row numbers `0..rows-1` sorted by `compare`, which must be a total order for the result to be unique. */
export function orderBy(
  rows: number,
  compare: (a: number, b: number) => number,
): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => i).sort(compare);
}
