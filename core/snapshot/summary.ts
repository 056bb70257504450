import { isoOf } from "../engine/snapshot.ts";
import type {
  CodeColumn,
  ColumnSpec,
  ColumnType,
  ColumnView,
  TableSpec,
  TextColumn,
} from "../engine/tables.ts";
import { type AnyTable, viewOf } from "./arrow.ts";
import type { ColumnSummary } from "./manifest.ts";

/** Summaries of a table's columns: range, unknown cells, distinct codes. */
export function summarize(
  spec: TableSpec,
  table: AnyTable,
): Record<string, ColumnSummary> {
  return Object.fromEntries(
    Object.entries(spec).map(([name, column]) => [
      name,
      summarizeColumn(column, viewOf(table, name)),
    ]),
  );
}

function summarizeColumn(
  { type, unit }: ColumnSpec,
  view: ColumnView<ColumnType>,
): ColumnSummary {
  switch (type) {
    case "code":
      return { type, unit, ...summarizeCodes(view as CodeColumn) };
    case "text":
      return { type, unit, unknown: emptyCells(view as TextColumn) };
    default: {
      const { min, max, unknown } = rangeOf(view as Float64Array);
      if (min > max) return { type, unit, unknown };
      return type === "date"
        ? { type, unit, min: isoOf(min), max: isoOf(max), unknown }
        : { type, unit, min, max, unknown };
    }
  }
}

function summarizeCodes({ values, dictionary }: CodeColumn) {
  let unknown = 0;
  for (const code of values) if (code === 0) unknown++;
  return { unknown, distinct: dictionary.length - 1 };
}

function emptyCells(text: TextColumn): number {
  let empty = 0;
  for (let row = 0; row < text.length; row++) if (text.at(row) === "") empty++;
  return empty;
}

function rangeOf(values: Float64Array) {
  let min = Infinity, max = -Infinity, unknown = 0;
  for (const value of values) {
    if (Number.isNaN(value)) unknown++;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, unknown };
}
