import assert from "node:assert/strict";
import { listingsOf } from "../../../harness/listings.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import { localScores } from "../../../core/inventory/live/local_inventory.ts";
import { snapshotInventory } from "../../../core/inventory/snapshot_inventory.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { indexOf } from "../../../core/service/index_of.ts";
import { openStore } from "../../../core/store/open.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

Deno.test("a command reads the scores that an earlier one stored, and scores what changed since", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    assert.equal(await localScores({ dataDir }), undefined, "without a store");
    (await openStore({ dataDir })).close();
    const scores = await localScores({ dataDir });
    const snapshot = await demoSnapshot();
    const today = dayOf(DEMO_DAY);
    const homes = listingsOf(snapshotInventory(snapshot))
      .filter(({ status }) => status === "active").slice(0, 12);
    const scoredBy = async (listings: typeof homes, day: number) => {
      const written: string[] = [];
      const index = await indexOf({
        // As a command that has just opened its data: nothing is kept of the last one.
        snapshot: { ...snapshot },
        inventory: ListingSet.of(listings, 1),
        today: day,
        scores: {
          read: scores!.read,
          write: (made, gone) => {
            written.push(...made.keys());
            return scores!.write(made, gone);
          },
        },
      });
      assert.deepEqual(index.unscored(), []);
      return [written.length, index.columns.figures["percentile:hold"]];
    };
    const [scored, figures] = await scoredBy(homes, today);
    assert.equal(scored, homes.length);
    assert.deepEqual(await scoredBy(homes, today), [0, figures]);
    const [first, ...rest] = homes;
    const cut = { ...first, listPrice: first.listPrice - 1_000 };
    assert.equal((await scoredBy([cut, ...rest], today))[0], 1);
    assert.equal((await scoredBy(homes, today + 1))[0], homes.length);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});
