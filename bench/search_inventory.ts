/**
 * Searches over 30,000 listings (goal: p99 under 20 ms), each with other filters, order and page,
 * through the whole operation; with changes of the inventory in between.
 *
 * Usage: `deno run --quiet -P=bench bench/search_inventory.ts [LISTINGS]`
 */
import { Strategy } from "../contracts/envelope.ts";
import { ListingSort } from "../contracts/inventory_filters.ts";
import { LOCAL } from "../core/access/principal.ts";
import { buildIndex } from "../core/inventory/index/build_index.ts";
import { searchInvestmentInventory } from "../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../core/service/serve.ts";
import { Random } from "../fixtures/demo/random.ts";
import { demoSnapshot } from "../harness/demo.ts";
import { madeInventory, TODAY } from "./inventory_store.ts";

const count = Number(Deno.args[0] ?? 30_000);
const ASKED = 4_000;
/** Searches between two versions of the inventory. */
const PER_VERSION = 200;

const snapshot = await demoSnapshot();
const random = new Random(5);
const made = madeInventory(snapshot, count);
let { inventory } = made;
let { index } = await buildIndex({
  snapshot,
  inventory,
  today: TODAY,
  scores: made.scores,
});
const times: number[] = [];
const builds: number[] = [];
for (let n = 0; n < ASKED; n++) {
  if (n % PER_VERSION === PER_VERSION - 1) await change();
  const input = question();
  const start = performance.now();
  await serve(searchInvestmentInventory, {
    snapshot,
    inventory,
    index,
    today: TODAY,
    principal: LOCAL,
    cursorSecret: "s",
  }, input);
  if (n >= 400) times.push(performance.now() - start);
}
print(`search over ${index.size} listings`, times);
print("a version with 100 changed prices", builds);

function question() {
  const west = -87.9 + random.between(0, 0.3);
  const south = 41.65 + random.between(0, 0.3);
  return {
    strategy: random.pick(Strategy.options),
    sort: random.pick(ListingSort.options),
    limit: random.pick([10, 20, 50]),
    ...(random.chance(0.6) && { max_price: random.integer(150, 700) * 1_000 }),
    ...(random.chance(0.3) && { min_percentile: random.integer(20, 80) }),
    ...(random.chance(0.3) && { min_beds: random.integer(1, 4) }),
    ...(random.chance(0.3) && { max_days: random.integer(7, 90) }),
    ...(random.chance(0.4) &&
      { west, south, east: west + 0.15, north: south + 0.12 }),
  };
}

/** A hundred prices change, as a feed brings them. */
async function change(): Promise<void> {
  const ids = inventory.ids();
  const changed = Array.from({ length: 100 }, () => {
    const listing = inventory.get(random.pick([...ids.slice(0, 5_000)]))!;
    return { ...listing, listPrice: random.integer(80, 900) * 1_000 };
  });
  inventory = inventory.with(changed, [], inventory.version + 1);
  const scores = new Map(
    changed.map(({ id }) => [id, made.scores.get(id)]),
  );
  const start = performance.now();
  ({ index } = await buildIndex({
    snapshot,
    inventory,
    today: TODAY,
    scores,
    earlier: index,
  }));
  builds.push(performance.now() - start);
}

function print(name: string, all: number[]): void {
  all.sort((a, b) => a - b);
  const at = (share: number) =>
    all[Math.floor((all.length - 1) * share)].toFixed(1);
  console.log(
    `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}
