import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import type { FeedPosition } from "../../../core/inventory/reso/replicate.ts";
import {
  listingsVersion,
  readPosition,
} from "../../../core/store/listings/rows.ts";
import { ResoServer } from "../../../fixtures/reso/server.ts";
import {
  assertMirrors,
  changeFeed,
  feedAt,
  listedFeed,
  sync,
} from "./feed_fixture.ts";

const MODES = [
  { name: "by events", withoutEvents: false },
  { name: "by ModificationTimestamp", withoutEvents: true },
] as const;

for (const { name, withoutEvents } of MODES) {
  Deno.test(`a feed is loaded, and 500 changes of every kind follow ${name}`, async () => {
    using kv = await Deno.openKv(":memory:");
    const database = listedFeed(1_000);
    await using server = await ResoServer.start(database, { withoutEvents });
    const feed = feedAt(server.url);
    const first = await sync(kv, feed);
    assert.equal(first.added, 1_000);
    assert.equal(first.rejected, 0);
    await assertMirrors(kv, database);
    const before = await listingsVersion(kv);
    const asked = server.requests.length;
    changeFeed(database, 500, 7, withoutEvents ? "records" : "events");
    const second = await sync(kv, feed);
    await assertMirrors(kv, database);
    assert(second.added >= 70 && second.removed >= 70, JSON.stringify(second));
    assert(second.changed >= 150, JSON.stringify(second));
    // Only what changed is written, and read.
    assert((await listingsVersion(kv)) - before < 40);
    assert(server.requests.length - asked < 200);
    const third = await sync(kv, feed);
    assert.deepEqual([third.added, third.changed, third.removed], [0, 0, 0]);
  });

  Deno.test(`nothing is lost when listings change and go while they are paged, ${name}`, async () => {
    using kv = await Deno.openKv(":memory:");
    const database = listedFeed(800);
    let n = 0;
    await using server = await ResoServer.start(database, {
      withoutEvents,
      maxPage: 50,
      beforePage() {
        if (n >= 12) return;
        // Rows that were paged already go, and others change, so that every later row moves up.
        for (let k = 0; k < 10; k++) database.remove(`K${n * 10 + k}`);
        database.put(`K${700 + n}`, { ListPrice: 555_000 + n });
        n++;
      },
    });
    const feed = feedAt(server.url);
    await sync(kv, feed);
    // Without events, a deleted record is found by comparing the keys.
    if (withoutEvents) await sync(kv, feed, { full: true });
    else await sync(kv, feed);
    await assertMirrors(kv, database);
  });

  Deno.test(`a sync survives throttling, expired tokens, cut and foreign pages, ${name}`, async () => {
    using kv = await Deno.openKv(":memory:");
    const database = listedFeed(600);
    await using server = await ResoServer.start(database, {
      withoutEvents,
      maxPage: 50,
      client: { id: "us", secret: "secret" },
      requestsPerToken: 4,
    });
    server.mishap([
      { status: 429, retryAfter: "0" },
      { cutAfter: 500 },
      { page: "<h1>Down for maintenance</h1>" },
      { status: 503 },
      { status: 401 },
      { page: '{"value": null}' },
    ], 2);
    const retried: string[] = [];
    const counts = await sync(
      kv,
      feedAt(server.url, {
        auth: {
          type: "client_credentials",
          token_url: server.tokenUrl,
          client_id: "us",
          client_secret_env: "FEED_SECRET",
        },
      }),
      { onRetry: (reason) => retried.push(reason) },
    );
    assert.equal(counts.added, 600);
    await assertMirrors(kv, database);
    for (
      const reason of [
        "status 429",
        "status 503",
        "the connection broke",
        "the response is not a complete page",
      ]
    ) assert(retried.includes(reason), reason);
  });

  Deno.test(`a sync that is cut in the middle goes on there, and adds each listing once, ${name}`, async () => {
    using kv = await Deno.openKv(":memory:");
    const database = listedFeed(1_000);
    await using server = await ResoServer.start(database, { withoutEvents });
    const feed = feedAt(server.url);
    let added = 0;
    for (let cut = 0; cut < 2; cut++) {
      server.mishap(Array.from({ length: 2 }, () => ({ status: 502 })), 4);
      await assert.rejects(
        sync(kv, feed, {
          retries: 1,
          onProgress: (counts) => added = Math.max(added, counts.added),
        }),
        { name: "Fault", code: "upstream_unavailable" },
      );
      const position = await readPosition<FeedPosition>(kv, "test");
      assert.equal(position!.loaded, false);
    }
    const { added: rest } = await sync(kv, feed);
    assert(added > 0 && rest < 1_000, "what was stored is not added again");
    await assertMirrors(kv, database);
    changeFeed(database, 300, 3, withoutEvents ? "records" : "events");
    server.mishap(Array.from({ length: 2 }, () => ({ status: 502 })), 1);
    await assert.rejects(sync(kv, feed, { retries: 1 }), Fault);
    await sync(kv, feed);
    await assertMirrors(kv, database);
  });
}

Deno.test("an update that arrives late and out of order changes nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const database = listedFeed(20);
  await using server = await ResoServer.start(database, {
    withoutEvents: true,
  });
  const feed = feedAt(server.url);
  await sync(kv, feed);
  const old = database.property("K3")!;
  database.put("K3", { ListPrice: 111_000 });
  await sync(kv, feed);
  // A stale replica answers with the record as it was.
  const fresh = database.property("K3")!;
  database.put("K3", old);
  const counts = await sync(kv, feed, { full: true });
  assert.equal(counts.outdated, 1);
  database.put("K3", fresh);
  await sync(kv, feed);
  await assertMirrors(kv, database);
});

Deno.test("no request goes faster than a feed allows, and a throttled one waits as told", async () => {
  using kv = await Deno.openKv(":memory:");
  const database = listedFeed(200);
  await using server = await ResoServer.start(database, {
    maxPage: 20,
    requestsPerSecond: 8,
  });
  const started = performance.now();
  const counts = await sync(kv, feedAt(server.url));
  assert.equal(counts.added, 200);
  assert(performance.now() - started > 900, "it waited for the next second");
});

Deno.test("a next page on another server is not followed with our token", async () => {
  using kv = await Deno.openKv(":memory:");
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      Response.json({
        value: [],
        "@odata.nextLink": "https://elsewhere.example/Property?$skip=1",
      }),
  );
  try {
    await assert.rejects(
      sync(
        kv,
        feedAt(`http://127.0.0.1:${server.addr.port}`, {
          replication: "modification_timestamp",
        }),
      ),
      /another server/,
    );
  } finally {
    await server.shutdown();
  }
});

Deno.test("a wrong secret, a refused query and a page for people are told apart", async () => {
  using kv = await Deno.openKv(":memory:");
  await using server = await ResoServer.start(listedFeed(1), {
    client: { id: "us", secret: "another" },
  });
  const auth = {
    type: "client_credentials",
    token_url: server.tokenUrl,
    client_id: "us",
    client_secret_env: "FEED_SECRET",
  };
  await assert.rejects(
    sync(kv, feedAt(server.url, { auth })),
    /token server gave no token \(status 401\)/,
  );
  await assert.rejects(
    sync(kv, feedAt(server.url, { auth }), { env: () => undefined }),
    { field: "FEED_SECRET" },
  );
  await using open = await ResoServer.start(listedFeed(1));
  await assert.rejects(
    sync(kv, feedAt(open.url, { first_filter: "ListPrice near 5" })),
    /refused a query on Property \(status 400\)/,
  );
});
