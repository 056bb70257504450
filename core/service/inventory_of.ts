import type { Inventory } from "../inventory/inventory.ts";
import { snapshotInventory } from "../inventory/snapshot_inventory.ts";
import type { OperationContext } from "./operation.ts";

/** Returns the listings that a request reads. */
export function inventoryOf(
  { inventory, snapshot }: Pick<OperationContext, "inventory" | "snapshot">,
): Inventory {
  return inventory ?? snapshotInventory(snapshot);
}
