import { CsvError, parse } from "csv-parse";
import { Fault } from "../../../contracts/errors.ts";

/** A row of a CSV file. */
export interface CsvRow {
  /** Line of the file that it starts on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Longest row that is believed; beyond it a quote was opened and never closed. */
const MAX_ROW_BYTES = 1 << 20;

/**
 * Reads a CSV text row by row, the header first.
 *
 * @param file its name, for messages
 * @throws {Fault} `invalid_params` when it is no CSV
 */
export async function* csvRows(
  text: string,
  file: string,
): AsyncGenerator<CsvRow> {
  const parser = parse(text, {
    bom: true,
    info: true,
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let last = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield { line: last + 1, cells: record.map((cell) => cell.trim()) };
      last = info.lines;
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new Fault(
      "invalid_params",
      `${file}: ${cause.message} near line ${last + 1}`,
      { field: "file", expected: "a CSV file with a header row", cause },
    );
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}
