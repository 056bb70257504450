import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

/** An array of numbers that a section may hold. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** A file's parts by name. Text is kept as UTF-8. */
export type Sections = Readonly<Record<string, Numbers | string>>;

const KINDS = {
  f64: Float64Array,
  i32: Int32Array,
  u32: Uint32Array,
  u8: Uint8Array,
} as const;

/** What the file begins with, before the length of its table. */
const MAGIC = new TextEncoder().encode("TWOFLAT\n");

/** Bytes before the table: what the file is, and the length of the table. */
const HEAD_BYTES = 16;

/** Bytes of the CRC-32 that the file ends with: it finds damage, and takes a twentieth of the time of a SHA-256. */
const SUM_BYTES = 4;

/** A section as the table names it. */
interface Entry {
  readonly name: string;
  readonly kind: keyof typeof KINDS | "text";
  readonly bytes: number;
}

/**
 * Writes named sections as one file, for its owner alone. It takes the place of an older one whole:
 * a reader sees the one or the other, a crash leaves the older.
 */
export async function writeSections(
  path: string,
  sections: Sections,
): Promise<void> {
  const parts = Object.entries(sections).map(([name, content]) => ({
    name,
    ...encoded(content),
  }));
  const table = new TextEncoder().encode(JSON.stringify(
    parts.map(({ name, kind, bytes }): Entry => ({
      name,
      kind,
      bytes: bytes.length,
    })),
  ));
  const head = new Uint8Array(HEAD_BYTES);
  head.set(MAGIC);
  new DataView(head.buffer).setUint32(8, table.length, true);
  const partial = join(dirname(path), `.${crypto.randomUUID()}.partial`);
  try {
    await writeParts(partial, [
      head,
      table,
      ...parts.map(({ bytes }) => bytes),
    ]);
    await Deno.rename(partial, path);
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}

/** Writes parts, each padded, and their sum. */
async function writeParts(
  path: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  using file = await Deno.open(path, {
    createNew: true,
    write: true,
    mode: 0o600,
  });
  let sum = 0;
  const write = async (bytes: Uint8Array) => {
    sum = crc32(bytes, sum);
    for (let at = 0; at < bytes.length;) {
      at += await file.write(bytes.subarray(at));
    }
  };
  for (const part of parts) {
    await write(part);
    await write(new Uint8Array(padded(part.length) - part.length));
  }
  const last = new Uint8Array(SUM_BYTES);
  new DataView(last.buffer).setUint32(0, sum, true);
  await write(last);
  await file.sync();
}

/** Returns the sections of a file; null when there is none, or it is not whole. */
export async function readSections(path: string): Promise<Sections | null> {
  let file: Uint8Array<ArrayBuffer>;
  try {
    file = await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const total = file.length - SUM_BYTES;
  if (total < HEAD_BYTES || MAGIC.some((byte, at) => file[at] !== byte)) {
    return null;
  }
  const view = new DataView(file.buffer);
  const isWhole = view.getUint32(total, true) ===
    crc32(file.subarray(0, total));
  if (!isWhole) return null;
  const length = view.getUint32(8, true);
  const table: Entry[] = JSON.parse(
    new TextDecoder().decode(file.subarray(HEAD_BYTES, HEAD_BYTES + length)),
  );
  const sections: Record<string, Numbers | string> = {};
  let at = HEAD_BYTES + padded(length);
  for (const { name, kind, bytes } of table) {
    // A copy, so that the whole file need not stay in memory.
    const part = file.slice(at, at + bytes);
    sections[name] = kind === "text"
      ? new TextDecoder().decode(part)
      : new KINDS[kind](part.buffer);
    at += padded(bytes);
  }
  return sections;
}

function encoded(
  content: Numbers | string,
): { readonly kind: Entry["kind"]; readonly bytes: Uint8Array } {
  if (typeof content === "string") {
    return { kind: "text", bytes: new TextEncoder().encode(content) };
  }
  const [kind] = (Object.keys(KINDS) as (keyof typeof KINDS)[])
    .filter((name) => content instanceof KINDS[name]);
  const { buffer, byteOffset, byteLength } = content;
  return { kind, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
