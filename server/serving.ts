import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import {
  InventoryCopier,
  readCopy,
} from "../core/inventory/copy/inventory_copy.ts";
import type { Runner } from "../core/inventory/in_slices.ts";
import { LiveIndex } from "../core/inventory/index/live_index.ts";
import { scorePool } from "../core/inventory/index/score_pool.ts";
import { LiveInventory } from "../core/inventory/live/live_inventory.ts";
import type { Feed } from "../core/inventory/reso/feed.ts";
import { followFeeds } from "../core/jobs/follow_feeds.ts";
import type { Snapshot } from "../core/snapshot/open.ts";
import { storedScores } from "../core/store/listing_scores.ts";
import { tileThread } from "../core/tiles/tile_thread.ts";
import { type App, createApp } from "../routes/app.ts";
import {
  logFailed,
  logSynced,
  logUnfollowed,
  logUnscored,
  logUnsynced,
} from "../routes/middleware/logging.ts";
import type { Service } from "../routes/service.ts";

/** What is served from one snapshot. */
export interface Serving {
  readonly snapshot: Snapshot;
  readonly live: LiveInventory;
  readonly index: LiveIndex;
  readonly app: App;
  readonly copier: InventoryCopier;
  /** Ends at once what follows the listings. */
  unfollow(): void;
  /** Ends everything, open streams too. */
  end(): Promise<void>;
}

/** What the routes serve whichever snapshot is in use. */
export type SharedService = Omit<
  Service,
  "snapshot" | "inventory" | "index" | "today"
>;

/** What stays the same whichever snapshot is served. */
export interface ServingParts {
  readonly store: Deno.Kv;
  /** File that the inventory is copied to. */
  readonly copyPath: string;
  readonly shared: SharedService;
  readonly feeds: readonly Feed[];
  /** Reads a secret of a feed from the environment. */
  env(name: string): string | undefined;
  /** The day to answer for, days since 1970-01-01 UTC. */
  dayOf(snapshot: SnapshotData): number;
  /** Told that listings have changed. */
  onListings(): void;
}

/**
 * Serves from a snapshot, and follows the listings with it.
 *
 * @param run how it is prepared
 */
export async function openServing(
  { store, shared, copyPath, feeds, env, dayOf, onListings }: ServingParts,
  snapshot: Snapshot,
  run: Runner,
): Promise<Serving> {
  const ending = new AbortController();
  const { signal } = ending;
  const today = () => dayOf(snapshot);
  const place = { kv: store, snapshot, path: copyPath };
  const known = await readCopy(place);
  const live = await LiveInventory.open(
    store,
    snapshot,
    "public",
    known?.inventory,
  );
  const pool = scorePool(snapshot, snapshot.dir);
  const index = await LiveIndex.open({
    snapshot,
    inventory: () => live.current,
    today,
    pool,
    scores: storedScores(store),
    run,
  }, known?.index);
  const copier = new InventoryCopier(
    place,
    () => index.current,
    known?.index,
  );
  const tiles = tileThread(snapshot.dir);
  const app = createApp({
    ...shared,
    cutTile: tiles.cut,
    snapshot,
    inventory: () => index.inventory,
    index: () => index.current,
    today,
  });
  const following = [
    live.follow({ signal, onError: logUnfollowed }),
    index.follow({ signal, onError: logUnscored }),
    copier.follow({ signal, onError: logFailed }),
    followFeeds(store, snapshot, feeds, {
      signal,
      env,
      onSynced: (feed, result) => {
        logSynced(feed, result);
        onListings();
      },
      onError: logUnsynced,
    }),
  ];
  return {
    snapshot,
    live,
    index,
    app,
    copier,
    unfollow: () => ending.abort(),
    async end() {
      ending.abort();
      await app.close();
      await Promise.all(following);
      pool.end();
      tiles.end();
    },
  };
}

/** Waits until every listing that the store has now is scored, five minutes at most. */
export async function isScored(
  { live, index }: Serving,
  signal: AbortSignal,
): Promise<void> {
  await live.refresh();
  const { version } = live.current;
  const until = performance.now() + 300_000;
  const isBehind = () =>
    index.current.version < version || index.current.staleRows > 0;
  while (isBehind() && performance.now() < until) {
    await delay(200, undefined, { signal });
  }
}
