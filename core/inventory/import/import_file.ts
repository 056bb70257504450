import { basename } from "node:path";
import { Fault } from "../../../contracts/errors.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { SourceRecord } from "../lifecycle/report.ts";
import {
  type ListingChange,
  type Rejection,
  SourceWriter,
  type WriteCounts,
} from "../lifecycle/source_writer.ts";
import type { Listing } from "../listing.ts";
import { LiveInventory } from "../live/live_inventory.ts";
import { readProperty } from "../reso/property_record.ts";
import type { ResoRecord } from "../reso/record_fields.ts";
import { commonFormatRecords } from "./common_format.ts";
import { csvRows } from "./csv_records.ts";
import type { ListingMapping } from "./listing_mapping.ts";
import { cellReader, readMappedRow } from "./mapped_row.ts";

/** What to import. */
export interface ImportOptions {
  /** A CSV file, plain or gzipped, or a JSON file in the RESO Common Format. */
  readonly path: string;
  /** How a CSV file is read whose columns are not named as RESO names them. */
  readonly mapping?: ListingMapping;
  /** Source that the listings are kept under; default the mapping's, else `import`. */
  readonly source?: string;
  readonly signal?: AbortSignal;
}

/** What an import came to. */
export interface ImportResult {
  readonly source: string;
  readonly counts: WriteCounts;
  /** Rows that were not taken, with their line and why. */
  readonly rejections: readonly Rejection[];
  /** Lines that are a note to the reader and no listing. */
  readonly notes: readonly string[];
  /** Listings that are new or have changed. */
  readonly changes: readonly ListingChange[];
  /** New listings of homes that other listings offer, or have offered. */
  readonly known: readonly KnownHome[];
}

/** A listing of a home that has others. */
export interface KnownHome {
  /** Identifier of the listing. */
  readonly id: string;
  /** The others: identifiers and statuses. */
  readonly others: readonly Pick<Listing, "id" | "status" | "listPrice">[];
}

/** Records written at once. */
const BATCH = 200;

/**
 * Imports a file of listings. They are no licensed feed, so they stay private: the operator and
 * the local command line see them, the public inventory does not.
 *
 * @throws {Fault} `invalid_params` when the file cannot be read as what it should be
 */
export async function importListings(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  { path, mapping, source = mapping?.source ?? "import", signal }:
    ImportOptions,
): Promise<ImportResult> {
  const file = basename(path);
  const { text, madeAt } = await readText(path, file);
  const notes: string[] = [];
  const records = /\.json(\.gz)?$/i.test(file)
    ? commonFormatRecords(text, file).map((record, n) => ({
      at: `record ${n + 1}`,
      record: readProperty({ ...stamped(madeAt), ...record }),
    }))
    : csvRecords(text, file, mapping, madeAt, notes);
  await using writer = await SourceWriter.open(kv, snapshot, {
    source,
    licensed: false,
    signal,
  });
  let batch: SourceRecord[] = [];
  for await (const { at, record } of records) {
    signal?.throwIfAborted();
    if (record.kind === "rejected") {
      const who = record.key === null ? at : `${at}, ${record.key}`;
      writer.reject(who, record.reason);
      continue;
    }
    batch.push(record);
    if (batch.length === BATCH) {
      await writer.write(batch);
      batch = [];
    }
  }
  await writer.write(batch);
  const { counts, rejections, changes } = writer;
  const known = await knownHomes(kv, snapshot, changes);
  return { source, counts, rejections, notes, changes, known };
}

/** The homes among those newly listed that have other listings. */
async function knownHomes(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  changes: readonly ListingChange[],
): Promise<KnownHome[]> {
  const added = changes.filter(({ was }) => was === null);
  if (added.length === 0) return [];
  const live = await LiveInventory.open(kv, snapshot, "operator");
  const known: KnownHome[] = [];
  for (const { id } of added) {
    const others = (await live.ofHome(id)).filter((each) => each.id !== id)
      .map(({ id, status, listPrice }) => ({ id, status, listPrice }));
    if (others.length > 0) known.push({ id, others });
  }
  return known;
}

