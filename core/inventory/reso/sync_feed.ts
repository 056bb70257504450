import { Fault } from "../../../contracts/errors.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { RetryOptions } from "../../ingest/retry.ts";
import {
  type Rejection,
  SourceWriter,
  type WriteCounts,
} from "../lifecycle/source_writer.ts";
import { RefusedQuery, ResoClient } from "./client.ts";
import { type Feed, FEED_KINDS } from "./feed.ts";
import { type FeedPosition, replicate } from "./replicate.ts";
import { feedTokens } from "./token.ts";

/** How a feed is brought up to date. */
export interface SyncOptions
  extends Pick<RetryOptions, "retries" | "firstWait" | "signal" | "onRetry"> {
  /** Reads everything again. */
  readonly full?: boolean;
  /** Reads a secret from the environment. */
  readonly env: (name: string) => string | undefined;
  /** Epoch milliseconds; default the clock's. */
  readonly now?: () => number;
  /** Told after each write. */
  readonly onProgress?: (counts: WriteCounts) => void;
}

/** What a run came to. */
export interface SyncResult {
  readonly counts: WriteCounts;
  readonly rejections: readonly Rejection[];
}

/**
 * Brings the stored listings of a feed up to date.
 *
 * @param writer has the feed's source for itself
 * @throws {Fault} `upstream_unavailable` when the feed keeps failing: the next run goes on from there
 */
export async function syncFeed(
  feed: Feed,
  writer: SourceWriter,
  options: SyncOptions,
): Promise<SyncResult> {
  const { env, now = Date.now, full, onProgress, ...retrying } = options;
  const kind = FEED_KINDS[feed.kind];
  const client = new ResoClient({
    ...retrying,
    url: feed.url,
    kind,
    tokens: feedTokens(feed, env),
  });
  const sink = {
    position: () => writer.position<FeedPosition>(),
    keys: () => writer.keys(),
    async write(...written: Parameters<SourceWriter["write"]>) {
      await writer.write(...written);
      onProgress?.(writer.counts);
    },
  };
  await writer.rematch();
  try {
    await replicate(client, sink, { kind, feed, full, now });
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error;
    throw new Fault(
      "upstream_unavailable",
      `${feed.name}: ${error.message}${
        feed.media && error.resource === "Property"
          ? "; where it cannot expand Media, set media to false"
          : ""
      }`,
      { cause: error },
    );
  }
  return { counts: writer.counts, rejections: writer.rejections };
}

/**
 * Brings a feed up to date unless another process does. Returns null in that case.
 *
 * @throws {Fault} as `syncFeed`
 */
export async function trySyncFeed(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  feed: Feed,
  options: SyncOptions,
): Promise<SyncResult | null> {
  const writer = await SourceWriter.tryOpen(kv, snapshot, writerOf(feed));
  if (!(writer instanceof SourceWriter)) return null;
  await using held = writer;
  return await syncFeed(feed, held, options);
}

/** Returns as whom a feed writes. */
export function writerOf(
  { name, license }: Feed,
): { readonly source: string; readonly licensed: boolean } {
  return { source: name, licensed: license !== undefined };
}
