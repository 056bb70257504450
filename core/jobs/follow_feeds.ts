import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { Feed } from "../inventory/reso/feed.ts";
import {
  type SyncOptions,
  type SyncResult,
  trySyncFeed,
} from "../inventory/reso/sync_feed.ts";

/** How feeds are followed. */
export interface FollowFeedsOptions extends Pick<SyncOptions, "env"> {
  readonly signal: AbortSignal;
  /** Called after a run that changed something or rejected records. */
  readonly onSynced?: (feed: Feed, result: SyncResult) => void;
  /** Called after a failed run; the next one continues there. */
  readonly onError?: (feed: Feed, error: unknown) => void;
}

/**
 * Brings each feed up to date, again and again, until the signal ends it. Of the servers of a
 * store one at a time reads a feed.
 */
export async function followFeeds(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  feeds: readonly Feed[],
  options: FollowFeedsOptions,
): Promise<void> {
  await Promise.all(
    feeds.map((feed) => followFeed(kv, snapshot, feed, options)),
  );
}

async function followFeed(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  feed: Feed,
  { signal, env, onSynced, onError }: FollowFeedsOptions,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const result = await trySyncFeed(kv, snapshot, feed, { env, signal });
      if (result && isNews(result)) onSynced?.(feed, result);
    } catch (error) {
      if (signal.aborted) return;
      onError?.(feed, error);
    }
    await delay(feed.every_seconds * 1_000, undefined, { signal, ref: false })
      .catch(() => {});
  }
}

function isNews({ counts }: SyncResult): boolean {
  const { added, changed, removed, rejected } = counts;
  return added + changed + removed + rejected > 0;
}
