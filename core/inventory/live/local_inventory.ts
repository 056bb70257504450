import type { SnapshotData } from "../../engine/snapshot.ts";
import { openStore, type StoreLocation } from "../../store/open.ts";
import { type StoredScores, storedScores } from "../../store/listing_scores.ts";
import type { Inventory } from "../inventory.ts";
import type { ListingScore } from "../scoring/listing_score.ts";
import { LiveInventory } from "./live_inventory.ts";
import { pathExists } from "../../snapshot/path_exists.ts";

/**
 * Returns the listings that the person at the command line sees: those of the local store, private
 * ones too, and those of the snapshot; undefined without a store. It is open only while they are read.
 */
export async function localInventory(
  location: StoreLocation,
  snapshot: SnapshotData,
): Promise<Inventory | undefined> {
  if (!await hasStore(location)) return undefined;
  using kv = await openStore(location);
  return (await LiveInventory.open(kv, snapshot, "operator")).current;
}

/** Returns the scores of listings in the local store, which is open only while it is used; undefined without a store. */
export async function localScores(
  location: StoreLocation,
): Promise<StoredScores<ListingScore> | undefined> {
  if (!await hasStore(location)) return undefined;
  return {
    async read(ids) {
      using kv = await openStore(location);
      return await storedScores<ListingScore>(kv).read(ids);
    },
    async write(scores, gone) {
      using kv = await openStore(location);
      await storedScores<ListingScore>(kv).write(scores, gone);
    },
  };
}

async function hasStore({ kvUrl, dataDir }: StoreLocation): Promise<boolean> {
  return kvUrl !== undefined || await pathExists(`${dataDir}/twoflat.kv`);
}
