import type { SnapshotData } from "../engine/snapshot.ts";
import { buildIndex } from "../inventory/index/build_index.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import type { Inventory } from "../inventory/inventory.ts";
import { isForSale } from "../inventory/listing.ts";
import {
  type ListingScore,
  scoreListing,
} from "../inventory/scoring/listing_score.ts";
import { cooperativeYield } from "./cooperative_yield.ts";
import { inventoryOf } from "./inventory_of.ts";
import type { OperationContext } from "./operation.ts";

/** An index for one snapshot and day. */
interface Made {
  readonly snapshot: SnapshotData;
  readonly today: number;
  readonly index: InventoryIndex;
}

const made = new WeakMap<Inventory, Made>();

/** Returns the scored listings that a request reads. Where no server keeps them, they are scored now, and kept. */
export async function indexOf(
  context: OperationContext,
): Promise<InventoryIndex> {
  if (context.index) return context.index;
  const inventory = inventoryOf(context);
  const { snapshot, today } = context;
  const known = made.get(inventory);
  if (known?.snapshot === snapshot && known.today === today) {
    return known.index;
  }
  const listings = inventory.all().filter(isForSale);
  const scores = new Map<string, ListingScore>();
  const step = cooperativeYield(context, listings.length, "scoring listings");
  for (const [done, listing] of listings.entries()) {
    await step(done);
    scores.set(listing.id, scoreListing(snapshot, listing, today));
  }
  const { index } = await buildIndex({ snapshot, inventory, today, scores });
  made.set(inventory, { snapshot, today, index });
  return index;
}
