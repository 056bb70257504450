import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import { CsvError, parse } from "csv-parse/sync";
import { Fault, invalidParams } from "../contracts/errors.ts";
import type { OperationContract } from "../contracts/operation.ts";
import { subjectInput } from "../core/service/subject_input.ts";
import { openSink, type Result, type Row } from "./batch_sink.ts";
import { errorReport } from "./exit.ts";
import { type Flag, flagInput } from "./flags.ts";
import { plural } from "./format.ts";
import { numberOr } from "./number.ts";
import { noteWritten, outFile } from "./out_file.ts";
import { note } from "./output.ts";
import { startProgress } from "./progress.ts";
import type { RawInput } from "./remote.ts";

/** What a batch needs of its operation. */
export interface BatchJob {
  readonly contract: OperationContract;
  readonly flags: readonly Flag[];
  /** Input of every row; a row's own columns win. */
  readonly common: RawInput;
  /** What the answers of a table are ranked by, the smaller first; unset keeps the order of the input. */
  rank?(answer: unknown): readonly number[];
  /** Columns of a table that come first: their names, or what they begin with. */
  readonly lead?: readonly string[];
  /** Runs the operation on one input. */
  ask(input: RawInput): Promise<unknown>;
}

/** Where rows come from and where answers go. */
export interface BatchFiles {
  /** A CSV file, or `-` for stdin. */
  readonly from: string;
  /** A `.csv`, `.xlsx` or `.jsonl` file; undefined writes JSON lines to stdout. */
  readonly to?: string;
}

/**
 * Runs an operation on every row of a CSV file. A row that fails is written with its error and
 * the others go on.
 *
 * @throws {Fault} at the end, when a row failed
 */
export async function runBatch(
  job: BatchJob,
  files: BatchFiles,
): Promise<void> {
  const rows = readRows(files.from);
  const columns = Object.keys(rows[0]);
  const unused = columns.filter((name) => !isInput(name, job.flags));
  if (unused.length > 0) {
    note(
      `columns copied to the output, not used as input: ${unused.join(", ")}`,
    );
  }
  const to = files.to === undefined ? undefined : outFile("out", files.to);
  if (to?.replaces && isSameFile(to.path, files.from)) {
    throw invalidParams(
      "out",
      "another file than --batch",
      `${to.path} is the input: it would be overwritten`,
    );
  }
  const sink = openSink(to?.path, job, columns);
  const progress = startProgress("batch");
  let failed = 0;
  let first: string | undefined;
  try {
    for (const [i, row] of rows.entries()) {
      let result: Result;
      try {
        result = { answer: await job.ask(rowInput(row, job)) };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        failed++;
        first ??= `row ${i + 1}: ${error.message}`;
        result = { error: errorReport(error) };
      }
      sink.write(row, result);
      progress.update(i + 1, rows.length);
    }
  } finally {
    progress.stop();
    await sink.close();
  }
  if (to) noteWritten(to);
  if (failed > 0) {
    throw new Fault(
      "invalid_params",
      `${failed} of ${
        plural(rows.length, "row")
      } failed, the first of them ${first}; the others are done`,
      {
        field: "batch",
        expected:
          "rows without an error; the output says of each what is wrong",
      },
    );
  }
  note(plural(rows.length, "row"));
}

/** Whether two paths are one file, by whatever name. */
function isSameFile(a: string, b: string): boolean {
  if (b === "-") return false;
  const [one, other] = [statSync(a), statSync(b, { throwIfNoEntry: false })];
  return other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/** The rows of a CSV file, at least one. */
function readRows(from: string): Row[] {
  let text: string;
  try {
    text = readFileSync(from === "-" ? process.stdin.fd : from, "utf8");
  } catch (cause) {
    throw new Fault("invalid_params", `cannot read ${from}`, {
      field: "batch",
      expected: "a CSV file, or - for stdin",
      cause,
    });
  }
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      skip_empty_lines: true,
      trim: true,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new Fault("invalid_params", `${from}: ${cause.message}`, {
      field: "batch",
      expected: "CSV with a header line",
      cause,
    });
  }
  if (rows.length > 0) return rows;
  throw new Fault("invalid_params", `${from} has no rows`, {
    field: "batch",
    expected: "CSV with a header line and a row for each property",
  });
}

/** Spellings of the subject's columns that county exports use. */
const SUBJECT_COLUMNS: Readonly<Record<string, string>> = {
  subject: "subject",
  property_id: "property_id",
  pin: "property_id",
  address: "address",
  lat: "lat",
  latitude: "lat",
  lon: "lon",
  lng: "lon",
  longitude: "lon",
};

const subjectColumn = (name: string): string | undefined =>
  SUBJECT_COLUMNS[name.toLowerCase()];

const flagFor = (name: string, flags: readonly Flag[]): Flag | undefined =>
  flags.find(({ path }) => path[path.length - 1] === name);

function isInput(name: string, flags: readonly Flag[]): boolean {
  return subjectColumn(name) !== undefined ||
    flagFor(name, flags) !== undefined;
}

/** The operation's input of a row. Empty cells are left out. */
function rowInput(row: Row, { flags, common }: BatchJob): RawInput {
  const subject: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(row)) {
    if (text === "") continue;
    const field = subjectColumn(name);
    if (field === "subject") Object.assign(subject, subjectInput(text));
    else if (field === "lat" || field === "lon") {
      subject[field] = numberOr(text);
    } else if (field !== undefined) subject[field] = text;
    const flag = flagFor(name, flags);
    if (flag) given[flag.option.attributeName()] = flag.read(text);
  }
  if (Object.keys(subject).length === 0) {
    throw invalidParams(
      "subject",
      "a value in one of the columns subject, property_id, address, or lat and lon",
      "the row names no property",
    );
  }
  // The most exact name a row has: an export often holds all of them.
  const { property_id, address, lat, lon } = subject;
  const named = property_id !== undefined
    ? { property_id }
    : address !== undefined
    ? { address }
    : { lat, lon };
  return { ...merge(common, flagInput(flags, given)), ...named };
}

/** Adds a row's values to the common ones, one level of nesting deep. */
function merge(common: RawInput, own: RawInput): RawInput {
  const merged: Record<string, unknown> = { ...common };
  for (const [name, value] of Object.entries(own)) {
    merged[name] = typeof value === "object" && !Array.isArray(value)
      ? { ...merged[name] as object, ...value }
      : value;
  }
  return merged;
}
