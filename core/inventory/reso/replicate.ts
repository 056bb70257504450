import type { SourceRecord } from "../lifecycle/report.ts";
import { literal, type ResoClient } from "./client.ts";
import { hasEntityEvents, latestEvent, replayEvents } from "./entity_events.ts";
import type { Feed, FeedKind } from "./feed.ts";
import { loadModified, type PropertyQuery } from "./modified.ts";
import { sweepDeleted } from "./sweep.ts";

/** Where the replication of a feed stands. */
export interface FeedPosition {
  readonly mode: "entity_event" | "modification_timestamp";
  /** Whether the first load is done. */
  readonly loaded: boolean;
  /** Change up to which records were read, ISO; null before the first. */
  readonly since: string | null;
  /** Event up to which events were read; null without events. */
  readonly sequence: number | null;
  /** When the keys were last compared, epoch milliseconds. */
  readonly sweptAt: number;
}

/** Takes what a feed says. */
export interface FeedSink {
  position(): Promise<FeedPosition | null>;
  /** Stores records and, with them, the position that they lead to. */
  write(
    records: readonly SourceRecord[],
    position?: FeedPosition,
  ): Promise<void>;
  /** Keys of the listings that are stored. */
  keys(): AsyncIterable<string>;
}

/** What a run does. */
export interface ReplicateOptions {
  readonly kind: FeedKind;
  readonly feed: Pick<
    Feed,
    "originating_system" | "first_filter" | "replication" | "media"
  >;
  /** Reads everything again and compares the keys. */
  readonly full?: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds between two comparisons of the keys of a feed that tells no deletions. */
const SWEEP_INTERVAL = 24 * 3_600_000;

/**
 * Brings the sink up to date with a feed: a first load, then what changed, by EntityEvent
 * (RCP-27) where the feed has it, else by `ModificationTimestamp`. May be cut anywhere: the next
 * run goes on from the position that was written with the last records.
 *
 * @throws {Fault} `upstream_unavailable` when the feed keeps failing
 */
export async function replicate(
  client: ResoClient,
  sink: FeedSink,
  { kind, feed, full = false, now }: ReplicateOptions,
): Promise<void> {
  const query: PropertyQuery = {
    sorts: kind.sorts,
    always: feed.originating_system === undefined
      ? null
      : `OriginatingSystemName eq ${literal(feed.originating_system)}`,
    first: feed.first_filter ?? kind.firstFilter ?? null,
    expand: feed.media ? "Media" : null,
  };
  let position = await sink.position();
  if (position === null || full) {
    const events = feed.replication !== "modification_timestamp" &&
      (feed.replication === "entity_event" || await hasEntityEvents(client));
    position = {
      mode: events ? "entity_event" : "modification_timestamp",
      loaded: false,
      since: null,
      // Read before the load: what happens during it is replayed after it.
      sequence: events ? await latestEvent(client) : null,
      sweptAt: now(),
    };
    await sink.write([], position);
  }
  if (!position.loaded) {
    position = await loadModified(client, sink, query, position, kind.overlap);
    position = { ...position, loaded: true };
    await sink.write([], position);
    if (full) await sweepDeleted(client, sink, query);
    if (position.mode === "modification_timestamp") return;
  }
  if (position.mode === "entity_event") {
    await replayEvents(client, sink, query, position);
    return;
  }
  position = await loadModified(client, sink, query, position, kind.overlap);
  if (now() - position.sweptAt >= SWEEP_INTERVAL) {
    await sweepDeleted(client, sink, query);
    await sink.write([], { ...position, sweptAt: now() });
  }
}
