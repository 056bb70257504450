/**
 * Matches 10,000 profiles against 30,000 listings, then raises the alerts of a day on which one
 * listing in a hundred is new, and prints how long each took. `deno run -P=bench bench/match_profiles.ts`.
 */
import { listingsOf } from "../harness/listings.ts";
import { cpuUsage } from "node:process";
import { Strategy } from "../contracts/envelope.ts";
import type { Profile } from "../contracts/saved_items.ts";
import type { Listing } from "../core/inventory/listing.ts";
import { columnsOf } from "../core/inventory/index/make_columns.ts";
import { pendingScore } from "../core/inventory/scoring/listing_score.ts";
import { ListingSet } from "../core/inventory/listing_set.ts";
import { snapshotInventory } from "../core/inventory/snapshot_inventory.ts";
import { InventoryIndex } from "../core/inventory/index/inventory_index.ts";
import { matchProfiles } from "../core/jobs/alerts/match.ts";
import { matchAndRaise } from "../core/jobs/alerts/match_and_raise.ts";
import { profileIndexKey } from "../core/store/alerts/profiles.ts";
import { addWebhook } from "../tests/jobs/outbox.ts";
import { Random } from "../fixtures/demo/random.ts";
import { DEMO_DAY, demoSnapshot } from "../harness/demo.ts";
import { dayOf, finish } from "../core/engine/snapshot.ts";

const LISTINGS = 30_000;
const PROFILES = Number(Deno.args[0] ?? 10_000);

const random = new Random(20);
const snapshot = await demoSnapshot();
const today = dayOf(DEMO_DAY);
const known = listingsOf(snapshotInventory(snapshot)).filter(({ pin }) =>
  pin !== null
);
const listings = Array.from({ length: LISTINGS }, (_, n): Listing => ({
  ...known[n % known.length],
  id: `L${String(n).padStart(6, "0")}`,
  listPrice: random.integer(80_000, 900_000),
}));
const score = pendingScore(snapshot, listings[0], today, false);
const scores = listings.map(() => ({
  ...score,
  confidence: random.integer(0, 100),
  strategies: Object.fromEntries(
    Strategy.options.map((strategy) => [strategy, {
      ...score.strategies[strategy],
      percentile: random.integer(0, 100),
      dealScore: random.integer(0, 100),
    }]),
  ) as typeof score.strategies,
}));
const columnsFor = (from: readonly Listing[]) =>
  finish(columnsOf({
    snapshot,
    inventory: ListingSet.of(from, 1),
    ids: from.map(({ id }) => id),
    scored: new Map(from.map((listing, row) => [row, {
      listing,
      score: scores[row],
      freshness: "current",
      changed: 1,
    }])),
  }));
const columns = columnsFor(listings);
const profiles = Array.from({ length: PROFILES }, (_, n) => {
  const west = -88 + random.between(0, 0.4),
    south = 41.6 + random.between(0, 0.4);
  const profile: Profile = {
    profile_id: `pro_${n}`,
    name: "bench",
    strategy: random.pick(Strategy.options),
    max_price: random.integer(100_000, 600_000),
    min_percentile: random.integer(40, 95),
    min_confidence: random.integer(0, 60),
    ...(random.chance(0.7) &&
      { west, south, east: west + 0.1, north: south + 0.1 }),
    channels: [],
    cadence: "instant",
    daily_cap: 20,
    paused: false,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
  return { profile };
});
/** Prints what work came to, in seconds that passed and seconds of CPU. */
async function timed(
  name: string,
  work: () => Promise<unknown> | unknown,
): Promise<void> {
  const start = performance.now();
  const before = cpuUsage();
  const outcome = await work();
  const { user, system } = cpuUsage(before);
  console.log(
    `${name}: ${JSON.stringify(outcome)} in ${
      ((performance.now() - start) / 1_000).toFixed(1)
    } s, ${((user + system) / 1e6).toFixed(1)} s of CPU`,
  );
}

await timed(`${PROFILES} profiles x ${LISTINGS} listings, matched`, () => {
  let matches = 0;
  for (const { rows } of matchProfiles(snapshot, columns, profiles)) {
    matches += rows.length;
  }
  return { matches };
});

const path = await Deno.makeTempFile({ suffix: ".kv" });
using kv = await Deno.openKv(path);
const now = Date.UTC(2026, 10, 22, 13);
const DAY = 86_400_000;
for (const [n, { profile }] of profiles.entries()) {
  await addWebhook(kv, `own_${n}`, `ch_${n}`, "https://hooks.example/a");
  await kv.set(profileIndexKey(`own_${n}`, profile.profile_id), {
    ...profile,
    channels: [{ type: "webhook", channel_id: `ch_${n}` }],
  });
}
for (const day of [0, 1, 2]) {
  const isNew = (n: number) => day > 0 && n % 100 === day;
  const current = columnsFor(listings.map((listing, n) => ({
    ...listing,
    listPrice: listing.listPrice - (isNew(n) ? 1 : 0),
    firstSeen: isNew(n) ? now : Date.UTC(2025, 0, 1),
  })));
  const index = new InventoryIndex(day, today, current);
  await timed(
    `day ${day}`,
    () =>
      matchAndRaise(kv, { snapshot, index, today }, { now: now + day * DAY }),
  );
}
await Deno.remove(path);
