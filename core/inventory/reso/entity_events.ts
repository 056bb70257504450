import type { SourceRecord } from "../lifecycle/report.ts";
import { literal, RefusedQuery, type ResoClient } from "./client.ts";
import type { PropertyQuery } from "./modified.ts";
import { readProperty } from "./property_record.ts";
import { numberField, type ResoRecord, textField } from "./record_fields.ts";
import type { FeedPosition, FeedSink } from "./replicate.ts";

const RESOURCE = "EntityEvent";

/** Records asked for in one query by their keys. */
const KEYS_PER_QUERY = 40;

/** Whether the feed tells its changes by events (RCP-27). */
export async function hasEntityEvents(client: ResoClient): Promise<boolean> {
  try {
    await client.page(client.query(RESOURCE, { top: 1 }));
    return true;
  } catch (error) {
    if (error instanceof RefusedQuery) return false;
    throw error;
  }
}

/** Returns the sequence of the newest event; 0 when there is none. */
export async function latestEvent(client: ResoClient): Promise<number> {
  const { records } = await client.page(client.query(RESOURCE, {
    orderby: "EntityEventSequence desc",
    top: 1,
  }));
  return Math.max(0, ...records.map(sequenceOf));
}

/**
 * Reads the events after the position in their order and writes what became of the records that
 * they name. An event has no operation: a record that is not there any more was deleted.
 */
export async function replayEvents(
  client: ResoClient,
  sink: FeedSink,
  query: PropertyQuery,
  start: FeedPosition,
): Promise<void> {
  let position = start;
  for (;;) {
    const events = await eventsAfter(client, position.sequence ?? 0);
    if (events.length === 0) return;
    const sequence = sequenceOf(events.at(-1)!);
    const keys = await changedProperties(client, events);
    for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
      const some = keys.slice(at, at + KEYS_PER_QUERY);
      await sink.write(await recordsOf(client, query, some));
    }
    // The events count as read when all that they name is stored.
    position = { ...position, sequence };
    await sink.write([], position);
  }
}

/** The next events, by their sequence. A server that does not keep the order is read to its end. */
async function eventsAfter(
  client: ResoClient,
  sequence: number,
): Promise<readonly ResoRecord[]> {
  let page = await client.page(client.query(RESOURCE, {
    filter: `EntityEventSequence gt ${sequence}`,
    orderby: "EntityEventSequence asc",
  }));
  const events = [...page.records];
  while (page.next !== null && !isAscending(events)) {
    page = await client.page(page.next);
    events.push(...page.records);
  }
  return events.filter((event) => sequenceOf(event) > sequence)
    .sort((a, b) => sequenceOf(a) - sequenceOf(b));
}

function isAscending(events: readonly ResoRecord[]): boolean {
  return events.every((event, n) =>
    n === 0 || sequenceOf(events[n - 1]) < sequenceOf(event)
  );
}

function sequenceOf(event: ResoRecord): number {
  return numberField(
    event,
    "EntityEventSequence",
    0,
    Number.MAX_SAFE_INTEGER,
  ) ??
    0;
}

/** Keys of the properties that events name, themselves or through their media. */
async function changedProperties(
  client: ResoClient,
  events: readonly ResoRecord[],
): Promise<readonly string[]> {
  const properties = new Set<string>();
  const media = new Set<string>();
  for (const event of events) {
    const key = textField(event, "ResourceRecordKey", 255);
    const resource = textField(event, "ResourceName", 80);
    if (key === null) continue;
    if (resource === "Property") properties.add(key);
    if (resource === "Media") media.add(key);
  }
  const keys = [...media];
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    const some = keys.slice(at, at + KEYS_PER_QUERY);
    for (const record of await withKeys(client, "Media", "MediaKey", some)) {
      // A photo that is gone names no listing; its listing has an event of its own.
      const key = textField(record, "ResourceRecordKey", 255);
      if (key !== null) properties.add(key);
    }
  }
  return [...properties];
}

async function recordsOf(
  client: ResoClient,
  { expand }: PropertyQuery,
  keys: readonly string[],
): Promise<readonly SourceRecord[]> {
  const found = await withKeys(client, "Property", "ListingKey", keys, expand);
  const records = found.map(readProperty);
  const missing = new Set(keys);
  for (const record of found) {
    missing.delete(textField(record, "ListingKey", 255) ?? "");
  }
  for (const key of missing) {
    // Asked by itself, so that nothing is deleted for a query that answered less than it should.
    const record = await client.get("Property", key);
    records.push(
      record === null ? { kind: "gone", key, at: null } : readProperty(record),
    );
  }
  return records;
}

/** The records of a resource that have one of these keys and exist. */
async function withKeys(
  client: ResoClient,
  resource: string,
  field: string,
  keys: readonly string[],
  expand: string | null = null,
): Promise<readonly ResoRecord[]> {
  const records: ResoRecord[] = [];
  let page = await client.page(client.query(resource, {
    filter: keys.map((key) => `${field} eq ${literal(key)}`).join(" or "),
    expand: expand ?? undefined,
  }));
  records.push(...page.records);
  while (page.next !== null) {
    page = await client.page(page.next);
    records.push(...page.records);
  }
  return records;
}
