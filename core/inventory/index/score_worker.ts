/** Scores listings in a thread of its own; loaded elsewhere it does nothing. */
import * as Comlink from "comlink";
import { openSnapshot, type Snapshot } from "../../snapshot/open.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreListing } from "../scoring/listing_score.ts";
import { type ClusterLevels, clusterLevels } from "./cluster_levels.ts";

/** The snapshot that scores are made from, opened for the first. */
let opened: Promise<Snapshot> | undefined;

const JOBS = {
  /** @param dir where the snapshot is, the same each time */
  async score(
    dir: string,
    listings: readonly Listing[],
    today: number,
  ): Promise<ListingScore[]> {
    const snapshot = await (opened ??= openSnapshot(dir));
    return listings.map((listing) => scoreListing(snapshot, listing, today));
  },
  group(
    rows: Uint32Array,
    lon: Float64Array,
    lat: Float64Array,
  ): ClusterLevels {
    return clusterLevels(rows, lon, lat);
  },
};

/** What can be asked of the thread. */
export type ScoreJobs = typeof JOBS;

if ("WorkerGlobalScope" in globalThis) Comlink.expose(JOBS);
