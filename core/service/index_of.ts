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

/** Returns the scored listings that a request reads. Where no server keeps them, those without a stored score are scored now. */
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
  const next = async (
    earlier: InventoryIndex | undefined,
    scores: ReadonlyMap<string, ListingScore>,
  ) =>
    (await buildIndex({ snapshot, inventory, today, scores, earlier })).index;
  let index = await next(known?.index, new Map());
  if (context.scores && index.unscored().length > 0) {
    index = await next(
      index,
      await context.scores.read(new Set(index.unscored())),
    );
  }
  const unscored = index.unscored();
  if (unscored.length > 0) {
    const scores = new Map<string, ListingScore>();
    const step = cooperativeYield(context, unscored.length, "scoring listings");
    for (const [done, id] of unscored.entries()) {
      await step(done);
      scores.set(id, scoreListing(snapshot, inventory.get(id)!, today));
    }
    index = await next(index, scores);
    await context.scores?.write(scores, []);
  }
  made.set(snapshot, { inventory, today, index });
  return index;
}
