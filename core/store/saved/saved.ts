import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { Fault } from "../../../contracts/errors.ts";
import type { Event, EventKind, Happening } from "../../../contracts/events.ts";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import {
  SAVED_KINDS,
  type SavedItemOf,
  type SavedKind,
} from "../../../contracts/saved_items.ts";
import { tellAppended } from "../events/appended.ts";
import { profileIndexKey } from "../alerts/profiles.ts";
import { appendEvent, eventAt } from "../events/log.ts";
import { isMapOpen } from "../events/open_maps.ts";
import { transact, type Transaction } from "../transact.ts";

const SAVED = LIMITS.saved;

/** What is kept: items that are listed, and which of them is the default. */
export interface StoredItemOf extends SavedItemOf {
  readonly defaults: { readonly name: string };
}
/** Kind of what is kept. */
export type StoredKind = keyof StoredItemOf;

/** The saved items that a mutation sees and changes, one consistent state of them. */
export interface Items {
  find<K extends StoredKind>(
    kind: K,
    id: string,
  ): Promise<StoredItemOf[K] | null>;
  /**
   * Writes an item, new or not.
   *
   * @throws {Fault} `conflict` when the owner has as many as one may
   */
  put<K extends StoredKind>(
    kind: K,
    id: string,
    item: StoredItemOf[K],
  ): Promise<void>;
  remove(kind: StoredKind, id: string): Promise<void>;
}

/** A change of an owner's saved items or map. */
export interface Mutation<K extends EventKind = EventKind> {
  /** The operation's name and its parsed input: what an idempotency key is bound to. */
  readonly request: readonly [operation: string, input: unknown];
  readonly idempotencyKey?: string;
  /** Makes the change and tells its event. May run several times. */
  apply(items: Items, at: string): Promise<Happening<K>>;
}

/** What one owner saved. */
export interface Saved {
  /** Changes items and appends the event in one write: both land or neither. */
  mutate<K extends EventKind>(mutation: Mutation<K>): Promise<Event<K>>;
  /**
   * Returns a page of items in the order of their ids, at most `limit`, and fewer where they are long.
   *
   * @param after the id that the page before ended with
   */
  page<K extends SavedKind>(
    kind: K,
    limit: number,
    after?: string,
  ): Promise<SavedPage<K>>;
  find<K extends SavedKind>(
    kind: K,
    id: string,
  ): Promise<SavedItemOf[K] | null>;
  /** Whether a map of the owner is open on any server now. */
  isMapOpen(): Promise<boolean>;
}

/** Some of an owner's items. */
export interface SavedPage<K extends SavedKind> {
  readonly items: readonly SavedItemOf[K][];
  /** The id to go on after; null on the last page. */
  readonly next: string | null;
}

/** How many items of each kind an owner has, and the bytes of them all as JSON. */
type Counts = Partial<Record<StoredKind, number>> & { bytes?: number };

/** A page ends before it is longer than this, bytes of JSON. */
const PAGE_BYTES = LIMITS.result_bytes;

const sizeOf = (item: unknown): number =>
  item === null ? 0 : Buffer.byteLength(JSON.stringify(item));

/** An answer that a repeated call gets again. */
interface Answered {
  readonly fingerprint: string;
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * An owner's saved items.
 *
 * @param actor who changes them, for the log: an account's id
 * @param now epoch milliseconds, by default the clock's
 */
export function savedOf(
  kv: Deno.Kv,
  owner: string,
  actor: string,
  now: () => number = Date.now,
): Saved {
  return new StoredSaved(kv, owner, actor, now);
}

class StoredSaved implements Saved {
  readonly #kv: Deno.Kv;
  readonly #owner: string;
  readonly #actor: string;
  readonly #now: () => number;

  constructor(kv: Deno.Kv, owner: string, actor: string, now: () => number) {
    this.#kv = kv;
    this.#owner = owner;
    this.#actor = actor;
    this.#now = now;
  }

  async mutate<K extends EventKind>(mutation: Mutation<K>): Promise<Event<K>> {
    const owner = this.#owner;
    const countsKey = ["saved", owner, "counts"];
    const answer = answerOf(owner, mutation);
    const event = await transact(this.#kv, countsKey, async (tx) => {
      const time = this.#now();
      const before = answer && await answeredBefore<K>(tx, answer, time);
      if (before) return before;
      const counts = { ...await tx.get<Counts>(countsKey) };
      const at = new Date(time).toISOString();
      const happening = await mutation.apply(itemsIn(tx, owner, counts), at);
      const event = await appendEvent(tx, owner, happening, {
        at,
        actor: this.#actor,
      });
      tx.set(countsKey, counts);
      if (answer) keepAnswer(tx, answer, event.seq, time);
      return event;
    });
    tellAppended(this.#kv, owner);
    return event;
  }

