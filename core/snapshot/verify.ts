import { join } from "node:path";
import {
  type CodeColumn,
  type TableName,
  TABLES,
  type Tables,
} from "../engine/tables.ts";
import { viewOf } from "./arrow.ts";
import { sha256, snapshotId } from "./id.ts";
import type { Manifest } from "./manifest.ts";
import { openSnapshot } from "./open.ts";
import { summarize } from "./summary.ts";

/** One thing that is wrong with a snapshot. */
export interface SnapshotProblem {
  /** The table or file. */
  readonly where: string;
  readonly problem: string;
}

/** The outcome of a verification. */
export interface Verification {
  readonly id: string;
  readonly ok: boolean;
  /** Files hashed and rows checked. */
  readonly files: number;
  readonly rows: number;
  readonly problems: readonly SnapshotProblem[];
}

/**
 * Checks a snapshot against its manifest and against the promises of `TABLES`: hashes, counts,
 * ranges, references between tables and sort order. Problems are listed, not thrown.
 * @throws {Fault} when the snapshot does not open at all
 */
export async function verifySnapshot(dir: string): Promise<Verification> {
  const { dir: at, manifest, tables } = await openSnapshot(dir, {
    hashed: false,
  });
  const problems: SnapshotProblem[] = [];
  const report = (where: string, problem: string) =>
    problems.push({ where, problem });

  const files = [...Object.values(manifest.tables), ...manifest.model.files];
  for (const { file, sha256: expected } of files) {
    const actual = sha256(await Deno.readFile(join(at, file)));
    if (actual !== expected) report(file, `hash is ${actual}, not ${expected}`);
  }
  if (snapshotId(files, manifest.synthetic) !== manifest.id) {
    report("manifest.json", "the id does not follow from the files");
  }
  checkSummaries(manifest, tables, report);
  checkReferences(tables, report);
  checkOrder(tables, report);
  checkValues(tables, report);

  const rows = Object.values(tables).reduce(
    (sum, table) => sum + table.rows,
    0,
  );
  return {
    id: manifest.id,
    ok: problems.length === 0,
    files: files.length,
    rows,
    problems,
  };
}

type Report = (where: string, problem: string) => void;

function checkSummaries(manifest: Manifest, tables: Tables, report: Report) {
  for (const name of Object.keys(manifest.tables) as TableName[]) {
    const actual = summarize(TABLES[name], tables[name]);
    const stated = manifest.tables[name].columns;
    for (const [column, summary] of Object.entries(actual)) {
      if (JSON.stringify(summary) !== JSON.stringify(stated[column])) {
        report(
          `${name}.${column}`,
          `holds ${JSON.stringify(summary)}, the manifest says ${
            JSON.stringify(stated[column])
          }`,
        );
      }
    }
  }
}

/** References from other tables into `parcels`; -1 means "no parcel" in listings only. */
function checkReferences(tables: Tables, report: Report) {
  const { parcels, sales, assessments, listings } = tables;
  const check = (where: string, rows: Int32Array, least: number) => {
    const wrong = rows.reduce(
      (n, row) => n + Number(row < least || row >= parcels.rows),
      0,
    );
    if (wrong > 0) report(where, `${wrong} rows refer to no parcel`);
  };
  check("sales.parcel", sales.parcel, 0);
  check("assessments.parcel", assessments.parcel, 0);
  check("listings.parcel", listings.parcel, -1);
}

function checkOrder({ parcels, sales }: Tables, report: Report) {
  let before = "";
  for (let row = 0; row < parcels.rows; row++) {
    const id = parcels.property_id.at(row);
    if (row > 0 && id <= before) {
      report("parcels.property_id", `not sorted and unique at row ${row}`);
      break;
    }
    before = id;
  }
  for (let row = 1; row < sales.rows; row++) {
    const order = sales.sale_date[row - 1] - sales.sale_date[row] ||
      sales.parcel[row - 1] - sales.parcel[row];
    const sorted = order < 0 ||
      (order === 0 && sales.document.at(row - 1) <= sales.document.at(row));
    if (!sorted) {
      report("sales", `not sorted by date, parcel, document at row ${row}`);
      break;
    }
  }
}

/** Bounds that no right value can leave. */
const BOUNDS: readonly (readonly [TableName, string, number, number])[] = [
  ["parcels", "lat", -90, 90],
  ["parcels", "lon", -180, 180],
  ["parcels", "flood_factor", 1, 10],
  ["parcels", "flood_zone", 0, 1],
  ["sales", "sale_price", 0, Infinity],
  ["tracts", "vacancy_rate", 0, 100],
  ["tax_rates", "rate", 0, 1],
  ["listings", "list_price", 0, Infinity],
];

function checkValues(tables: Tables, report: Report) {
  for (const [name, column, least, most] of BOUNDS) {
    const values = viewOf(tables[name], column) as Float64Array;
    let wrong = 0;
    for (const value of values) if (value < least || value > most) wrong++;
    if (wrong > 0) {
      report(`${name}.${column}`, `${wrong} rows outside ${least} to ${most}`);
    }
  }
  for (const name of Object.keys(TABLES) as TableName[]) {
    for (const [column, { type }] of Object.entries(TABLES[name])) {
      if (type !== "code") continue;
      const view = viewOf(tables[name], column);
      const { values, dictionary } = view as CodeColumn;
      const wrong = values.some((code) =>
        code < 0 || code >= dictionary.length
      );
      if (wrong || dictionary[0] !== "") {
        report(`${name}.${column}`, "codes do not fit the dictionary");
      }
    }
  }
}
