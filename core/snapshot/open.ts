import { createHash } from "node:crypto";
import { join } from "node:path";
import { errorMessage, Fault } from "../../contracts/errors.ts";
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
import { snapshotId } from "./id.ts";
import { previousOf } from "./replace.ts";

/** A snapshot opened from disk. */
export interface Snapshot extends SnapshotData {
  readonly dir: string;
  readonly manifest: Manifest;
}

/** How a snapshot is opened. */
export interface OpenOptions {
  /** Whether the files are compared with their hashes, by default yes: a bit that flipped changes answers. */
  readonly hashed?: boolean;
  /** Tables to read, by default all; the others are empty. */
  readonly tables?: readonly TableName[];
}

/**
 * Opens a snapshot as typed arrays over its files, each compared with its hash.
 * @throws {Fault} `not_found` when there is no snapshot at `dir`, `invalid_params` when it is damaged
 */
export async function openSnapshot(
  dir: string,
  options: OpenOptions = {},
): Promise<Snapshot> {
  const found = await readManifest(dir);
  try {
    return await openFiles(found, options);
  } catch (error) {
    // Files that do not fit may mean that the snapshot was replaced meanwhile.
    const again = await readManifest(dir);
    if (again.manifest.id === found.manifest.id) throw error;
    return openFiles(again, options);
  }
}

async function openFiles(
  { at, manifest }: Located,
  { hashed = true, tables: read }: OpenOptions,
): Promise<Snapshot> {
  await refuseStrayTables(at, manifest);
  const readEntry = (entry: StatedFile) => readStated(at, entry, hashed);
  if (hashed) checkId(at, manifest);
  const tables = await Promise.all(
    Object.keys(TABLES).map(async (name) =>
      [
        name,
        read && !read.includes(name as TableName)
          ? emptyTable(TABLES[name as TableName])
          : await openTable(at, name as TableName, manifest, readEntry),
      ] as const
    ),
  );
  const model = await Promise.all(
    manifest.model.files.map(async (entry) =>
      [entry.file.slice("model/".length), await readEntry(entry)] as const
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
 * @throws {Fault} `not_found` or `invalid_params` as `openSnapshot` does
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
  readEntry: (entry: StatedFile) => Promise<Uint8Array>,
): Promise<Table<TableSpec>> {
  const spec: TableSpec = TABLES[name];
  const entry: TableEntry | undefined = manifest.tables[name];
  if (!entry) return emptyTable(spec);
  const bytes = await readEntry(entry);
  let table: Table<TableSpec>;
  try {
    table = decodeTable(spec, bytes);
  } catch (error) {
    throw damaged(
      dir,
      entry.file,
      errorMessage(error),
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

/** A table that the manifest does not name would be read by other programs as part of the snapshot. */
async function refuseStrayTables(
  dir: string,
  { tables }: Manifest,
): Promise<void> {
  const named = new Set(Object.values(tables).map(({ file }) => file));
  for await (const { name } of Deno.readDir(dir)) {
    if (name.endsWith(".arrow") && !named.has(name)) {
      throw damaged(dir, name, "the manifest names no such table");
    }
  }
  for (const name of Object.keys(tables)) {
    if (!Object.hasOwn(TABLES, name)) {
      throw damaged(dir, MANIFEST_FILE, `this release has no table ${name}`);
    }
  }
}

function checkId(dir: string, { id, tables, model, synthetic }: Manifest) {
  const files = [...Object.values(tables), ...model.files];
  if (snapshotId(files, synthetic) !== id) {
    throw damaged(dir, MANIFEST_FILE, "the id does not follow from the files");
  }
}

/** A file of a snapshot, as its manifest states it. */
interface StatedFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Read and hashed at a time, bytes: a few milliseconds of either. */
const PIECE = 4 * 1024 * 1024;

/**
 * Reads a file into a buffer of the size the manifest states, which spares a copy, and compares it
 * with its hash. Each piece is hashed while the next is read, so other work goes on meanwhile.
 */
async function readStated(
  dir: string,
  { file: name, bytes: expected, sha256 }: StatedFile,
  hashed: boolean,
): Promise<Uint8Array> {
  try {
    using file = await Deno.open(join(dir, name));
    const { size } = await file.stat();
    if (size !== expected) {
      const why = `${size} bytes where the manifest says ${expected}`;
      throw damaged(dir, name, why);
    }
    const bytes = new Uint8Array(size);
    const hash = createHash("sha256");
    let last = bytes.subarray(0, 0);
    for (let at = 0; at < size; at += last.length) {
      const reading = file.read(bytes.subarray(at, at + PIECE));
      if (hashed) hash.update(last);
      const read = await reading;
      if (read === null) throw new Error("the file ends too early");
      last = bytes.subarray(at, at + read);
    }
    if (hashed && hash.update(last).digest("hex") !== sha256) {
      throw damaged(dir, name, "its content is not what was written");
    }
    return bytes;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw damaged(dir, name, "the file cannot be read", error);
  }
}

function damaged(
  dir: string,
  file: string,
  why: string,
  cause?: unknown,
): Fault {
  const remedy = file.startsWith("model/")
    ? "ingest and fit again"
    : "ingest again";
  return new Fault(
    "invalid_params",
    `${dir} is not a usable snapshot: ${file}: ${why}; ${remedy}`,
    {
      field: "snapshot",
      expected: "an undamaged snapshot of this release's `twoflat ingest`",
      cause,
    },
  );
}
