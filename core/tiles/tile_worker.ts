/** Cuts tiles in a thread of its own; loaded elsewhere it does nothing. */
import * as Comlink from "comlink";
import { openSnapshot } from "../snapshot/open.ts";
import { layersOf } from "./layers.ts";
import { type CutTile, tileCutter } from "./tile_cutter.ts";

let cutter: CutTile | undefined;

const JOBS = {
  /** @param dir where the snapshot is, which the server has compared with its hashes */
  async open(dir: string): Promise<void> {
    const tables = ["basemap", "boundaries", "stations", "townships"] as const;
    const snapshot = await openSnapshot(dir, { hashed: false, tables });
    cutter = tileCutter(layersOf(snapshot));
  },
  cut(...tile: Parameters<CutTile>): ReturnType<CutTile> {
    const bytes = cutter!(...tile);
    return bytes && Comlink.transfer(bytes, [bytes.buffer]);
  },
};

/** What can be asked of the thread. */
export type TileJobs = typeof JOBS;

if ("WorkerGlobalScope" in globalThis) Comlink.expose(JOBS);
