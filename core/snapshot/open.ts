import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import {
  type Table,
  type TableName,
  TABLES,
  type Tables,
  type TableSpec,
} from "../engine/tables.ts";
import { decodeTable, emptyTable } from "./arrow.ts";
import {
  type Manifest,
  MANIFEST_FILE,
  parseManifest,
  type TableEntry,
} from "./manifest.ts";
import { previousOf } from "./replace.ts";

/** A snapshot opened from disk. */
export interface Snapshot extends SnapshotData {
  readonly dir: string;
  readonly manifest: Manifest;
}

/**
 * Opens a snapshot as typed arrays over its files. Nothing is hashed here: `verifySnapshot`
 * does that.
 * @throws Fault `not_found` when there is no snapshot at `dir`, `invalid_params` when it is damaged
 */
export async function openSnapshot(dir: string): Promise<Snapshot> {
  const found = await readManifest(dir);
  try {
    return await openFiles(found);
  } catch (error) {
    // Files that do not fit may mean that the snapshot was replaced meanwhile.
    const again = await readManifest(dir);
    if (again.manifest.id === found.manifest.id) throw error;
    return openFiles(again);
  }
}

async function openFiles({ at, manifest }: Located): Promise<Snapshot> {
  const tables = await Promise.all(
    Object.keys(TABLES).map(async (name) =>
      [name, await openTable(at, name as TableName, manifest)] as const
    ),
  );
  const model = await Promise.all(
    manifest.model.files.map(async (entry) =>
      [entry.file.slice("model/".length), await readEntry(at, entry)] as const
    ),
  );
  return {
    dir: at,
    manifest,
    id: manifest.id,
    synthetic: manifest.synthetic,
    tables: Object.fromEntries(tables) as unknown as Tables,
    model: new Map(model),
  };
}

/** A manifest and the directory it was found in. */
export interface Located {
  readonly at: string;
  readonly manifest: Manifest;
}

/**
 * Reads only the manifest: at `dir`, or where a replacement cut in the middle left the old one.
 * @throws Fault `not_found` or `invalid_params` as `openSnapshot` does
 */
export async function readManifest(dir: string): Promise<Located> {
  for (const at of [dir, previousOf(dir)]) {
    try {
      const text = await Deno.readTextFile(join(at, MANIFEST_FILE));
      return { at, manifest: parseManifest(text, at) };
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      if (error instanceof Deno.errors.NotADirectory) continue;
      throw error;
    }
  }
  throw new Fault("not_found", `there is no snapshot at ${dir}`, {
    field: "snapshot",
    expected: "a directory written by `twoflat ingest`",
  });
}

async function openTable(
  dir: string,
  name: TableName,
  manifest: Manifest,
): Promise<Table<TableSpec>> {
  const spec: TableSpec = TABLES[name];
  const entry: TableEntry | undefined = manifest.tables[name];
  if (!entry) return emptyTable(spec);
  const bytes = await readEntry(dir, entry);
  let table: Table<TableSpec>;
  try {
    table = decodeTable(spec, bytes);
  } catch (error) {
    throw damaged(
      dir,
      entry.file,
      error instanceof Error ? error.message : String(error),
      error,
    );
  }
  if (table.rows !== entry.rows) {
    throw damaged(
      dir,
      entry.file,
      `${table.rows} rows where the manifest says ${entry.rows}`,
    );
  }
  return table;
}

/** Reads a file into a buffer of the size the manifest states, which spares a copy. */
async function readEntry(
  dir: string,
  entry: { file: string; bytes: number },
): Promise<Uint8Array> {
  try {
    using file = await Deno.open(join(dir, entry.file));
    const { size } = await file.stat();
    if (size !== entry.bytes) {
      const why = `${size} bytes where the manifest says ${entry.bytes}`;
      throw damaged(dir, entry.file, why);
    }
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) {
      const read = await file.read(bytes.subarray(at));
      if (read === null) throw new Error("the file ends too early");
      at += read;
    }
    return bytes;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw damaged(dir, entry.file, "the file cannot be read", error);
  }
}

function damaged(
  dir: string,
  file: string,
  why: string,
  cause?: unknown,
): Fault {
  return new Fault(
    "invalid_params",
    `${dir} is not a usable snapshot: ${file}: ${why}; ingest again`,
    {
      field: "snapshot",
      expected: "an undamaged snapshot of this release's `twoflat ingest`",
      cause,
    },
  );
}
