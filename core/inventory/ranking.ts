import type { Strategy } from "../../contracts/envelope.ts";
import { countyScores } from "../engine/scoring/county_scores.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { findParcel } from "../engine/subject/property_id.ts";
import { codeAt } from "../engine/tables.ts";
import type { Inventory } from "./inventory.ts";
import { isForSale, type Listing } from "./listing.ts";

/** A listing's place in the ranking of a strategy. */
export interface RankedListing {
  readonly listing: Listing;
  /** Row of `parcels`; -1 when unmatched. */
  readonly parcel: number;
  /** County percentile of its tract, one decimal; null where there is none. */
  readonly percentile: number | null;
}

const rankings = new WeakMap<
  Inventory,
  Map<string, readonly RankedListing[]>
>();

/** Every listing that is for sale, best percentile for the strategy first, without one last, then by identifier. Made once a day and strategy. */
export function rankListings(
  inventory: Inventory,
  snapshot: SnapshotData,
  strategy: Strategy,
  today: number,
): readonly RankedListing[] {
  let known = rankings.get(inventory);
  if (!known) rankings.set(inventory, known = new Map());
  const key = `${strategy} ${today}`;
  let ranked = known.get(key);
  if (!ranked) {
    // Yesterday's ranking is not asked for again.
    for (const old of known.keys()) {
      if (!old.endsWith(` ${today}`)) known.delete(old);
    }
    known.set(key, ranked = rank(inventory, snapshot, strategy, today));
  }
  return ranked;
}

/** A place in a ranking. */
export interface RankPosition {
  readonly percentile: number | null;
  readonly listingId: string;
}

/** Whether `b` comes after the position `a` in a ranking. */
export function comesAfter(a: RankPosition, b: RankedListing): boolean {
  return order(a, { percentile: b.percentile, listingId: b.listing.id }) < 0;
}

function order(a: RankPosition, b: RankPosition): number {
  return (b.percentile ?? -1) - (a.percentile ?? -1) ||
    (a.listingId < b.listingId ? -1 : a.listingId > b.listingId ? 1 : 0);
}

function rank(
  inventory: Inventory,
  snapshot: SnapshotData,
  strategy: Strategy,
  today: number,
): RankedListing[] {
  const { parcels } = snapshot.tables;
  const percentiles = new Map(
    countyScores(snapshot, today).map(({ geoid, strategies }) => [
      geoid,
      strategies[strategy].percentile,
    ]),
  );
  return inventory.all().filter(isForSale).map((listing) => {
    const parcel = listing.pin === null
      ? -1
      : findParcel(snapshot, listing.pin);
    const tract = parcel < 0 ? "" : codeAt(parcels.tract, parcel);
    const percentile = percentiles.get(tract) ?? null;
    return {
      listing,
      parcel,
      percentile: percentile === null ? null : Math.round(percentile * 10) / 10,
    };
  }).sort((a, b) =>
    order({ ...a, listingId: a.listing.id }, { ...b, listingId: b.listing.id })
  );
}
