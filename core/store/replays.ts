import { LRUCache } from "lru-cache";

/** How an answer with an id came about, so that it can be computed again. */
export interface ReplayRow {
  readonly operation: string;
  /** As it was parsed. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The day it was answered for, days since 1970-01-01 UTC. */
  readonly day: number;
  readonly snapshot: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Digest of each field of the answer. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What answers with an id came from. */
export interface Replays {
  /** Keeps how an answer came about; once for an id, in the background. */
  keep(id: string, row: () => ReplayRow): void;
  /** Returns how an answer came about; null for an unknown id. */
  find(id: string): Promise<ReplayRow | null>;
}

/** Ids known to be kept, so that they are not written again. */
const KNOWN = 20_000;
/** Rows waiting to be written; beyond them new ones are left out until the store keeps up. */
const MOST_WAITING = 1_000;

const keyOf = (id: string) => ["replays", id];

/** Returns the replays of a store. */
export function replaysIn(
  kv: Deno.Kv,
  onError: (error: unknown) => void = () => {},
): Replays {
  const known = new LRUCache<string, true>({ max: KNOWN });
  let waiting = 0;
  return {
    keep(id, row) {
      if (known.has(id) || waiting >= MOST_WAITING) return;
      known.set(id, true);
      waiting++;
      (async () => {
        const key = keyOf(id);
        // The first answer stays: later ones are compared with it.
        await kv.atomic().check({ key, versionstamp: null }).set(key, row())
          .commit();
      })().catch((error) => {
        known.delete(id);
        onError(error);
      }).finally(() => waiting--);
    },
    async find(id) {
      return (await kv.get<ReplayRow>(keyOf(id))).value;
    },
  };
}
