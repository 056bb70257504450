import { isoTime } from "../../../contracts/day.ts";
import type { ODataQuery, ResoClient } from "./client.ts";
import { readProperty } from "./property_record.ts";
import { type ResoRecord, timeField } from "./record_fields.ts";
import type { FeedPosition, FeedSink } from "./replicate.ts";

/** Which properties are asked for. */
export interface PropertyQuery {
  /** Whether the feed takes `$orderby`. */
  readonly sorts: boolean;
  /** Condition of every query; null for none. */
  readonly always: string | null;
  /** Condition of the first load; null for none. */
  readonly first: string | null;
  /** What is expanded; null for nothing. */
  readonly expand: string | null;
}

/**
 * Reads the properties that changed since the position, oldest change first, and writes each
 * page with the position it leads to.
 *
 * Links that count rows (`$skip`) are not followed while the pages come in the order of their
 * change: a row that is deleted or changed meanwhile would move another one out of sight. The next
 * query starts at the last change instead.
 *
 * @returns the position after them
 */
export async function loadModified(
  client: ResoClient,
  sink: FeedSink,
  query: PropertyQuery,
  start: FeedPosition,
  overlap: number,
): Promise<FeedPosition> {
  const since = start.since === null ? null : Date.parse(start.since);
  // Within a first load nothing is read twice but the last change; later ones reach back.
  let from = since === null || !start.loaded ? since : since - overlap;
  let position = start;
  let newest = since;
  let inOrder = true;
  const startingAt = (time: number | null) =>
    client.page(client.query("Property", optionsOf(query, start, time)));
  let page = await startingAt(from);
  for (;;) {
    const times = page.records.map(changeOf);
    inOrder &&= isAscending(times, from);
    const last = times.reduce<number | null>(later, null);
    newest = later(newest, last);
    // Without order, how far the whole is read is known at its end only.
    if (inOrder) position = { ...position, since: isoTime(newest) };
    await sink.write(page.records.map(readProperty), position);
    const more = page.next !== null || page.isFull;
    if (!more) break;
    const moves = inOrder && last !== null && (from === null || last > from);
    const countsRows = page.next === null ||
      /[?&](\$|%24)skip=/i.test(page.next.search);
    if (moves && countsRows) {
      from = last;
      page = await startingAt(from);
    } else if (page.next !== null) page = await client.page(page.next);
    else break;
  }
  return { ...position, since: isoTime(newest) };
}

function optionsOf(
  { sorts, always, first, expand }: PropertyQuery,
  { loaded }: FeedPosition,
  from: number | null,
): ODataQuery {
  const conditions = [
    always,
    loaded ? null : first,
    // UTC with milliseconds: some servers compare timestamps as text.
    from === null ? null : `ModificationTimestamp ge ${isoTime(from)}`,
  ].filter((each) => each !== null);
  return {
    filter: conditions.join(" and ") || undefined,
    orderby: sorts ? "ModificationTimestamp asc,ListingKey asc" : undefined,
    expand: expand ?? undefined,
  };
}

/** Whether times never fall, and none is unknown or before `from`. */
function isAscending(
  times: readonly (number | null)[],
  from: number | null,
): boolean {
  let last = from ?? -Infinity;
  for (const time of times) {
    if (time === null || time < last) return false;
    last = time;
  }
  return true;
}

function changeOf(record: ResoRecord): number | null {
  return timeField(record, "ModificationTimestamp");
}

function later(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}
