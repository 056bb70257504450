import { Fault } from "../../contracts/errors.ts";
import { isoOf } from "../engine/snapshot.ts";
import {
  type Table,
  type TableName,
  TABLES,
  type TableSpec,
} from "../engine/tables.ts";
import { type AnyTable, encodeTable } from "./arrow.ts";
import { sha256, snapshotId } from "./id.ts";
import {
  type Manifest,
  MANIFEST_FILE,
  manifestText,
  type QualityReport,
  SNAPSHOT_FORMAT,
  type TableEntry,
} from "./manifest.ts";
import { replaceDirectory, writeDurably } from "./replace.ts";
import { summarize } from "./summary.ts";

/** Tables to write; one that is missing or empty has no file and opens with zero rows. */
export type PartialTables = {
  readonly [N in TableName]?: Table<(typeof TABLES)[N]>;
};

/** What a snapshot is written from. */
export interface SnapshotContent {
  readonly tables: PartialTables;
  /** True when the data are synthetic. */
  readonly synthetic: boolean;
  readonly quality: QualityReport;
  /** Time of writing, RFC 3339 UTC; kept in the manifest, not part of the id. */
  readonly created: string;
}

/**
 * Writes a snapshot in the place of `dir`. An old snapshot there stays as it is until the new
 * one is complete; an abort or a failure leaves it untouched.
 * @throws {Fault} `invalid_params` when `dir` is something else than a snapshot or an empty directory
 */
export async function writeSnapshot(
  dir: string,
  content: SnapshotContent,
  signal?: AbortSignal,
): Promise<Manifest> {
  await refuseOtherDirectory(dir);
  const entries: [TableName, TableEntry][] = [];
  let manifest: Manifest | undefined;
  await replaceDirectory(dir, async (partial) => {
    for (const name of Object.keys(TABLES) as TableName[]) {
      const table = content.tables[name];
      if (!table || table.rows === 0) continue;
      signal?.throwIfAborted();
      entries.push([name, await writeTable(partial, name, table)]);
    }
    manifest = manifestOf(content, Object.fromEntries(entries));
    await writeManifest(partial, manifest);
  }, signal);
  return manifest!;
}

/** Writes the manifest into a directory that holds its files. */
export async function writeManifest(
  dir: string,
  manifest: Manifest,
): Promise<void> {
  const text = manifestText(manifest);
  await writeDurably(dir, MANIFEST_FILE, new TextEncoder().encode(text));
}

/** Writes a table's file into a directory and returns its entry of the manifest. */
export async function writeTable(
  dir: string,
  name: TableName,
  table: AnyTable,
): Promise<TableEntry> {
  const spec: TableSpec = TABLES[name];
  const file = `${name}.arrow`;
  const bytes = encodeTable(spec, table);
  await writeDurably(dir, file, bytes);
  return {
    file,
    bytes: bytes.length,
    sha256: sha256(bytes),
    rows: table.rows,
    columns: summarize(spec, table),
  };
}

function manifestOf(
  { tables, synthetic, quality, created }: SnapshotContent,
  entries: Record<string, TableEntry>,
): Manifest {
  return {
    format: SNAPSHOT_FORMAT,
    id: snapshotId(Object.values(entries), synthetic),
    created,
    synthetic,
    counties: tables.parcels?.county.dictionary.filter((c) => c !== "") ?? [],
    newest_sale: newestValidatedSale(tables.sales),
    tables: entries,
    model: { files: [], about: {} },
    quality,
  };
}

function newestValidatedSale(sales: PartialTables["sales"]): string | null {
  if (!sales) return null;
  for (let row = sales.rows - 1; row >= 0; row--) {
    if (sales.rejected.values[row] === 0) return isoOf(sales.sale_date[row]);
  }
  return null;
}

async function refuseOtherDirectory(dir: string): Promise<void> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(dir)) names.push(entry.name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    if (!(error instanceof Deno.errors.NotADirectory)) throw error;
    names.push(dir);
  }
  if (names.length === 0 || names.includes(MANIFEST_FILE)) return;
  throw new Fault(
    "invalid_params",
    `${dir} exists and is not a snapshot; it was left alone`,
    { field: "out", expected: "a new or empty directory, or a snapshot" },
  );
}
