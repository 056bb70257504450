import type { Event, EventKind, Happening } from "../../../contracts/events.ts";
import type { Transaction } from "../transact.ts";

/** How far an owner's log has come. Written with every event. */
interface Head {
  readonly seq: number;
}

/** Where the head of an owner's log is. */
export const headKey = (owner: string): Deno.KvKey => ["events", owner, "head"];

const eventKey = (owner: string, seq: number) => ["events", owner, "at", seq];

/**
 * Appends an event to an owner's log, in the transaction that makes the change it tells of: both
 * land or neither.
 */
export async function appendEvent<K extends EventKind>(
  tx: Transaction,
  owner: string,
  happening: Happening<K>,
  by: { readonly at: string; readonly actor: string },
): Promise<Event<K>> {
  const head = await tx.get<Head>(headKey(owner));
  const seq = (head?.seq ?? 0) + 1;
  // TypeScript does not see that the parts of a kind make its whole.
  const event = { seq, ...by, ...happening } as unknown as Event<K>;
  tx.set(eventKey(owner, seq), event);
  tx.set(headKey(owner), { seq } satisfies Head);
  return event;
}

/** Returns the event of a number, as a transaction sees it; null when there is none. */
export function eventAt<K extends EventKind>(
  tx: Transaction,
  owner: string,
  seq: number,
): Promise<Event<K> | null> {
  return tx.get<Event<K>>(eventKey(owner, seq));
}

/** Returns the events after `since`, oldest first, at most `limit`. */
export async function readEvents(
  kv: Deno.Kv,
  owner: string,
  since: number,
  limit: number,
): Promise<Event[]> {
  const found = kv.list<Event>({
    start: eventKey(owner, since + 1),
    end: eventKey(owner, Number.MAX_SAFE_INTEGER),
  }, { limit });
  return (await Array.fromAsync(found)).map(({ value }) => value);
}

/** Returns how far each owner's log has come, in the order of the owners: the number of the last event, 0 before the first. */
export async function readHeads(
  kv: Deno.Kv,
  owners: readonly string[],
): Promise<number[]> {
  const batches: Promise<Deno.KvEntryMaybe<Head>[]>[] = [];
  for (let at = 0; at < owners.length; at += MOST_KEYS) {
    const keys = owners.slice(at, at + MOST_KEYS).map(headKey);
    batches.push(kv.getMany<Head[]>(keys));
  }
  return (await Promise.all(batches)).flat().map(({ value }) =>
    value?.seq ?? 0
  );
}

/** Remote Deno KV reads at most so many keys at once. */
const MOST_KEYS = 10;
