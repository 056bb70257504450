import { Fault } from "../../contracts/errors.ts";
import { getAll } from "./get_all.ts";

/** Reads and writes of one attempt. What `get` reads is checked, everything written lands at once or not at all. */
export interface Transaction {
  /** The value at a key, or null; what this transaction has written, where it has. At most ten different keys a transaction (the remote limit of checks). */
  get<T>(key: Deno.KvKey): Promise<T | null>;
  /** The values at any number of keys, unchecked: for what changes only together with a key that `get` has read before, and where an older value does no harm. */
  getUnchecked<T>(keys: readonly Deno.KvKey[]): Promise<(T | null)[]>;
  /**
   * Writes a value of at most 64 KiB.
   *
   * @param options.expireIn milliseconds until the value may be collected; never rely on it for truth
   */
  set(
    key: Deno.KvKey,
    value: unknown,
    options?: { readonly expireIn?: number },
  ): void;
  delete(key: Deno.KvKey): void;
}

/** How long to keep trying. */
export interface TransactOptions {
  /** Attempts before giving up as `busy`; default 30. */
  readonly attempts?: number;
}

/** Remote Deno KV refuses an atomic with more checks. */
const MAX_CHECKS = 10;

/** Milliseconds to wait before attempt `n` (1 is the first retry): exponential, capped, fully jittered. */
export function retryDelay(n: number, uniform: () => number): number {
  return uniform() * Math.min(400, 2 ** n);
}

/** Whether another process had the SQLite file: the loser of a write gets this instead of `ok: false`. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}

/** The store can be read but not written: its disk is full, or it may not be. */
export class UnwritableStore extends Fault {
  /** @param why in the words of the store */
  constructor(readonly why: string, cause: unknown) {
    super("busy", "nothing can be saved at the moment; reading goes on", {
      cause,
    });
  }
}

/** What SQLite says when it cannot write. */
const UNWRITABLE = /is full|readonly database|read-only|disk I\/O error/i;

const queues = new WeakMap<Deno.Kv, Map<string, Promise<unknown>>>();

/** Runs `work` after all earlier work on the same key in this process, so that it does not fight itself. */
async function inTurn<R>(
  kv: Deno.Kv,
  key: Deno.KvKey,
  work: () => Promise<R>,
): Promise<R> {
  let turns = queues.get(kv);
  if (!turns) queues.set(kv, turns = new Map());
  const name = JSON.stringify(
    key,
    (_, part) => typeof part === "bigint" ? `${part}n` : part,
  );
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(name) === turn) turns.delete(name);
  }
}

/**
 * The one way to change the store: runs `attempt` until its reads still hold when its writes
 * land. `attempt` may run several times, so it must have no effect besides the transaction.
 *
 * @param key what is contended; work on one key takes turns within this process
 * @returns what the winning attempt returned
 * @throws {UnwritableStore} when the store cannot be written
 * @throws {Fault} `busy` when every attempt lost; whatever `attempt` throws, at once
 */
export function transact<R>(
  kv: Deno.Kv,
  key: Deno.KvKey,
  attempt: (transaction: Transaction) => Promise<R> | R,
  options: TransactOptions = {},
): Promise<R> {
  const { attempts = 30 } = options;
  return inTurn(kv, key, async () => {
    for (let n = 1; n <= attempts; n++) {
      try {
        const outcome = await attemptOnce(kv, attempt);
        if (outcome.ok) return outcome.result;
      } catch (error) {
        if (error instanceof TypeError && UNWRITABLE.test(error.message)) {
          throw new UnwritableStore(error.message, error);
        }
        if (!isLocked(error)) throw error;
      }
      await new Promise((resolve) =>
        setTimeout(resolve, retryDelay(n, Math.random))
      );
    }
    throw new Fault("busy", "the store is busy; try again in a moment");
  });
}

async function attemptOnce<R>(
  kv: Deno.Kv,
  attempt: (transaction: Transaction) => Promise<R> | R,
): Promise<{ readonly ok: true; readonly result: R } | { readonly ok: false }> {
  const atomic = kv.atomic();
  const checked = new Map<string, Deno.KvEntryMaybe<unknown>>();
  const written = new Map<string, unknown>();
  const result = await attempt({
    async get<T>(key: Deno.KvKey): Promise<T | null> {
      const name = JSON.stringify(key);
      if (written.has(name)) return written.get(name) as T | null;
      let entry = checked.get(name);
      if (!entry) {
        if (checked.size === MAX_CHECKS) {
          throw new RangeError(
            `a transaction reads at most ${MAX_CHECKS} keys`,
          );
        }
        entry = await kv.get(key);
        checked.set(name, entry);
        atomic.check(entry);
      }
      return entry.value as T | null;
    },
    async getUnchecked<T>(keys: readonly Deno.KvKey[]) {
      const stored = await getAll<T>(kv, keys);
      return keys.map((key, n) => {
        const name = JSON.stringify(key);
        return written.has(name) ? written.get(name) as T | null : stored[n];
      });
    },
    set(key, value, options) {
      written.set(JSON.stringify(key), value);
      atomic.set(key, value, options);
    },
    delete(key) {
      written.set(JSON.stringify(key), null);
      atomic.delete(key);
    },
  });
  if (written.size === 0) return { ok: true, result };
  return (await atomic.commit()).ok ? { ok: true, result } : { ok: false };
}
