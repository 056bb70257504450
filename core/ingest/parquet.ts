import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { errorMessage, Fault } from "../../contracts/errors.ts";
import { bindFields, type Cells, type Fields, locateFields } from "./fields.ts";
import type { Reading } from "./input.ts";

/** Rows read at a time: what is held in memory. */
const BATCH_ROWS = 20_000;

/**
 * Streams a Parquet file, a batch of rows at a time, as text cells of the fields asked for; other
 * columns are never read. Dates read as `2022-06-01`, yes and no as `true` and `false`.
 *
 * @param dataset what the file is read as, for messages
 * @throws {Fault} `invalid_params` when the file is no Parquet file or lacks a required column
 */
export async function readParquet<F extends Fields>(
  path: string,
  dataset: string,
  fields: F,
  read: (cells: Cells<F>) => void,
  { signal, onBytes }: Reading = {},
): Promise<void> {
  const file = basename(path);
  await using handle = await open(path);
  const { size } = await handle.stat();
  const source = bufferOf(handle, size);
  const metadata = await metadataOf(source, file);
  const header = parquetSchema(metadata).children
    .map(({ element }) => element.name);
  const places = locateFields(fields, header, { dataset, file });
  const columns = [...new Set(places.values())].map((at) => header[at]);
  const cellsOf = bindFields(fields, columns, { dataset, file });
  const rows = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < rows; rowStart += BATCH_ROWS) {
    signal?.throwIfAborted();
    const rowEnd = Math.min(rows, rowStart + BATCH_ROWS);
    const batch = await rowsOf(source, metadata, {
      file,
      columns,
      rowStart,
      rowEnd,
    });
    for (const row of batch) {
      read(cellsOf(columns.map((column) => textOf(row[column]))));
    }
    onBytes?.(Math.round(size * (rowEnd - rowStart) / rows));
  }
}

/** A file as parts that may be read side by side: each read names its own place. */
function bufferOf(handle: FileHandle, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length;) {
        const { bytesRead } = await handle.read(
          bytes,
          at,
          bytes.length - at,
          start + at,
        );
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

async function metadataOf(
  source: AsyncBuffer,
  file: string,
): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(source);
  } catch (error) {
    throw notParquet(file, error);
  }
}

async function rowsOf(
  source: AsyncBuffer,
  metadata: FileMetaData,
  { file, ...range }: {
    readonly file: string;
    readonly columns: string[];
    readonly rowStart: number;
    readonly rowEnd: number;
  },
): Promise<Record<string, unknown>[]> {
  try {
    return await parquetReadObjects({
      file: source,
      metadata,
      compressors,
      ...range,
    });
  } catch (error) {
    throw notParquet(file, error);
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value).trim();
}

function notParquet(file: string, cause: unknown): Fault {
  const why = errorMessage(cause);
  return new Fault("invalid_params", `${file}: ${why}`, {
    field: file,
    expected: "a Parquet file that is whole",
    cause,
  });
}
