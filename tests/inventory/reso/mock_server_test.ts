/** The client against an independent OData server, which knows of RESO only the Data Dictionary's schema. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import mockServer from "@sap-ux/fe-mockserver-core";
import type { ResoDatabase } from "../../../fixtures/reso/database.ts";
import {
  assertMirrors,
  changeFeed,
  feedAt,
  listedFeed,
  sync,
} from "./feed_fixture.ts";

const METADATA = fileURLToPath(
  new URL("data_dictionary.xml", import.meta.url),
);

// A CommonJS module: its class is the default of its default export.
const { default: MockServer } = mockServer;

/** Runs work against a mock server that holds what the database does now. */
async function serving(
  database: ResoDatabase,
  withoutEvents: boolean,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const dir = await Deno.makeTempDir();
  for (const name of ["Property", "Media", "EntityEvent"]) {
    const rows = name === "EntityEvent" && withoutEvents
      ? []
      : database.rows(name);
    await Deno.writeTextFile(`${dir}/${name}.json`, JSON.stringify(rows));
  }
  const mock = new MockServer({
    services: [{
      urlPath: "/odata",
      metadataPath: METADATA,
      mockdataPath: dir,
      noETag: true,
    }],
    annotations: [],
    plugins: [],
  });
  await mock.isReady;
  const router = mock.getRouter();
  const server = createServer((request, response) =>
    router(request, response, () => {
      response.statusCode = 404;
      response.end();
    })
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    await work(`http://127.0.0.1:${port}/odata`);
  } finally {
    server.closeAllConnections();
    server.close();
    await Deno.remove(dir, { recursive: true });
  }
}

for (const replication of ["entity_event", "modification_timestamp"] as const) {
  Deno.test(`an independent OData server is replicated by ${replication}`, async () => {
    using kv = await Deno.openKv(":memory:");
    const database = listedFeed(250);
    const byEvents = replication === "entity_event";
    await serving(database, !byEvents, async (url) => {
      const { added } = await sync(kv, feedAt(url, { replication }));
      assert.equal(added, 250);
    });
    await assertMirrors(kv, database);
    changeFeed(database, 120, 4, "events");
    await serving(database, !byEvents, async (url) => {
      const feed = feedAt(url, { replication });
      // Without events, a deletion is found by comparing the keys.
      const { removed } = await sync(kv, feed, { full: !byEvents });
      assert(removed > 10);
    });
    await assertMirrors(kv, database);
  });
}
