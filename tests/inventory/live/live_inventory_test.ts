import assert from "node:assert/strict";
import type { Listing } from "../../../core/inventory/listing.ts";
import { LiveInventory } from "../../../core/inventory/live/live_inventory.ts";
import { STORES } from "../../../harness/stores.ts";
import { ResoServer } from "../../../fixtures/reso/server.ts";
import { until } from "../../jobs/outbox.ts";
import {
  changeFeed,
  feedAt,
  listedFeed,
  SNAPSHOT,
  sync,
} from "../reso/feed_fixture.ts";
import { listingsOf } from "../../../harness/listings.ts";

const KINDS = STORES.filter(({ name }) => name !== ":memory:");

for (const { name, start } of KINDS) {
  Deno.test(`two servers on ${name} show the same listings after a change`, async () => {
    await using store = await start();
    const [one, two, writer] = [
      await store.open(),
      await store.open(),
      await store.open(),
    ];
    const database = listedFeed(400);
    await using server = await ResoServer.start(database);
    const feed = feedAt(server.url);
    await sync(writer, feed);
    const [a, b] = [
      await LiveInventory.open(one, SNAPSHOT, "public"),
      await LiveInventory.open(two, SNAPSHOT, "public"),
    ];
    assert.equal(a.current.size, 400);
    assert.deepEqual(listingsOf(a.current), listingsOf(b.current));
    const ending = new AbortController();
    const following = [a, b].map((each) =>
      each.follow({ signal: ending.signal, interval: 100 })
    );
    const older = a.current;
    for (let round = 0; round < 3; round++) {
      changeFeed(database, 60, round);
      await sync(writer, feed);
    }
    const anew = await LiveInventory.open(writer, SNAPSHOT, "public");
    await until(() =>
      a.current.version >= anew.current.version &&
      b.current.version >= anew.current.version
    );
    ending.abort();
    await Promise.all(following);
    assert.deepEqual(listingsOf(a.current), listingsOf(anew.current));
    assert.deepEqual(listingsOf(b.current), listingsOf(anew.current));
    // The changes bring a reader of the older version up to date.
    const changes = a.current.changesSince(older);
    const replayed = new Map<string, Listing>(
      listingsOf(older).map((each) => [each.id, each]),
    );
    for (const id of changes.removed) replayed.delete(id);
    for (const id of changes.changed) replayed.set(id, a.current.get(id)!);
    assert.deepEqual(
      [...replayed.values()].sort((x, y) => x.id < y.id ? -1 : 1),
      listingsOf(a.current),
    );
    assert(changes.changed.length < 200);
  });
}

Deno.test("what no license covers, or its seller hides, everyone else does not see", async () => {
  using kv = await Deno.openKv(":memory:");
  const database = listedFeed(5);
  database.put("K1", { InternetEntireListingDisplayYN: false });
  database.put("K2", { InternetAddressDisplayYN: false });
  await using server = await ResoServer.start(database);
  await sync(kv, feedAt(server.url));
  await sync(kv, feedAt(server.url, { name: "private", license: undefined }));
  const seen = (await LiveInventory.open(kv, SNAPSHOT, "public")).current;
  assert.deepEqual(listingsOf(seen).map(({ id }) => id), [
    "test:K0",
    "test:K2",
    "test:K3",
    "test:K4",
  ]);
  const hidden = seen.get("test:K2")!;
  assert.deepEqual(
    [hidden.address, hidden.pin, hidden.lat, hidden.lon, hidden.zip],
    [null, null, null, null, null],
  );
  assert.equal(hidden.listPrice, 200_200);
  assert.equal(seen.ofParcel("2".padStart(14, "0")).length, 0);
  const all = (await LiveInventory.open(kv, SNAPSHOT, "operator")).current;
  assert.equal(all.size, 10);
  assert.equal(all.get("test:K2")!.address, "102 W Oak St");
  // The licensed listing stands for its copy.
  assert.equal(all.get("private:K3")!.duplicateOf, "test:K3");
  assert.equal(all.get("test:K3")!.duplicateOf, null);
});
