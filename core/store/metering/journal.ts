import { nanoid } from "nanoid";
import type { AuditEntry } from "../../../contracts/audit.ts";
import { auditKey, RETENTION } from "./audit.ts";
import { lastUsedKey } from "../keys/keys.ts";
import { transact } from "../transact.ts";
import { isoDay, type Tally, tallyKey } from "./usage.ts";

/** One call, to be metered and audited. The journal adds when it was. */
export interface Use extends Omit<AuditEntry, "at"> {
  /** The key's id, or the id of another account. */
  readonly account: string;
  /** Cost units; 0 for a call that came to nothing. */
  readonly units: number;
}

/** Meters and audits calls, a little later than they happen. */
export interface Journal {
  /** Takes note of a call. Does not touch the store. */
  note(use: Use): void;
  /** Writes everything noted so far. */
  flush(): Promise<void>;
}

/** A call that waits to be written: when it was, and the how manieth of this server's. */
interface Noted {
  readonly at: number;
  readonly n: number;
  readonly use: Use;
}

/** What else a journal needs. */
export interface JournalOptions {
  /** Told when a write failed; the calls are kept and written later. */
  readonly onError?: (error: unknown) => void;
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
}

/** How long a call stays in memory, milliseconds: with the write, less than the second that may be lost. */
const DELAY = 400;

/** Calls in one write, of up to three rows each: a remote store takes 1,000 rows. */
const CALLS_A_WRITE = 300;

/** Calls kept while the store cannot be written; later ones go unrecorded. */
const MOST_WAITING = 100_000;

const MINUTE = 60_000;

/**
 * Buffers calls and writes them together: an audit row each, the day's tallies, and the minute
 * the key was last used. A tally is this server's total, in a row of its own, so writing it
 * again is harmless; tallies and audit rows land in the same write, so they always agree.
 */
export function journal(
  kv: Deno.Kv,
  { onError = () => {}, now = Date.now }: JournalOptions = {},
): Journal {
  const writer = nanoid(10);
  let count = 0;
  let latest = 0;
  const waiting: Noted[] = [];
  /** What is in the store, of the newest day written. */
  const written = new Map<string, Tally & { readonly day: string }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushing: Promise<void> | undefined;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, CALLS_A_WRITE);
      const tallies = tally(batch);
      await transact(kv, ["journal"], (tx) => {
        for (const { at, n, use: { account, units: _, ...entry } } of batch) {
          const kept: AuditEntry = { at: new Date(at).toISOString(), ...entry };
          const serial = n.toString(36).padStart(8, "0") + writer;
          tx.set(auditKey(account, at, serial), kept, { expireIn: RETENTION });
        }
        for (const { key, calls, units } of tallies.values()) {
          tx.set(key, { calls, units }, { expireIn: RETENTION });
        }
        for (const [account, at] of lastUses(batch)) {
          tx.set(lastUsedKey(account), at - at % MINUTE);
        }
      });
      waiting.splice(0, batch.length);
      const day = isoDay(batch[batch.length - 1].at);
      for (const [name, total] of tallies) written.set(name, total);
      for (const [name, total] of written) {
        if (total.day < day) written.delete(name);
      }
    }
  }

  /** The totals after a batch, of those it changes. */
  function tally(batch: readonly Noted[]) {
    const totals = new Map<
      string,
      Tally & { readonly day: string; readonly key: Deno.KvKey }
    >();
    for (const { at, use: { account, tool, units } } of batch) {
      const day = isoDay(at);
      const name = JSON.stringify([account, day, tool]);
      const before = totals.get(name) ?? written.get(name) ??
        { calls: 0, units: 0 };
      totals.set(name, {
        day,
        key: tallyKey(account, day, tool, writer),
        calls: before.calls + 1,
        units: before.units + units,
      });
    }
    return totals;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      flush().catch((error) => {
        onError(error);
        schedule();
      });
    }, DELAY);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return flushing ??= writeWaiting().finally(() => flushing = undefined);
  }

  return {
    note(use) {
      if (waiting.length >= MOST_WAITING) return;
      // Days never go back, whatever the clock does: a tally must not start again.
      latest = Math.max(latest, now());
      waiting.push({ at: latest, n: count++, use });
      schedule();
    },
    flush,
  };
}

/** The last use of each account in a batch, epoch milliseconds. */
function lastUses(batch: readonly Noted[]): Map<string, number> {
  return new Map(batch.map(({ at, use }) => [use.account, at]));
}