/** A record with where in the file it stands. */
interface Placed {
  readonly at: string;
  readonly record: SourceRecord;
}

async function* csvRecords(
  text: string,
  file: string,
  mapping: ListingMapping | undefined,
  madeAt: number,
  notes: string[],
): AsyncGenerator<Placed> {
  let header: readonly string[] | undefined;
  let read: ((cells: readonly string[]) => SourceRecord) | undefined;
  for await (const { line, cells } of csvRows(text, file)) {
    if (header === undefined) {
      header = cells;
      read = mapping
        ? mappedReader(mapping, header, madeAt, file)
        : resoReader(header, madeAt, file);
      continue;
    }
    const at = `line ${line}`;
    const note = noteOf(cells);
    if (note !== null) notes.push(`${at}: ${note}`);
    else if (cells.length !== header.length) {
      const reason = cells.length < header.length
        ? "fewer cells than the header"
        : "more cells than the header";
      yield { at, record: { kind: "rejected", key: null, reason } };
    } else yield { at, record: read!(cells) };
  }
  if (header === undefined) throw notListings(file, "the file is empty");
}

/** A sentence that stands alone in its row: a portal's disclaimer. */
function noteOf(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length === 1 && filled[0].split(/\s+/).length > 4
    ? filled[0]
    : null;
}

function mappedReader(
  mapping: ListingMapping,
  header: readonly string[],
  madeAt: number,
  file: string,
): (cells: readonly string[]) => SourceRecord {
  const { missing, of } = cellReader(mapping, header);
  if (missing.length > 0) {
    throw notListings(
      file,
      `it has no column ${JSON.stringify(missing[0])}, which the mapping names`,
    );
  }
  return (cells) => {
    const read = readMappedRow(of(cells), madeAt);
    return "reason" in read
      ? { kind: "rejected", key: null, reason: read.reason }
      : { kind: "listing", report: read };
  };
}

/** Reads rows whose columns have the names of the Data Dictionary. */
function resoReader(
  header: readonly string[],
  madeAt: number,
  file: string,
): (cells: readonly string[]) => SourceRecord {
  if (!header.includes("ListingKey") || !header.includes("ListPrice")) {
    throw notListings(
      file,
      "its columns are not named ListingKey, ListPrice, StandardStatus, ... as in the RESO Data Dictionary",
    );
  }
  return (cells) =>
    readProperty({
      ...stamped(madeAt),
      ...Object.fromEntries(
        header.map((name, at) => [name, cells[at]])
          .filter(([, cell]) => cell !== ""),
      ),
    });
}

/** A record's last change where it tells none: when the file was made. */
function stamped(madeAt: number): ResoRecord {
  return { ModificationTimestamp: new Date(madeAt).toISOString() };
}

async function readText(
  path: string,
  file: string,
): Promise<{ readonly text: string; readonly madeAt: number }> {
  try {
    const { mtime } = await Deno.stat(path);
    const stream = (await Deno.open(path)).readable;
    const bytes = file.endsWith(".gz")
      ? stream.pipeThrough(new DecompressionStream("gzip"))
      : stream;
    return {
      text: await new Response(bytes).text(),
      madeAt: Math.floor(mtime?.getTime() ?? 0),
    };
  } catch (cause) {
    throw new Fault("invalid_params", `${path} cannot be read`, {
      field: "file",
      expected: "a CSV file, or a JSON file in the RESO Common Format",
      cause,
    });
  }
}

function notListings(file: string, why: string): Fault {
  return new Fault("invalid_params", `${file}: ${why}`, {
    field: "file",
    expected:
      "a CSV file of listings with RESO names, or a mapping for it: --mapping docs/mappings/portal-listings.json",
  });
}
