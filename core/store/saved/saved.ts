import { hash } from "node:crypto";
import { Fault } from "../../../contracts/errors.ts";
import type { Event, EventKind } from "../../../contracts/events.ts";
import { CONSTANTS } from "../../../contracts/constants.ts";
import type { SavedItem, SavedKind } from "../../../contracts/saved.ts";
import { transact } from "../transact.ts";

const LIMITS = CONSTANTS.limits.saved;

/** What is kept: items that are listed, and which of them is the default. */
export type StoredKind = SavedKind | "defaults";

/** The saved items that a mutation sees and changes, one consistent state of them. */
export interface Items {
  find(kind: StoredKind, id: string): Promise<SavedItem | null>;
  /**
   * Writes an item, new or not.
   *
   * @throws {Fault} `conflict` when the owner has as many as one may
   */
  put(kind: StoredKind, id: string, item: SavedItem): Promise<void>;
  remove(kind: StoredKind, id: string): Promise<void>;
}

/** A change of an owner's saved items or map. */
export interface Mutation {
  /** The operation's name and its parsed input: what an idempotency key is bound to. */
  readonly request: readonly [operation: string, input: unknown];
  readonly idempotencyKey?: string;
  /** Makes the change and tells its event. May run several times. */
  apply(
    items: Items,
    at: string,
  ): Promise<{ readonly kind: EventKind; readonly data: Event["data"] }>;
}

/** What one owner saved, and the log of it. */
export interface Saved {
  /** Changes items and appends the event in one write: both land or neither. */
  mutate(mutation: Mutation): Promise<Event>;
  list(kind: SavedKind): Promise<SavedItem[]>;
  /** Events after `since`, oldest first, at most `limit`. */
  events(since: number, limit: number): Promise<Event[]>;
}

/** Counts of the owner's log and items, changed with every event. */
interface Head {
  readonly seq: number;
  readonly counts: Partial<Record<SavedKind, number>>;
}

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
  const headKey = ["saved", owner, "head"];
  const eventKey = (seq: number) => ["saved", owner, "event", seq];
  const itemKey = (kind: StoredKind, id: string) => ["saved", owner, kind, id];
  return {
    mutate({ request, idempotencyKey, apply }) {
      const fingerprint = hash("sha256", JSON.stringify(request), "base64url");
      return transact(kv, headKey, async (tx) => {
        const time = now();
        const answeredKey = ["saved", owner, "answered", idempotencyKey ?? ""];
        if (idempotencyKey !== undefined) {
          const answered = await tx.get<Answered>(answeredKey);
          if (answered && answered.until > time) {
            if (answered.fingerprint !== fingerprint) throw mismatch();
            const event = await tx.get<Event>(eventKey(answered.seq));
            if (event) return event;
          }
        }
        const head = await tx.get<Head>(headKey) ?? { seq: 0, counts: {} };
        const counts = { ...head.counts };
        const at = new Date(time).toISOString();
        const items: Items = {
          find: (kind, id) => tx.get<SavedItem>(itemKey(kind, id)),
          async put(kind, id, item) {
            const key = itemKey(kind, id);
            if (kind !== "defaults" && await tx.get(key) === null) {
              counts[kind] = (counts[kind] ?? 0) + 1;
              if (counts[kind] > LIMITS.items[kind]) throw full(kind);
            }
            tx.set(key, item);
          },
          async remove(kind, id) {
            const key = itemKey(kind, id);
            if (await tx.get(key) === null) return;
            if (kind !== "defaults") counts[kind] = (counts[kind] ?? 1) - 1;
            tx.delete(key);
          },
        };
        const { kind, data } = await apply(items, at);
        const seq = head.seq + 1;
        const event: Event = { seq, at, kind, actor, data };
        tx.set(eventKey(seq), event);
        tx.set(headKey, { seq, counts } satisfies Head);
        if (idempotencyKey !== undefined) {
          const expireIn = LIMITS.idempotency_hours * 3_600_000;
          tx.set(
            answeredKey,
            { fingerprint, seq, until: time + expireIn } satisfies Answered,
            { expireIn },
          );
        }
        return event;
      });
    },
    async list(kind) {
      const items: SavedItem[] = [];
      const found = kv.list<SavedItem>({ prefix: ["saved", owner, kind] });
      for await (const { value } of found) items.push(value);
      return items;
    },
    async events(since, limit) {
      const events: Event[] = [];
      const found = kv.list<Event>({
        start: eventKey(since + 1),
        end: eventKey(Number.MAX_SAFE_INTEGER),
      }, { limit });
      for await (const { value } of found) events.push(value);
      return events;
    },
  };
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

function full(kind: SavedKind): Fault {
  return new Fault("conflict", `there are as many ${kind} as one may have`, {
    expected: `at most ${LIMITS.items[kind]}; remove one first`,
  });
}
