import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import type { InventoryOutput } from "../../contracts/inventory.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { ResoServer } from "../../fixtures/reso/server.ts";
import { changeDemoFeed, demoFeed } from "../../fixtures/reso/demo_feed.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { startServer } from "../../harness/server_process.ts";
import {
  assertMirrors,
  changeFeed,
  feedAt,
  listedFeed,
  sync,
} from "../inventory/reso/feed_fixture.ts";
import { until } from "../jobs/outbox.ts";

const WORKER = fileURLToPath(new URL("sync_worker.ts", import.meta.url));

/** Waits for something that must happen, and tells after how many seconds it has. */
async function secondsUntil(
  what: string,
  holds: () => Promise<boolean>,
): Promise<number> {
  const start = performance.now();
  while (!await holds()) {
    // No measure of speed, only an end.
    assert(performance.now() - start < 600_000, what);
    // An anonymous caller may ask thirty times a minute.
    await delay(2_500);
  }
  return (performance.now() - start) / 1_000;
}

Deno.test("a demo feed of 5,000 listings flows into a running server, and 500 changes after it", async () => {
  const { dir, ...snapshot } = await demoSnapshot();
  const database = demoFeed(snapshot, {
    count: 5_000,
    seed: 1,
    now: dayOf(DEMO_DAY) * 86_400_000,
  });
  assert.equal(database.rows("Property")!.length, 5_000);
  const client = { id: "demo", secret: "a secret" };
  await using feed = await ResoServer.start(database, {
    client,
    requestsPerToken: 10,
    maxPage: 500,
  });
  const dataDir = await Deno.makeTempDir();
  const feeds = `${dataDir}/feeds.json`;
  await Deno.writeTextFile(
    feeds,
    JSON.stringify([{
      name: "demo",
      url: feed.url,
      license: "made up",
      every_seconds: 2,
      auth: {
        type: "client_credentials",
        token_url: feed.tokenUrl,
        client_id: client.id,
        client_secret_env: "DEMO_FEED_SECRET",
      },
    }]),
  );
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
    TWOFLAT_FEEDS: feeds,
    DEMO_FEED_SECRET: client.secret,
  });
  try {
    const url = await server.url;
    const search = async (query: string): Promise<InventoryOutput> => {
      const response = await fetch(`${url}/api/listings?${query}`);
      assert.equal(response.status, 200, await response.clone().text());
      return await response.json();
    };
    const forSale = () =>
      database.rows("Property")!.filter(({ StandardStatus }) =>
        StandardStatus === "Active"
      ).length;
    const isShown = async () =>
      (await search("limit=1")).inventory_size === forSale();
    await secondsUntil("the first load", isShown);
    changeDemoFeed(database, 500, 9);
    // One more listing, cheaper than any: a change that is easy to find.
    const [{ ListingKey: key }] = database.rows("Property")!.filter((row) =>
      row.StandardStatus === "Active" && row.ParcelNumber !== null
    );
    database.put(String(key), { ListPrice: 5_000 });
    const took = await secondsUntil("the changes", isShown);
    const cheapest = await search("max_price=5000");
    assert.deepEqual(
      cheapest.listings.map(({ listing_id, list_price }) => [
        listing_id,
        list_price,
      ]),
      [[`demo:${key}`, 5_000]],
    );
    console.log(`500 changes were searchable after ${took.toFixed(1)} s`);
  } finally {
    server.child.kill("SIGTERM");
    await server.ended;
    using kv = await Deno.openKv(`${dataDir}/twoflat.kv`);
    await assertMirrors(kv, database);
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a sync that is killed with SIGKILL again and again loses nothing and doubles nothing", async () => {
  const dir = await Deno.makeTempDir();
  const store = `${dir}/kv`;
  const database = listedFeed(1_500);
  await using server = await ResoServer.start(database, { maxPage: 25 });
  try {
    for (let round = 0; round < 6; round++) {
      // It is in its midst when it has to wait: in the load first, among the events later.
      const before = 4 + 4 * round;
      server.mishap([{ status: 503, retryAfter: "600" }], before);
      const asked = server.requests.length;
      const child = new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "-P=test", WORKER, store, server.url],
        stdout: "null",
        stderr: "null",
      }).spawn();
      await until(() => server.requests.length > asked + before);
      child.kill("SIGKILL");
      assert.equal((await child.status).signal, "SIGKILL");
      changeFeed(database, 60, round);
      // The dead one's claim holds for half a minute: the next would wait for it.
      using kv = await Deno.openKv(store);
      await kv.delete(["listings", "lease", "test"]);
    }
    using kv = await Deno.openKv(store);
    await sync(kv, feedAt(server.url));
    await assertMirrors(kv, database);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
