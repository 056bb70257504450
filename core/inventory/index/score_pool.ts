import * as Comlink from "comlink";
import type { SnapshotData, Steps } from "../../engine/snapshot.ts";
import { inSlices, type Runner } from "../in_slices.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreListing } from "../scoring/listing_score.ts";
import { type ClusterLevels, clusterLevels } from "./cluster_levels.ts";
import type { ScoreJobs } from "./score_worker.ts";

/** Fewest listings that are worth starting threads for, which costs each a second. */
const WORTH_STARTING = 1_000;

/** Fewest listings that are worth handing to threads that are there. */
const WORTH_SHARING = 50;

/** Listings handed to a thread at a time. */
const SHARE = 100;

/** How long a thread without work is kept, milliseconds. */
const IDLE_MS = 60_000;

/** Makes scores and groups, in threads where there are many. */
export interface ScorePool {
  /** Returns the scores of listings, in their order. Few are scored in this thread, by `run`. */
  score(
    listings: readonly Listing[],
    today: number,
    run?: Runner,
  ): Promise<ListingScore[]>;
  /** Returns the groups of points for a map. */
  group(
    rows: Uint32Array,
    lon: Float64Array,
    lat: Float64Array,
  ): Promise<ClusterLevels>;
  /** Ends its threads. */
  end(): void;
}

/**
 * Returns a pool over a snapshot. Its threads stay for a minute after their last work.
 *
 * @param dir where threads open it; null keeps all work in this thread
 */
export function scorePool(
  snapshot: SnapshotData,
  dir: string | null,
): ScorePool {
  const most = navigator.hardwareConcurrency;
  const threads = new Threads();
  return {
    async score(listings, today, run = inSlices) {
      const { length } = listings;
      const worth = threads.size > 0 ? WORTH_SHARING : WORTH_STARTING;
      if (dir === null || length < worth) {
        return await run(scoreSteps(snapshot, listings, today));
      }
      const scores: ListingScore[] = new Array(length);
      let next = 0;
      const share = Math.min(SHARE, Math.ceil(length / most));
      const count = Math.min(most, Math.ceil(length / share));
      await Promise.all(
        Array.from({ length: count }, () =>
          threads.use(async (jobs) => {
            while (next < length) {
              const from = next;
              next += share;
              const some = listings.slice(from, from + share);
              (await jobs.score(dir, some, today))
                .forEach((score, at) => scores[from + at] = score);
            }
          })),
      );
      return scores;
    },
    group(rows, lon, lat) {
      return dir === null || rows.length < WORTH_STARTING
        ? Promise.resolve(clusterLevels(rows, lon, lat))
        : threads.use((jobs) => jobs.group(rows, lon, lat));
    },
    end: () => threads.end(),
  };
}

function* scoreSteps(
  snapshot: SnapshotData,
  listings: readonly Listing[],
  today: number,
): Steps<ListingScore[]> {
  const scores: ListingScore[] = [];
  for (const listing of listings) {
    scores.push(scoreListing(snapshot, listing, today));
    yield;
  }
  return scores;
}

/** A thread, and what can be asked of it. */
interface Thread {
  readonly worker: Worker;
  readonly jobs: Comlink.Remote<ScoreJobs>;
  /** Rejects when the thread fails. */
  readonly failed: Promise<never>;
  /** Ends the thread when it has had nothing to do for a while. */
  idle?: ReturnType<typeof setTimeout>;
}

/** Threads that are started when there is work, and ended some time after it. */
class Threads {
  readonly #all = new Set<Thread>();
  readonly #free: Thread[] = [];

  /** Threads that are there. */
  get size(): number {
    return this.#all.size;
  }

  /** Does work in a thread. */
  async use<R>(
    work: (jobs: Comlink.Remote<ScoreJobs>) => Promise<R>,
  ): Promise<R> {
    const thread = this.#free.pop() ?? this.#start();
    clearTimeout(thread.idle);
    try {
      const result = await Promise.race([work(thread.jobs), thread.failed]);
      const idle = setTimeout(() => this.#stop(thread), IDLE_MS);
      Deno.unrefTimer(idle);
      thread.idle = idle;
      this.#free.push(thread);
      return result;
    } catch (error) {
      this.#stop(thread);
      throw error;
    }
  }

  end(): void {
    for (const thread of this.#all) this.#stop(thread);
  }

  #start(): Thread {
    const worker = new Worker(import.meta.resolve("./score_worker.ts"), {
      type: "module",
    });
    const failed = Promise.withResolvers<never>();
    worker.onerror = (event) => {
      event.preventDefault();
      failed.reject(new Error(`scoring failed: ${event.message}`));
    };
    failed.promise.catch(() => {});
    const thread = {
      worker,
      jobs: Comlink.wrap<ScoreJobs>(worker),
      failed: failed.promise,
    };
    this.#all.add(thread);
    return thread;
  }

  #stop(thread: Thread): void {
    clearTimeout(thread.idle);
    thread.worker.terminate();
    this.#all.delete(thread);
    const at = this.#free.indexOf(thread);
    if (at >= 0) this.#free.splice(at, 1);
  }
}
