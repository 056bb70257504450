import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Fault } from "../../contracts/errors.ts";

/** How a file is read: who hears of progress, and what stops it. */
export interface Reading {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes just read from disk. */
  readonly onBytes?: (bytes: number) => void;
}

/** Bytes read from disk at a time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Streams a file through `sinks` with backpressure, unpacking it when it is gzipped; its first
 * bytes tell, whatever its name.
 * @throws {Fault} `invalid_params` when the file cannot be read or is a damaged gzip file; what a sink throws
 */
export async function stream(
  path: string,
  sinks: readonly NodeJS.ReadWriteStream[],
  { signal, onBytes }: Reading = {},
): Promise<void> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const meter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      onBytes?.(chunk.length);
      done(null, chunk);
    },
  });
  try {
    const stages: [Readable, ...NodeJS.ReadWriteStream[]] = await isGzip(path)
      ? [source, meter, createGunzip({ chunkSize: CHUNK_BYTES }), pauses()]
      : [source, meter];
    await pipeline([...stages, ...sinks], { signal });
  } catch (error) {
    throw readFault(path, error);
  }
}

/** Longest stretch of work without a turn of the event loop, milliseconds. */
const PAUSE_EVERY_MS = 50;

/**
 * Passes chunks on and now and then waits for a timer, so that the runtime looks at its signals.
 * A few packed bytes unpack into seconds of work, during which Ctrl-C would go unheard.
 */
function pauses(): Transform {
  let last = performance.now();
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      if (performance.now() - last < PAUSE_EVERY_MS) return done(null, chunk);
      setTimeout(() => {
        last = performance.now();
        done(null, chunk);
      });
    },
  });
}

/** The whole text of a small file, unpacked when gzipped. Throws as `stream` does. */
export async function readText(
  path: string,
  reading?: Reading,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const collect = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  collect.resume();
  await stream(path, [collect], reading);
  return new TextDecoder().decode(
    await new Blob(chunks as BlobPart[]).arrayBuffer(),
  );
}

async function isGzip(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  const magic = new Uint8Array(2);
  await file.read(magic);
  return magic[0] === 0x1f && magic[1] === 0x8b;
}

function readFault(path: string, error: unknown): unknown {
  const file = basename(path);
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "Z_BUF_ERROR") {
    return unreadable(
      file,
      "the gzip file ends too early; fetch it again",
      error,
    );
  }
  if (typeof code === "string" && code.startsWith("Z_")) {
    return unreadable(file, "the gzip file is damaged; fetch it again", error);
  }
  if (error instanceof Deno.errors.NotFound) {
    return unreadable(file, "the file does not exist", error);
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return unreadable(file, "no permission to read the file", error);
  }
  return error;
}

function unreadable(file: string, why: string, cause: unknown): Fault {
  return new Fault("invalid_params", `${file}: ${why}`, {
    field: file,
    expected: "a readable file, plain or gzipped",
    cause,
  });
}
