import type { Bins } from "./binning.ts";
import { Booster } from "./booster.ts";
import type { Feature } from "./dataset.ts";
import type { Forest } from "./forest.ts";

/** "TFGB" in little-endian order. */
const MAGIC = 0x42474654;
const VERSION = 1;
/** Bytes before the JSON: magic, version, checksum of all that follows it, length of the JSON. */
const PREFIX = 16;

/** What the JSON part holds: all that is not an array of numbers, and the arrays' lengths. */
interface Header {
  readonly base: number;
  readonly features: readonly (Feature & { readonly bounds: number })[];
  readonly trees: number;
  readonly nodes: number;
  readonly sets: number;
}

/**
 * A model as bytes: the prefix, the JSON padded to 8 bytes, then the bins' bounds (f64) and the
 * forest's arrays (roots, split, child, value, cover, sets; 4 bytes an item). Little-endian, as
 * typed arrays are in memory wherever Deno runs. Equal models give equal bytes.
 */
export function encodeBooster(booster: Booster): Uint8Array {
  const { featureSpecs, bins, base, forest } = booster;
  const header: Header = {
    base,
    features: featureSpecs.map(({ name, kind, monotone = 0 }, f) => ({
      name,
      kind,
      monotone,
      bounds: bins[f].bounds.length,
    })),
    trees: forest.roots.length,
    nodes: forest.split.length,
    sets: forest.sets.length,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padding = new Uint8Array(-json.length & 7).fill(0x20);
  const { roots, split, child, value, cover, sets } = forest;
  const parts = [
    json,
    padding,
    ...bins.map(({ bounds }) => bounds),
    ...[roots, split, child, value, cover, sets],
  ];
  const size = parts.reduce((sum, part) => sum + part.byteLength, PREFIX);
  const bytes = new Uint8Array(size);
  let at = PREFIX;
  for (const part of parts) {
    bytes.set(
      new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
      at,
    );
    at += part.byteLength;
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(12, json.length + padding.length, true);
  view.setUint32(8, checksum(bytes.subarray(12)), true);
  return bytes;
}

/**
 * The model that `encodeBooster` wrote.
 *
 * @throws {TypeError} when the bytes are no model, are of another version, or are damaged
 */
export function decodeBooster(bytes: Uint8Array): Booster {
  if (bytes.length < PREFIX) throw new TypeError("booster: too short");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) {
    throw new TypeError("booster: these bytes are not a booster");
  }
  const version = view.getUint32(4, true);
  if (version !== VERSION) {
    throw new TypeError(
      `booster: version ${version}, this software reads version ${VERSION}`,
    );
  }
  if (view.getUint32(8, true) !== checksum(bytes.subarray(12))) {
    throw new TypeError("booster: damaged bytes, the checksum does not match");
  }
  const body = PREFIX + view.getUint32(12, true);
  const header: Header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(PREFIX, body)),
  );
  // A copy starts at an offset that typed arrays can be laid over, whatever `bytes` is a part of.
  const buffer = bytes.slice(body).buffer;
  let at = 0;
  const take = <T>(
    view: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    width: number,
    length: number,
  ): T => {
    const start = at;
    at += width * length;
    return new view(buffer, start, length);
  };
  const bins: Bins[] = header.features.map(({ kind, bounds }) => ({
    kind,
    bounds: take(Float64Array, 8, bounds),
  }));
  const forest: Forest = {
    roots: take(Uint32Array, 4, header.trees),
    split: take(Int32Array, 4, header.nodes),
    child: take(Uint32Array, 4, header.nodes),
    value: take(Float32Array, 4, header.nodes),
    cover: take(Float32Array, 4, header.nodes),
    sets: take(Uint32Array, 4, header.sets),
  };
  const features = header.features.map(({ name, kind, monotone }) => ({
    name,
    kind,
    monotone,
  }));
  return new Booster(features, bins, header.base, forest);
}

/** FNV-1a, 32 bits. Finds damage, not malice. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) {
    hash = Math.imul(hash ^ bytes[at], 0x01000193);
  }
  return hash >>> 0;
}
