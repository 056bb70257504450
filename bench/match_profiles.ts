/** Matches 10,000 profiles against 30,000 listings, and prints how long it took. `deno run -P=bench bench/match_profiles.ts`. */
import { Strategy } from "../contracts/envelope.ts";
import type { Profile } from "../contracts/saved_items.ts";
import type { Listing } from "../core/inventory/listing.ts";
import { columnsOf } from "../core/inventory/index/columns.ts";
import { pendingScore } from "../core/inventory/scoring/listing_score.ts";
import { ListingSet } from "../core/inventory/listing_set.ts";
import { snapshotInventory } from "../core/inventory/snapshot_inventory.ts";
import { matchProfiles } from "../core/jobs/alerts/match.ts";
import { Random } from "../fixtures/demo/random.ts";
import { DEMO_DAY, demoSnapshot } from "../harness/demo.ts";
import { dayOf } from "../core/engine/snapshot.ts";

const LISTINGS = 30_000;
const PROFILES = 10_000;

const random = new Random(20);
const snapshot = await demoSnapshot();
const today = dayOf(DEMO_DAY);
const known = snapshotInventory(snapshot).all().filter(({ pin }) =>
  pin !== null
);
const listings = Array.from({ length: LISTINGS }, (_, n): Listing => ({
  ...known[n % known.length],
  id: `L${String(n).padStart(6, "0")}`,
  listPrice: random.integer(80_000, 900_000),
}));
const score = pendingScore(snapshot, listings[0], today, false);
const columns = columnsOf({
  snapshot,
  inventory: ListingSet.of(listings, 1),
  ids: listings.map(({ id }) => id),
  scored: new Map(listings.map((listing, row) => [row, {
    listing,
    score: {
      ...score,
      confidence: random.integer(0, 100),
      strategies: Object.fromEntries(
        Strategy.options.map((strategy) => [strategy, {
          ...score.strategies[strategy],
          percentile: random.integer(0, 100),
          dealScore: random.integer(0, 100),
        }]),
      ) as typeof score.strategies,
    },
    freshness: "current",
    changed: 1,
  }])),
});
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
for (let round = 1; round <= 3; round++) {
  const start = performance.now();
  let matches = 0;
  for (const _ of matchProfiles(snapshot, columns, profiles)) matches++;
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `round ${round}: ${PROFILES} profiles x ${LISTINGS} listings, ${matches} matches in ${
      seconds.toFixed(2)
    } s`,
  );
}
