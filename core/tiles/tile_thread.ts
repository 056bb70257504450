import * as Comlink from "comlink";
import type { CutTile } from "./tile_cutter.ts";
import type { TileJobs } from "./tile_worker.ts";

/** Cuts tiles of a snapshot in a thread. */
export interface TileThread {
  cut(...tile: Parameters<CutTile>): Promise<ReturnType<CutTile>>;
  /** Ends the thread; cuts under way never answer. */
  end(): void;
}

/**
 * Returns the cutter of a snapshot's tiles. Its thread starts with the first tile, since the index
 * of all streets of a county takes seconds.
 *
 * @param dir where the snapshot is
 */
export function tileThread(dir: string): TileThread {
  let worker: Worker | undefined;
  let opened: Promise<Comlink.Remote<TileJobs>> | undefined;

  async function open(): Promise<Comlink.Remote<TileJobs>> {
    worker = new Worker(import.meta.resolve("./tile_worker.ts"), {
      type: "module",
    });
    const failed = Promise.withResolvers<never>();
    worker.onerror = (event) => {
      event.preventDefault();
      failed.reject(new Error(`tiles cannot be cut: ${event.message}`));
    };
    const jobs = Comlink.wrap<TileJobs>(worker);
    try {
      await Promise.race([jobs.open(dir), failed.promise]);
    } catch (error) {
      end();
      throw error;
    }
    failed.promise.catch(() => {});
    return jobs;
  }

  function end() {
    worker?.terminate();
    opened = undefined;
  }

  return {
    async cut(...tile) {
      return await (await (opened ??= open())).cut(...tile);
    },
    end,
  };
}
