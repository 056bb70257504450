import type { SnapshotData } from "../engine/snapshot.ts";
import { buildIndex } from "../inventory/index/build_index.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import type { Inventory } from "../inventory/inventory.ts";
import {
  type ListingScore,
  scoreListing,
} from "../inventory/scoring/listing_score.ts";
import { cooperativeYield } from "./cooperative_yield.ts";
import { inventoryOf } from "./inventory_of.ts";
import type { OperationContext } from "./operation.ts";

/** An index of one inventory and day. */
interface Made {
  readonly inventory: Inventory;
  readonly today: number;
  readonly index: InventoryIndex;
}

/** The newest index of each snapshot: the next one scores only what changed. */
const made = new WeakMap<SnapshotData, Made>();

/** Returns the scored listings that a request reads. Where no server keeps them, they are scored now, and kept. */
export async function indexOf(
  context: OperationContext,
): Promise<InventoryIndex> {
  if (context.index) return context.index;
  const inventory = inventoryOf(context);
  const { snapshot, today } = context;
  const known = made.get(snapshot);
  if (known?.inventory === inventory && known.today === today) {
    return known.index;
  }
  const source = { snapshot, inventory, today };
  const first = await buildIndex({
    ...source,
    scores: new Map(),
    earlier: known?.index,
  });
  const unscored = first.index.unscored();
  const scores = new Map<string, ListingScore>();
  const step = cooperativeYield(context, unscored.length, "scoring listings");
  for (const [done, id] of unscored.entries()) {
    await step(done);
    scores.set(id, scoreListing(snapshot, inventory.get(id)!, today));
  }
  const { index } = unscored.length === 0
    ? first
    : await buildIndex({ ...source, scores, earlier: first.index });
  made.set(snapshot, { inventory, today, index });
  return index;
}
