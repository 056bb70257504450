import type { SnapshotData } from "../../engine/snapshot.ts";
import { openStore, type StoreLocation } from "../../store/open.ts";
import type { Inventory } from "../inventory.ts";
import { snapshotInventory } from "../snapshot_inventory.ts";
import { LiveInventory } from "./live_inventory.ts";
import { pathExists } from "../../snapshot/path_exists.ts";

/**
 * Returns the listings that the person at the command line sees: those of the local store, private
 * ones too, and those of the snapshot. The store is open only while they are read.
 */
export async function localInventory(
  location: StoreLocation,
  snapshot: SnapshotData,
): Promise<Inventory> {
  const { kvUrl, dataDir } = location;
  if (kvUrl === undefined && !await pathExists(`${dataDir}/twoflat.kv`)) {
    return snapshotInventory(snapshot);
  }
  using kv = await openStore(location);
  return (await LiveInventory.open(kv, snapshot, "operator")).current;
}
