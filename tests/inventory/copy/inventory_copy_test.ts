import assert from "node:assert/strict";
import { join } from "node:path";
import {
  InventoryCopier,
  readCopy,
  writeCopy,
} from "../../../core/inventory/copy/inventory_copy.ts";
import { LiveIndex } from "../../../core/inventory/index/live_index.ts";
import { scorePool } from "../../../core/inventory/index/score_pool.ts";
import { LiveInventory } from "../../../core/inventory/live/live_inventory.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { storedScores } from "../../../core/store/listing_scores.ts";
import {
  changeFeed,
  feedAt,
  listedFeed,
  SNAPSHOT,
  sync,
} from "../reso/feed_fixture.ts";
import { ResoServer } from "../../../fixtures/reso/server.ts";
import { listingsOf } from "../../../harness/listings.ts";

const TODAY = 20_800;

/** What a server opens, from its copy where it has one. */
async function open(kv: Deno.Kv, path: string) {
  const place = { kv, snapshot: SNAPSHOT, path };
  const copy = await readCopy(place);
  const live = await LiveInventory.open(
    kv,
    SNAPSHOT,
    "public",
    copy?.inventory,
  );
  const index = await LiveIndex.open({
    snapshot: SNAPSHOT,
    inventory: () => live.current,
    today: () => TODAY,
    pool: scorePool(SNAPSHOT, null),
    scores: storedScores(kv),
  }, copy?.index);
  return { place, copy, live, index };
}

/** Everything of an index that answers are made from. */
function content({ current }: LiveIndex) {
  const { inventory, ...columns } = current.columns;
  const { areas, texts, ...rest } = columns;
  const words = [areas, texts].map(({ values, dictionary }) =>
    Array.from(values, (code) => dictionary[code])
  );
  return {
    rest,
    words,
    listings: listingsOf(inventory),
    groups: current.clusters,
  };
}

Deno.test("a start from the copy has what a start from the store has, with what changed since", async () => {
  const dir = await Deno.makeTempDir();
  using kv = await Deno.openKv(join(dir, "store"));
  const database = listedFeed(300);
  await using server = await ResoServer.start(database);
  await sync(kv, feedAt(server.url));
  const path = join(dir, "copy");
  const first = await open(kv, path);
  assert.equal(first.copy, null);
  await new InventoryCopier(first.place, () => first.index.current).copy();

  const again = await open(kv, path);
  assert.equal(again.index.current, again.copy!.index, "nothing is made twice");
  assert.deepEqual(content(again.index), content(first.index));

  changeFeed(database, 80, 3);
  await sync(kv, feedAt(server.url));
  const [later, fresh] = [await open(kv, path), await open(kv, "none")];
  assert(later.copy!.inventory.version < later.live.current.version);
  assert.deepEqual(
    listingsOf(later.live.current),
    listingsOf(fresh.live.current),
  );
  assert.deepEqual(later.live.current.counts, fresh.live.current.counts);
  const columns = ({ index }: typeof later) => {
    const { figures: { changed: _, ...figures }, codes } =
      index.current.columns;
    return { ids: index.current.columns.ids, figures, codes };
  };
  assert.deepEqual(columns(later), columns(fresh));
});

Deno.test("a copy that is damaged, or of another store, snapshot or time, is not read", async () => {
  const dir = await Deno.makeTempDir();
  using kv = await Deno.openKv(":memory:");
  await using server = await ResoServer.start(listedFeed(30));
  await sync(kv, feedAt(server.url));
  const path = join(dir, "copy");
  const { place, index } = await open(kv, path);
  await writeCopy(place, index.current);
  assert.notEqual(await readCopy(place), null);
  if (Deno.build.os !== "windows") {
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }

  using other = await Deno.openKv(":memory:");
  await sync(other, feedAt(server.url));
  assert.equal(await readCopy({ ...place, kv: other }), null);
  const snapshot = { ...memorySnapshot({}), id: "another" };
  assert.equal(await readCopy({ ...place, snapshot }), null);

  const bytes = await Deno.readFile(path);
  for (const at of [0, 12, 40, bytes.length >> 1, bytes.length - 1]) {
    const damaged = bytes.slice();
    damaged[at] ^= 1;
    await Deno.writeFile(path, damaged);
    assert.equal(await readCopy(place), null, `byte ${at}`);
  }
  for (const length of [0, 3, 15, 19, bytes.length - 1]) {
    await Deno.writeFile(path, bytes.subarray(0, length));
    assert.equal(await readCopy(place), null, `${length} bytes`);
  }
  assert.deepEqual([...Deno.readDirSync(dir)].map(({ name }) => name), [
    "copy",
  ]);
});
