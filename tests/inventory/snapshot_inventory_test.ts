import assert from "node:assert/strict";
import {
  snapshotInventory,
  snapshotListings,
} from "../../core/inventory/snapshot_inventory.ts";
import { demoSnapshot } from "../../harness/demo.ts";

Deno.test("the listings of a parcel read alone are those of the whole inventory", async () => {
  const snapshot = await demoSnapshot();
  const inventory = snapshotInventory(snapshot);
  const { property_id, rows } = snapshot.tables.parcels;
  let listed = 0;
  for (let row = 0; row < rows; row++) {
    const pin = property_id.at(row);
    const alone = snapshotListings(snapshot, pin);
    assert.deepEqual(alone, inventory.ofParcel(pin));
    listed += alone.length;
  }
  assert.equal(listed, inventory.size - inventory.counts.unmatched);
  assert.deepEqual(snapshotListings(snapshot, "no such parcel"), []);
});
