import { LRUCache } from "lru-cache";
import { keyIdOf } from "./api_key.ts";
import {
  type KeyRecord,
  KEYS_VERSION,
  readKey,
  verifyKey,
} from "./key_record.ts";

/** How long a server may go without asking whether keys have changed, milliseconds: half the second in which a revocation must be everywhere. */
const FRESH_MS = 400;

/** Keys kept in memory. */
const MOST = 10_000;

/** Looks keys up. */
export interface KeyCache {
  /** The record that a plaintext opens; null when it opens none. */
  find(key: string): Promise<KeyRecord | null>;
}

/**
 * Keys kept in memory while the version key stands: it is read on use when it was last read
 * more than `FRESH_MS` ago, so a server that is asked nothing reads nothing, and no answer
 * rests on an older version. It is also read for a secret that the record in memory does not open.
 * Whether a key has expired is decided at each use.
 *
 * @param now epoch milliseconds, by default the clock's
 */
export function keyCache(
  kv: Deno.Kv,
  now: () => number = Date.now,
): KeyCache {
  const records = new LRUCache<string, { readonly record: KeyRecord | null }>({
    max: MOST,
  });
  let version: string | null | undefined;
  /** Counts evictions: a record read before one must not be kept after it. */
  let generation = 0;
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const asked = performance.now();
    const { versionstamp } = await kv.get(KEYS_VERSION);
    if (versionstamp !== version) {
      version = versionstamp;
      generation++;
      records.clear();
    }
    checkedAt = asked;
  }

  async function recordOf(id: string): Promise<KeyRecord | null> {
    let kept = records.get(id);
    if (!kept) {
      const seen = generation;
      kept = { record: await readKey(kv, id) };
      if (seen === generation) records.set(id, kept);
    }
    return kept.record;
  }

  return {
    async find(key) {
      const id = keyIdOf(key);
      if (id === undefined) return null;
      if (performance.now() - checkedAt > FRESH_MS) {
        await (checking ??= check().finally(() => checking = undefined));
      }
      const record = await recordOf(id);
      if (!record || verifyKey(record, key, now())) return record;
      // A secret that was renewed a moment ago works at once.
      await check();
      const renewed = await recordOf(id);
      return renewed && verifyKey(renewed, key, now()) ? renewed : null;
    },
  };
}