  async page<K extends SavedKind>(
    kind: K,
    limit: number,
    after?: string,
  ): Promise<SavedPage<K>> {
    const prefix = ["saved", this.#owner, kind];
    const found = this.#kv.list<SavedItemOf[K]>(
      // The next possible key after one is that key and a zero.
      after === undefined
        ? { prefix }
        : { prefix, start: [...prefix, `${after}\0`] },
      { limit: limit + 1 },
    );
    const items: SavedItemOf[K][] = [];
    let last = after ?? null;
    let bytes = 0;
    for await (const { key, value } of found) {
      bytes += sizeOf(value);
      const full = items.length > 0 && bytes > PAGE_BYTES;
      if (items.length === limit || full) return { items, next: last };
      items.push(value);
      last = String(key.at(-1));
    }
    return { items, next: null };
  }

  async find<K extends SavedKind>(
    kind: K,
    id: string,
  ): Promise<SavedItemOf[K] | null> {
    return (await this.#kv.get<SavedItemOf[K]>(itemKey(this.#owner, kind, id)))
      .value;
  }

  isMapOpen(): Promise<boolean> {
    return isMapOpen(this.#kv, this.#owner, this.#now());
  }
}

function itemKey(owner: string, kind: StoredKind, id: string): Deno.KvKey {
  return ["saved", owner, kind, id];
}

/** The items in a transaction. Keeps `counts` up to date. */
function itemsIn(tx: Transaction, owner: string, counts: Counts): Items {
  return {
    find: (kind, id) => tx.get(itemKey(owner, kind, id)),
    async put(kind: StoredKind, id, item) {
      const key = itemKey(owner, kind, id);
      const known = await tx.get(key);
      if (known === null) counts[kind] = (counts[kind] ?? 0) + 1;
      counts.bytes = (counts.bytes ?? 0) + sizeOf(item) - sizeOf(known);
      checkQuota(counts, kind);
      tx.set(key, item);
      // The daily run reads the profiles of all owners.
      if (kind === "profiles") tx.set(profileIndexKey(owner, id), item);
    },
    async remove(kind, id) {
      const key = itemKey(owner, kind, id);
      const known = await tx.get(key);
      if (known === null) return;
      counts[kind] = (counts[kind] ?? 1) - 1;
      counts.bytes = (counts.bytes ?? 0) - sizeOf(known);
      tx.delete(key);
      if (kind === "profiles") tx.delete(profileIndexKey(owner, id));
    },
  };
}

/** Where the answer to a mutation with an idempotency key is kept. */
interface AnswerPlace {
  readonly owner: string;
  readonly key: Deno.KvKey;
  readonly fingerprint: string;
}

function answerOf(
  owner: string,
  { request, idempotencyKey }: Pick<Mutation, "request" | "idempotencyKey">,
): AnswerPlace | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    owner,
    key: ["saved", owner, "answered", idempotencyKey],
    fingerprint: hash("sha256", JSON.stringify(request), "base64url"),
  };
}

/** @throws {Fault} `idempotency_mismatch` when the key came with another input */
async function answeredBefore<K extends EventKind>(
  tx: Transaction,
  { owner, key, fingerprint }: AnswerPlace,
  now: number,
): Promise<Event<K> | null> {
  const answered = await tx.get<Answered>(key);
  if (!answered || answered.until <= now) return null;
  if (answered.fingerprint !== fingerprint) throw mismatch();
  return await eventAt<K>(tx, owner, answered.seq);
}

function keepAnswer(
  tx: Transaction,
  { key, fingerprint }: AnswerPlace,
  seq: number,
  now: number,
): void {
  const expireIn = SAVED.idempotency_hours * 3_600_000;
  const answered: Answered = { fingerprint, seq, until: now + expireIn };
  tx.set(key, answered, { expireIn });
}

function mismatch(): Fault {
  return new Fault(
    "idempotency_mismatch",
    "this idempotency_key was used with another input",
    {
      field: "idempotency_key",
      expected: "a new key for a new input",
    },
  );
}

/** @throws {Fault} `conflict` when an owner would have more than one may */
function checkQuota({ bytes = 0, ...counts }: Counts, kind: StoredKind): void {
  const ofKind: Partial<Record<StoredKind, number>> = SAVED.of_kind;
  const most = ofKind[kind];
  if (most !== undefined && (counts[kind] ?? 0) > most) {
    throw full(`${kind}`, `at most ${most}`);
  }
  const items = SAVED_KINDS.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  if (items > SAVED.items) {
    throw full("saved items", `at most ${SAVED.items}`);
  }
  if (bytes > SAVED.bytes) {
    throw full("saved bytes", `at most ${SAVED.bytes} bytes in all`);
  }
}

function full(what: string, most: string): Fault {
  return new Fault("conflict", `there are as many ${what} as one may have`, {
    expected: `${most}; remove something first`,
  });
}
