/**
 * A server of so many synthetic listings over the demo county, with keys, limits, metering, audit
 * and a log line for every request. Prints its address and a key, then its CPU time for every line
 * on stdin, and ends with stdin. The argument is the number of listings.
 */
import { buildIndex } from "../core/inventory/index/build_index.ts";
import { sortKeys } from "../core/inventory/index/inventory_index.ts";
import { compileRegistry } from "../core/service/registry.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { listen } from "../routes/listen.ts";
import { configureLogging } from "../routes/middleware/logging.ts";
import { realApp } from "../harness/access.ts";
import { demoSnapshot } from "../harness/demo.ts";
import { answerCpu } from "./compared.ts";
import { madeInventory, TODAY } from "./inventory_store.ts";

configureLogging("info");
const snapshot = await demoSnapshot();
const { inventory, scores } = madeInventory(snapshot, Number(Deno.args[0]));
const { index } = await buildIndex({
  snapshot,
  inventory,
  today: TODAY,
  scores,
});
index.clusters;
index.order(sortKeys("deal_score", "hold"));
await using real = await realApp({
  registry: compileRegistry(OPERATIONS),
  snapshot,
  inventory: () => inventory,
  index: () => index,
  today: () => TODAY,
  publicUrl: "http://127.0.0.1",
});
const server = listen(real.app, "127.0.0.1", 0);
const key = await real.issue({ scopes: "read" });
await answerCpu({
  url: server.url,
  subjects: [],
  headers: { authorization: `Bearer ${key}` },
});
await server.stop();
