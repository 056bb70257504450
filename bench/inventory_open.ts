/**
 * How long a server takes to open an inventory of 200,000 listings, scored, and the memory it then
 * holds (goals: 3 s, 300 MB). Each opening is a process of its own.
 *
 * Usage: `deno run --quiet -P=bench bench/inventory_open.ts [LISTINGS] [DIRECTORY]`
 */
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { readCopy, writeCopy } from "../core/inventory/copy/inventory_copy.ts";
import { LiveIndex } from "../core/inventory/index/live_index.ts";
import { scorePool } from "../core/inventory/index/score_pool.ts";
import { LiveInventory } from "../core/inventory/live/live_inventory.ts";
import { storedScores } from "../core/store/listing_scores.ts";
import { openStore } from "../core/store/open.ts";
import { demoSnapshot } from "../harness/demo.ts";
import { DENO } from "./http_load.ts";
import { fillStore, TODAY } from "./inventory_store.ts";

const [first = "200000", given] = Deno.args;
if (first === "open") await open(given);
else await measure(Number(first), given ?? await Deno.makeTempDir());

async function measure(count: number, dataDir: string): Promise<void> {
  const snapshot = await demoSnapshot();
  {
    const start = performance.now();
    using kv = await openStore({ dataDir });
    if ((await kv.get(["listings", "version"])).value === null) {
      await fillStore(kv, snapshot, count);
      console.log(`filled in ${seconds(start)} s: ${dataDir}`);
    }
  }
  const script = fileURLToPath(import.meta.url);
  const [command, ...args] = DENO;
  for (let round = 0; round < 3; round++) {
    await new Deno.Command(command, {
      args: [
        ...args,
        "--v8-flags=--expose-gc",
        "-P=bench",
        script,
        "open",
        dataDir,
      ],
    }).spawn().status;
  }
}

async function open(dataDir: string): Promise<void> {
  const snapshot = await demoSnapshot();
  using kv = await openStore({ dataDir });
  const before = held();
  const start = performance.now();
  const cpu = process.cpuUsage();
  const copy = { kv, snapshot, path: join(dataDir, "inventory.copy") };
  let known = await readCopy(copy);
  const from = known ? "from the copy" : "from the store";
  const live = await LiveInventory.open(
    kv,
    snapshot,
    "public",
    known?.inventory,
  );
  const listings = seconds(start);
  const index = await LiveIndex.open({
    snapshot,
    inventory: () => live.current,
    today: () => TODAY,
    pool: scorePool(snapshot, snapshot.dir),
    scores: storedScores(kv),
  }, known?.index);
  const all = seconds(start);
  const { user, system } = process.cpuUsage(cpu);
  known = null;
  const { size, staleRows } = index.current;
  console.log(
    `${size} listings, ${staleRows} unscored: open in ${all} s (listings ${listings} s; CPU ${
      ((user + system) / 1e6).toFixed(1)
    } s), ${((held() - before) / 1e6).toFixed(0)} MB held, RSS ${
      (Deno.memoryUsage().rss / 1e6).toFixed(0)
    } MB, ${from}`,
  );
  if (from === "from the store") {
    const start = performance.now();
    await writeCopy(copy, index.current);
    const { size } = await Deno.stat(copy.path);
    console.log(`copied in ${seconds(start)} s: ${(size / 1e6).toFixed(0)} MB`);
  }
  Deno.exit(0);
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1);
}

/** Bytes that objects and arrays hold after a collection. */
function held(): number {
  const { gc } = globalThis as unknown as { gc(): void };
  gc();
  gc();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
