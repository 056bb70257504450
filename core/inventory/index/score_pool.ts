import * as Comlink from "comlink";
import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreListing } from "../scoring/listing_score.ts";
import { type ClusterLevels, clusterLevels } from "./cluster_levels.ts";
import type { ScoreJobs } from "./score_worker.ts";

/** Fewest listings that are worth starting threads for. */
const WORTH_THREADS = 300;

/** Listings handed to a thread at a time. */
const SHARE = 100;

/** How long scoring in this thread keeps requests waiting, milliseconds. */
const SLICE_MS = 8;

/** Makes scores and groups, in threads where there are many. */
export interface ScorePool {
  /** Returns the scores of listings, in their order. */
  score(listings: readonly Listing[], today: number): Promise<ListingScore[]>;
  /** Returns the groups of points for a map. */
  group(
    rows: Uint32Array,
    lon: Float64Array,
    lat: Float64Array,
  ): Promise<ClusterLevels>;
}

/**
 * Returns a pool over a snapshot.
 *
 * @param dir where threads open it; null keeps all work in this thread
 * @param threads at most; default: the cores of this machine
 */
export function scorePool(
  snapshot: SnapshotData,
  dir: string | null,
  threads: number = navigator.hardwareConcurrency,
): ScorePool {
  return {
    async score(listings, today) {
      if (dir === null || listings.length < WORTH_THREADS) {
        return await scoreHere(snapshot, listings, today);
      }
      const scores: ListingScore[] = new Array(listings.length);
      let next = 0;
      const count = Math.min(threads, Math.ceil(listings.length / SHARE));
      await Promise.all(
        Array.from({ length: count }, () =>
          inThread(async (jobs) => {
            await jobs.open(dir);
            while (next < listings.length) {
              const from = next;
              next += SHARE;
              const share = listings.slice(from, from + SHARE);
              (await jobs.score(share, today))
                .forEach((score, at) => scores[from + at] = score);
            }
          })),
      );
      return scores;
    },
    group(rows, lon, lat) {
      return rows.length < WORTH_THREADS
        ? Promise.resolve(clusterLevels(rows, lon, lat))
        : inThread((jobs) => jobs.group(rows, lon, lat));
    },
  };
}

async function scoreHere(
  snapshot: SnapshotData,
  listings: readonly Listing[],
  today: number,
): Promise<ListingScore[]> {
  const scores: ListingScore[] = [];
  let began = performance.now();
  for (const listing of listings) {
    scores.push(scoreListing(snapshot, listing, today));
    if (performance.now() - began > SLICE_MS) {
      await delay(1);
      began = performance.now();
    }
  }
  return scores;
}

/** Runs work in a new thread, which ends with it. */
async function inThread<R>(
  work: (jobs: Comlink.Remote<ScoreJobs>) => Promise<R>,
): Promise<R> {
  const worker = new Worker(import.meta.resolve("./score_worker.ts"), {
    type: "module",
  });
  const failed = Promise.withResolvers<never>();
  worker.onerror = (event) => {
    event.preventDefault();
    failed.reject(new Error(`scoring failed: ${event.message}`));
  };
  try {
    return await Promise.race([
      work(Comlink.wrap<ScoreJobs>(worker)),
      failed.promise,
    ]);
  } finally {
    worker.terminate();
  }
}
