import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { Event, EventKind, Happening } from "../../../contracts/events.ts";
import { getAll } from "../get_all.ts";
import type { Transaction } from "../transact.ts";

/** How far an owner's log has come, and what of it is kept. Written with every event. */
interface Head {
  readonly seq: number;
  /** The oldest that is kept; those before it are gone. */
  readonly oldest?: number;
  /** Bytes of what is kept, as JSON. */
  readonly bytes?: number;
  /** The events of the map that are kept, and when each was appended, epoch milliseconds. */
  readonly map?: readonly (readonly [seq: number, at: number])[];
}

const { kept, kept_of_map } = LIMITS.events;

/** How long an event of the map is kept, milliseconds. */
const MAP_MS = kept_of_map.hours * 3_600_000;

/** Events that move a map and are of no use later. */
const OF_MAP: readonly EventKind[] = [
  "map_filters_updated",
  "map_flown_to",
  "properties_highlighted",
];

/** Old events that one new one may take the place of. */
const MOST_DROPPED = 2;

/** Where the head of an owner's log is. */
export const headKey = (owner: string): Deno.KvKey => ["events", owner, "head"];

const eventKey = (owner: string, seq: number) => ["events", owner, "at", seq];

/**
 * Appends an event to an owner's log, in the transaction that makes the change it tells of: both
 * land or neither. The log keeps the newest events; those that only move a map, fewer and for a
 * day. Checks one key, the log's head, which every append changes.
 */
export async function appendEvent<K extends EventKind>(
  tx: Transaction,
  owner: string,
  happening: Happening<K>,
  by: { readonly at: string; readonly actor: string },
): Promise<Event<K>> {
  const head = await tx.get<Head>(headKey(owner)) ?? { seq: 0 };
  const seq = head.seq + 1;
  // TypeScript does not see that the parts of a kind make its whole.
  const event = { seq, ...by, ...happening } as unknown as Event<K>;
  const at = Date.parse(by.at);
  const ofMap = OF_MAP.includes(happening.kind);
  tx.set(eventKey(owner, seq), event, ofMap ? { expireIn: MAP_MS } : {});

  const map = [...head.map ?? [], ...ofMap ? [[seq, at] as const] : []];
  while (
    map.length > 0 && (map.length > kept_of_map.events || isOver(map[0][1], at))
  ) {
    tx.delete(eventKey(owner, map.shift()![0]));
  }
  let { oldest = 1, bytes = 0 } = head;
  if (!ofMap) bytes += sizeOf(event);
  for (let dropped = 0; dropped < MOST_DROPPED; dropped++) {
    if (seq - oldest < kept.events && bytes <= kept.bytes) break;
    const [old] = await tx.getUnchecked<Event>([eventKey(owner, oldest)]);
    if (old && !OF_MAP.includes(old.kind)) bytes -= sizeOf(old);
    tx.delete(eventKey(owner, oldest++));
  }
  tx.set(headKey(owner), { seq, oldest, bytes, map } satisfies Head);
  return event;
}

const isOver = (appended: number, now: number): boolean =>
  appended <= now - MAP_MS;

const sizeOf = (event: Event): number => JSON.stringify(event).length;

/** Returns the event of a number, as a transaction sees it; null when there is none. */
export function eventAt<K extends EventKind>(
  tx: Transaction,
  owner: string,
  seq: number,
): Promise<Event<K> | null> {
  return tx.get<Event<K>>(eventKey(owner, seq));
}

/** Returns the events after `since` that are kept, oldest first, at most `limit`. */
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
  const heads = await getAll<Head>(kv, owners.map(headKey));
  return heads.map((head) => head?.seq ?? 0);
}
