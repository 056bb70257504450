import type { Inventory } from "../core/inventory/inventory.ts";
import type { Listing } from "../core/inventory/listing.ts";

/** Returns every listing of an inventory, by id. */
export function listingsOf(inventory: Inventory): Listing[] {
  return inventory.ids().map((id) => inventory.get(id)!);
}
