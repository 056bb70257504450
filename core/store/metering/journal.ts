import { isoDay } from "../../../contracts/day.ts";
import { nanoid } from "nanoid";
import type { AuditEntry } from "../../../contracts/audit.ts";
import { auditKey, RETENTION } from "./audit.ts";
import { lastUsedKey } from "../keys/key_record.ts";
import { transact } from "../transact.ts";
import { type Tally, tallyKey } from "./usage.ts";

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

/** A call that waits to be written: when it was, and its serial number on this server. */
interface Noted {
  readonly at: number;
  readonly n: number;
  readonly use: Use;
}

type Tallies = Map<
  string,
  Tally & { readonly day: string; readonly key: Deno.KvKey }
>;

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
export function journal(kv: Deno.Kv, options: JournalOptions = {}): Journal {
  return new BufferedJournal(kv, options);
}

class BufferedJournal implements Journal {
  readonly #kv: Deno.Kv;
  readonly #onError: (error: unknown) => void;
  readonly #now: () => number;
  readonly #writer = nanoid(10);
  readonly #waiting: Noted[] = [];
  /** What is in the store, of the newest day written. */
  readonly #written = new Map<string, Tally & { readonly day: string }>();
  #count = 0;
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flushing: Promise<void> | undefined;

  constructor(
    kv: Deno.Kv,
    { onError = () => {}, now = Date.now }: JournalOptions,
  ) {
    this.#kv = kv;
    this.#onError = onError;
    this.#now = now;
  }

  note(use: Use): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    // Days never go back, whatever the clock does: a tally must not start again.
    this.#latest = Math.max(this.#latest, this.#now());
    this.#waiting.push({ at: this.#latest, n: this.#count++, use });
    this.#schedule();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#flushing ??= this.#writeWaiting()
      .finally(() => this.#flushing = undefined);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error) => {
        this.#onError(error);
        this.#schedule();
      });
    }, DELAY);
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, CALLS_A_WRITE);
      const tallies = this.#tally(batch);
      await this.#write(batch, tallies);
      this.#waiting.splice(0, batch.length);
      const day = isoDay(batch[batch.length - 1].at);
      for (const [name, total] of tallies) this.#written.set(name, total);
      for (const [name, total] of this.#written) {
        if (total.day < day) this.#written.delete(name);
      }
    }
  }

  #write(batch: readonly Noted[], tallies: Tallies): Promise<void> {
    return transact(this.#kv, ["journal"], (tx) => {
      for (const { at, n, use: { account, units: _, ...entry } } of batch) {
        const kept: AuditEntry = { at: new Date(at).toISOString(), ...entry };
        const serial = n.toString(36).padStart(8, "0") + this.#writer;
        tx.set(auditKey(account, at, serial), kept, { expireIn: RETENTION });
      }
      for (const { key, calls, units } of tallies.values()) {
        tx.set(key, { calls, units }, { expireIn: RETENTION });
      }
      for (const [account, at] of lastUses(batch)) {
        tx.set(lastUsedKey(account), at - at % MINUTE);
      }
    });
  }

  /** The totals after a batch, of those it changes. */
  #tally(batch: readonly Noted[]): Tallies {
    const totals: Tallies = new Map();
    for (const { at, use: { account, tool, units } } of batch) {
      const day = isoDay(at);
      const name = JSON.stringify([account, day, tool]);
      const before = totals.get(name) ?? this.#written.get(name) ??
        { calls: 0, units: 0 };
      totals.set(name, {
        day,
        key: tallyKey(account, day, tool, this.#writer),
        calls: before.calls + 1,
        units: before.units + units,
      });
    }
    return totals;
  }
}

/** The last use of each account in a batch, epoch milliseconds. */
function lastUses(batch: readonly Noted[]): Map<string, number> {
  return new Map(batch.map(({ at, use }) => [use.account, at]));
}
