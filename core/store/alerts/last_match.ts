import type { Strategy } from "../../../contracts/envelope.ts";

/** Deal scores of a listing as the last matching saw them; null is none. */
export type Scores = Readonly<Record<Strategy, number | null>>;

/** A listing as the last matching saw it. */
export interface SeenListing {
  readonly scores: Scores;
  /** Of everything that a profile can ask for. */
  readonly fingerprint: number;
}

/** What the last matching saw. */
export interface LastMatch {
  /** When it began, epoch milliseconds; null before the first. */
  readonly at: number | null;
  /** Returns a listing as it was then; undefined for one it did not see. */
  of(listing: string): SeenListing | undefined;
}

/** Values that hold all listings: each stays well below the store's limit up to 100,000 of them. */
const CHUNKS = 256;

const chunkKey = (chunk: number) => ["alerts", "seen", chunk];
const AT: Deno.KvKey = ["alerts", "matched"];

type Chunk = Readonly<Record<string, SeenListing>>;

/** Returns what the last matching saw. */
export async function readLastMatch(kv: Deno.Kv): Promise<LastMatch> {
  const known = new Map<string, SeenListing>();
  const chunks = kv.list<Chunk>({ prefix: ["alerts", "seen"] });
  for await (const { value } of chunks) {
    for (const [id, seen] of Object.entries(value)) known.set(id, seen);
  }
  const { value: at } = await kv.get<number>(AT);
  return { at, of: (listing) => known.get(listing) };
}

/**
 * Writes what a matching saw, where it differs from the one before.
 *
 * @param at when it began, epoch milliseconds
 */
export async function writeLastMatch(
  kv: Deno.Kv,
  before: LastMatch,
  seen: Iterable<readonly [id: string, listing: SeenListing]>,
  at: number,
): Promise<void> {
  const chunks = Array.from(
    { length: CHUNKS },
    (): Record<string, SeenListing> => ({}),
  );
  const changed = new Set<number>();
  for (const [id, listing] of seen) {
    const chunk = fnv1a(id) % CHUNKS;
    chunks[chunk][id] = listing;
    if (before.of(id)?.fingerprint !== listing.fingerprint) changed.add(chunk);
  }
  for (const chunk of changed) await kv.set(chunkKey(chunk), chunks[chunk]);
  await kv.set(AT, at);
}

/** Returns the FNV-1a hash of a text, 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
