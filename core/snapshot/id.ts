import { createHash } from "node:crypto";

/** SHA-256 of bytes, lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A hashed file of a snapshot. */
export interface HashedFile {
  readonly file: string;
  readonly sha256: string;
}

/**
 * The snapshot's id: a hash over the name and hash of every table and model file and over the
 * synthetic mark. It depends on nothing else, so equal data have equal ids whatever the order
 * of the input rows, the directory and the time of writing.
 */
export function snapshotId(
  files: readonly HashedFile[],
  synthetic: boolean,
): string {
  const lines = files.map(({ file, sha256 }) => `${file} ${sha256}`).sort();
  const text = [`synthetic ${synthetic}`, ...lines].join("\n");
  return sha256(new TextEncoder().encode(text));
}
