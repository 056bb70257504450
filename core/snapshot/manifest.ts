import { z } from "zod";
import { Fault } from "../../contracts/errors.ts";
import { sha256 } from "./id.ts";

/** Version of the on-disk layout. A snapshot of another version must be ingested again. */
export const SNAPSHOT_FORMAT = 2;

/** The file that makes a directory a snapshot. */
export const MANIFEST_FILE = "manifest.json";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const FileName = z.string().regex(/^(model\/)?[A-Za-z0-9_][A-Za-z0-9_.-]*$/);

/** What a column holds, for people and for `verify`. */
export const ColumnSummary = z.object({
  type: z.enum(["f32", "f64", "i32", "date", "code", "text"]),
  unit: z.string(),
  /** Least and greatest known value; an ISO date in a date column; absent without known values and for codes and text. */
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  /** Rows whose value is unknown (NaN or empty). */
  unknown: Count,
  /** Distinct known values of a code column. */
  distinct: Count.optional(),
});
/** What a column holds, for people and for `verify`. */
export type ColumnSummary = z.infer<typeof ColumnSummary>;

const FileEntry = z.object({ file: FileName, bytes: Count, sha256: Sha256 });

/** A table's file and summary. */
export const TableEntry = FileEntry.extend({
  rows: z.int().min(1),
  columns: z.record(z.string(), ColumnSummary),
});
/** A table's file and summary. */
export type TableEntry = z.infer<typeof TableEntry>;

/** What one source file gave: rows read, kept, and left out by reason. */
export const SourceReport = z.object({
  /** What the file was read as, for example `parcel sales`. */
  dataset: z.string(),
  file: z.string(),
  /** The period the file covers by its own dates, for example `2021-01-04 to 2022-12-30`. */
  vintage: z.string().optional(),
  read: Count,
  kept: Count,
  /** Rows left out, by reason. `read` is `kept` plus their sum. */
  rejected: z.record(z.string(), Count),
  /** Cells that could not be read and became unknown, and other remarks on kept rows. */
  remarks: z.record(z.string(), Count),
});
/** What one source file gave: rows read, kept, and left out by reason. */
export type SourceReport = z.infer<typeof SourceReport>;

/** What the ingest found out about its input. */
export const QualityReport = z.object({
  sources: z.array(SourceReport),
  sales: z.object({
    total: Count,
    validated: Count,
    /** Sales that are not valid, by reason. */
    rejected: z.record(z.string(), Count),
  }),
  /** Joins and gaps, for example parcels without a position. */
  remarks: z.record(z.string(), Count),
  /** Data files that were not read because their name says nothing. */
  ignored: z.array(z.string()),
});
/** What the ingest found out about its input. */
export type QualityReport = z.infer<typeof QualityReport>;

/** The snapshot's own description, `manifest.json`. */
export const Manifest = z.strictObject({
  format: z.literal(SNAPSHOT_FORMAT),
  /** Content hash over tables and model files; see `snapshotId`. */
  id: Sha256,
  /** When it was written, RFC 3339 UTC. Not part of the id. */
  created: z.iso.datetime(),
  /** True when the data are synthetic. */
  synthetic: z.boolean(),
  /** Counties with parcels. */
  counties: z.array(z.string()),
  /** ISO date of the newest validated sale; null without one. */
  newest_sale: z.iso.date().nullable(),
  tables: z.record(z.string(), TableEntry),
  model: z.object({
    files: z.array(FileEntry),
    /** What the fit says about itself; its shape is the fit's. */
    about: z.record(z.string(), z.json()),
  }),
  quality: QualityReport,
});
/** The snapshot's own description, `manifest.json`. */
export type Manifest = z.infer<typeof Manifest>;

/** The file: a manifest and the hash of it, which releases before 0.2.0 left out. */
const ManifestFile = Manifest.extend({ sha256: Sha256.optional() });

/** Returns the text of `manifest.json`. */
export function manifestText(manifest: Manifest): string {
  const content = Manifest.parse(manifest);
  const file = { ...content, sha256: contentHash(content) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function contentHash(manifest: Manifest): string {
  return sha256(new TextEncoder().encode(JSON.stringify(manifest)));
}

/**
 * Reads a manifest's text.
 * @throws {Fault} `invalid_params` naming the directory and what is wrong with it
 */
export function parseManifest(text: string, dir: string): Manifest {
  const broken = (why: string, cause?: unknown) =>
    new Fault("invalid_params", `${dir} is not a usable snapshot: ${why}`, {
      field: "snapshot",
      expected: "a directory written by `twoflat ingest`",
      cause,
    });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw broken(`${MANIFEST_FILE} is not JSON`, error);
  }
  const format = z.object({ format: z.number() }).safeParse(json);
  if (format.success && format.data.format !== SNAPSHOT_FORMAT) {
    throw broken(
      `it has format ${format.data.format}, this program reads format ${SNAPSHOT_FORMAT}; ingest again`,
    );
  }
  const parsed = ManifestFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue.path.join(".") || "(top)";
    throw broken(`${MANIFEST_FILE} at ${where}: ${issue.message}`);
  }
  const { sha256: expected, ...manifest } = parsed.data;
  if (expected !== undefined && contentHash(manifest) !== expected) {
    throw broken(
      `${MANIFEST_FILE}: its content is not what was written; ingest again`,
    );
  }
  return manifest;
}
