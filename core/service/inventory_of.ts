import type { Inventory } from "../inventory/inventory.ts";
import type { Listing } from "../inventory/listing.ts";
import {
  snapshotInventory,
  snapshotListings,
} from "../inventory/snapshot_inventory.ts";
import type { OperationContext } from "./operation.ts";

/** Returns the listings that a request reads. */
export function inventoryOf(
  { inventory, snapshot }: Pick<OperationContext, "inventory" | "snapshot">,
): Inventory {
  return inventory ?? snapshotInventory(snapshot);
}

/** Returns the listings of a parcel that a request reads, newest on the market first; none without a parcel. */
export function listingsOf(
  { inventory, snapshot }: Pick<OperationContext, "inventory" | "snapshot">,
  pin: string | null,
): readonly Listing[] {
  if (pin === null) return [];
  return inventory?.ofParcel(pin) ?? snapshotListings(snapshot, pin);
}
