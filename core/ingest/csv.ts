import { basename } from "node:path";
import { isAscii } from "node:buffer";
import { Transform } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { Fault } from "../../contracts/errors.ts";
import { type Reading, stream } from "./input.ts";
import type { Tally } from "./tally.ts";

/** Longest row that is accepted; beyond it a quote was opened and never closed. */
const MAX_ROW_BYTES = 1 << 20;

/** Takes one row; the array is fresh and as long as the header. */
export type RowReader = (cells: readonly string[]) => void;

/**
 * Streams a CSV file (plain or gzipped, with or without a byte order mark, LF or CRLF) row by
 * row. A row with another number of cells than the header is counted in `tally`, not thrown.
 *
 * @param start called once with the trimmed header; gives the reader of the rows
 * @throws {Fault} `invalid_params` when the file is empty, not CSV, or damaged
 */
export async function readCsv(
  path: string,
  tally: Tally,
  start: (header: readonly string[]) => RowReader,
  options: Reading & { readonly delimiter?: string } = {},
): Promise<void> {
  const { delimiter = "," } = options;
  const file = basename(path);
  let header: readonly string[] | undefined;
  let read: RowReader | undefined;
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: MAX_ROW_BYTES,
    relax_column_count: true,
    // A stray quote inside a cell is a character like any other.
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (cells: string[]) => {
      if (header === undefined) {
        header = cells.map((name) => name.trim());
        refuseOtherDelimiter(file, header, delimiter);
        read = start(header);
      } else if (cells.length !== header.length) {
        tally.reject(
          cells.length < header.length
            ? "fewer cells than the header"
            : "more cells than the header",
        );
      } else read!(cells);
      // Nothing is passed on, so the parser holds one row at a time.
      return null;
    },
  });
  parser.resume();
  try {
    await stream(path, [utf8Check(tally), parser], options);
  } catch (error) {
    throw error instanceof CsvError ? csvFault(file, error) : error;
  }
  if (header === undefined) throw notCsv(file, "the file is empty");
}

/** Passes bytes on and notes in `tally` when they are not UTF-8; what is wrong in them then reads `\uFFFD`. */
function utf8Check(tally: Tally): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let checked = false;
  let started = false;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      // The parser reads UTF-16 when a byte order mark says so.
      if (!started) checked = chunk[0] === 0xff && chunk[1] === 0xfe;
      started = true;
      if (!checked && !isAscii(chunk)) {
        try {
          decoder.decode(chunk, { stream: true });
        } catch {
          tally.note("the file is not UTF-8; some characters are lost");
          checked = true;
        }
      }
      done(null, chunk);
    },
  });
}

function refuseOtherDelimiter(
  file: string,
  header: readonly string[],
  delimiter: string,
): void {
  if (header.length !== 1) return;
  const other = [",", ";", "\t", "|"].find((mark) => header[0].includes(mark));
  if (other === undefined || other === delimiter) return;
  const shown = JSON.stringify(other);
  throw notCsv(
    file,
    `its header has one column, split by ${
      JSON.stringify(delimiter)
    }; is the file separated by ${shown}?`,
  );
}

function csvFault(file: string, error: CsvError): Fault {
  const line = "lines" in error ? ` near line ${error.lines}` : "";
  switch (error.code) {
    case "CSV_MAX_RECORD_SIZE":
    case "CSV_QUOTE_NOT_CLOSED":
      return notCsv(file, `a quoted cell is never closed${line}`, error);
    default:
      return notCsv(file, `${error.message}${line}`, error);
  }
}

function notCsv(file: string, why: string, cause?: unknown): Fault {
  return new Fault("invalid_params", `${file}: ${why}`, {
    field: file,
    expected: "a CSV file with a header row",
    cause,
  });
}
