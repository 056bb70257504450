import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { transact } from "./transact.ts";

/**
 * What the engine made of listings, kept so that a start and other servers need not make it again.
 * Scores lie packed in buckets: 200,000 listings are read in some hundred milliseconds.
 */
export interface StoredScores<T> {
  /** Returns the scores of these listings, as far as there are any. */
  read(ids: ReadonlySet<string>): Promise<Map<string, T>>;
  /** Writes scores over those of the same listings, and deletes those of `gone`. */
  write(
    scores: ReadonlyMap<string, T>,
    gone: Iterable<string>,
  ): Promise<void>;
}

/** Buckets: with 200,000 listings each holds about 100, which compress to some 15 kB. */
const BUCKETS = 2_048;

/** Remote Deno KV reads at most ten keys at once, and unpacking more would keep requests waiting. */
const KEYS_PER_READ = 10;

const PREFIX = "listing_scores";

/** Returns the scores of a store. */
export function storedScores<T>(kv: Deno.Kv): StoredScores<T> {
  return {
    async read(ids) {
      const found = new Map<string, T>();
      const take = (packed: Uint8Array) => {
        for (const [id, score] of unpack<T>(packed)) {
          if (ids.has(id)) found.set(id, score);
        }
      };
      const buckets = [...new Set(Array.from(ids, bucketOf))];
      if (buckets.length > BUCKETS / 8) {
        const entries = kv.list<Uint8Array>({ prefix: [PREFIX] }, {
          batchSize: KEYS_PER_READ,
        });
        for await (const { value } of entries) take(value);
        return found;
      }
      for (let at = 0; at < buckets.length; at += KEYS_PER_READ) {
        const entries = await kv.getMany<Uint8Array[]>(
          buckets.slice(at, at + KEYS_PER_READ)
            .map((bucket) => [PREFIX, bucket]),
        );
        for (const { value } of entries) if (value !== null) take(value);
      }
      return found;
    },
    async write(scores, gone) {
      const changes = new Map<number, Map<string, T | null>>();
      const change = (id: string, score: T | null) => {
        const bucket = bucketOf(id);
        const known = changes.get(bucket);
        if (known) known.set(id, score);
        else changes.set(bucket, new Map([[id, score]]));
      };
      for (const id of gone) change(id, null);
      for (const [id, score] of scores) change(id, score);
      for (const [bucket, changed] of changes) {
        const key = [PREFIX, bucket];
        await transact(kv, key, async (transaction) => {
          const packed = await transaction.get<Uint8Array>(key);
          const entries = new Map(packed ? unpack<T>(packed) : []);
          for (const [id, score] of changed) {
            if (score === null) entries.delete(id);
            else entries.set(id, score);
          }
          if (entries.size === 0) transaction.delete(key);
          else transaction.set(key, pack(entries));
        });
      }
    },
  };
}

function bucketOf(id: string): number {
  return Number.parseInt(hash("sha256", id).slice(0, 8), 16) % BUCKETS;
}

function pack<T>(entries: ReadonlyMap<string, T>): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify([...entries])));
}

function unpack<T>(packed: Uint8Array): [string, T][] {
  return JSON.parse(Buffer.from(inflateRawSync(packed)).toString());
}
