/**
 * How long 30,000 listings take to be scored (goal: 60 s on two cores), and changed ones after they
 * arrive (goal: 5 s): from their write to the store until a server's index has them, scored.
 *
 * Usage: `deno run --quiet -P=bench bench/scoring.ts [LISTINGS]`
 */
import process from "node:process";
import { LiveIndex } from "../core/inventory/index/live_index.ts";
import { scorePool } from "../core/inventory/index/score_pool.ts";
import { LiveInventory } from "../core/inventory/live/live_inventory.ts";
import { storedScores } from "../core/store/listing_scores.ts";
import { Random } from "../fixtures/demo/random.ts";
import { demoSnapshot } from "../harness/demo.ts";
import { claimBench, storedAt, TODAY, writeStored } from "./inventory_store.ts";

const count = Number(Deno.args[0] ?? 30_000);
const snapshot = await demoSnapshot();
const dir = await Deno.makeTempDir();
using kv = await Deno.openKv(`${dir}/store`);
const random = new Random(17);
const claim = await claimBench(kv);
const rows = Array.from(
  { length: count },
  (_, n) => storedAt(snapshot, n, random),
);
await writeStored(kv, claim, rows);
const live = await LiveInventory.open(kv, snapshot, "public");
const pool = scorePool(snapshot, snapshot.dir);
const ending = new AbortController();
const { signal } = ending;

let start = performance.now();
const cpu = process.cpuUsage();
const index = await LiveIndex.open({
  snapshot,
  inventory: () => live.current,
  today: () => TODAY,
  pool,
  scores: storedScores(kv),
});
console.log(`answers after ${seconds()} s`);
await index.refresh();
const { user, system } = process.cpuUsage(cpu);
console.log(
  `${index.current.size} listings scored in ${seconds()} s, ${
    ((user + system) / 1e6).toFixed(0)
  } s CPU; ${index.current.staleRows} left`,
);

const following = [
  live.follow({ signal }),
  index.follow({ signal, onError: console.error }),
];
for (const changed of [1, 100, 500]) {
  const from = random.integer(0, count - changed);
  const changes = rows.slice(from, from + changed).map((row) => {
    const listPrice = row.report.listPrice - random.integer(1, 20) * 500;
    const prices = [...row.prices, { at: Date.now(), price: listPrice }];
    return { ...row, prices, report: { ...row.report, listPrice } };
  });
  start = performance.now();
  await writeStored(kv, claim, changes);
  const isThere = () =>
    index.current.staleRows === 0 &&
    changes.every(({ report: { key, listPrice } }) =>
      index.current.columns.figures
        .price[index.current.rowOf(`bench:${key}`)] === listPrice
    );
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(`${changed} changed prices are scored after ${seconds()} s`);
}
ending.abort();
await Promise.all(following);
pool.end();

function seconds(): string {
  return ((performance.now() - start) / 1_000).toFixed(1);
}
