import type { Profile } from "../../../contracts/saved_items.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import type { SnapshotData } from "../../../core/engine/snapshot.ts";
import { isForSale, type Listing } from "../../../core/inventory/listing.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import { snapshotInventory } from "../../../core/inventory/snapshot_inventory.ts";
import { indexOf } from "../../../core/service/index_of.ts";
import { profileIndexKey } from "../../../core/store/alerts/profiles.ts";
import { DEMO_DAY } from "../../../harness/demo.ts";
import { listingsOf } from "../../../harness/listings.ts";

/** The day of these tests. */
export const TODAY = dayOf(DEMO_DAY);
/** Noon of it, epoch milliseconds. */
export const NOON = TODAY * 86_400_000 + 43_200_000;

/** A few matched listings of the demo county, as if the feed brought them at a time. */
export function someListings(
  snapshot: SnapshotData,
  count: number,
  firstSeen: number,
): Listing[] {
  return listingsOf(snapshotInventory(snapshot))
    .filter((each) =>
      isForSale(each) && each.pin !== null && each.onMarket <= TODAY
    )
    .slice(0, count)
    .map((each) => ({ ...each, firstSeen }));
}

/** The scored listings. */
export function scored(snapshot: SnapshotData, listings: readonly Listing[]) {
  return indexOf({
    snapshot,
    inventory: ListingSet.of(listings, 1),
    today: TODAY,
  });
}

/** Keeps a profile of an owner, as the operation does. */
export async function addProfile(
  kv: Deno.Kv,
  owner: string,
  given: Partial<Profile> = {},
): Promise<Profile> {
  const profile: Profile = {
    profile_id: `pro_${owner.padEnd(12, "_")}`,
    name: "everything",
    strategy: "hold",
    channels: [],
    cadence: "instant",
    daily_cap: 20,
    paused: false,
    created_at: new Date(NOON - 3_600_000).toISOString(),
    updated_at: new Date(NOON - 3_600_000).toISOString(),
    ...given,
  };
  await kv.set(profileIndexKey(owner, profile.profile_id), profile);
  return profile;
}
