import type { Strategy } from "../../../contracts/envelope.ts";
import { countyScores } from "../scoring/county_scores.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** A listing's place in the ranking of a strategy. */
export interface RankedListing {
  /** Row of `listings`. */
  readonly row: number;
  readonly listingId: string;
  /** County percentile of its tract, one decimal; null where there is none. */
  readonly percentile: number | null;
}

const rankings = new WeakMap<
  SnapshotData,
  Map<string, readonly RankedListing[]>
>();

/** Every listing, best percentile for the strategy first, without one last, then by identifier. Made once a day and strategy. */
export function rankListings(
  snapshot: SnapshotData,
  strategy: Strategy,
  today: number,
): readonly RankedListing[] {
  let known = rankings.get(snapshot);
  if (!known) rankings.set(snapshot, known = new Map());
  const key = `${strategy} ${today}`;
  let ranked = known.get(key);
  if (!ranked) {
    // Yesterday's ranking is not asked for again.
    for (const old of known.keys()) {
      if (!old.endsWith(` ${today}`)) known.delete(old);
    }
    known.set(key, ranked = rank(snapshot, strategy, today));
  }
  return ranked;
}

/** Whether `a` comes before `b` in a ranking. */
export function comesBefore(
  a: Pick<RankedListing, "percentile" | "listingId">,
  b: Pick<RankedListing, "percentile" | "listingId">,
): boolean {
  return order(a, b) < 0;
}

function order(
  a: Pick<RankedListing, "percentile" | "listingId">,
  b: Pick<RankedListing, "percentile" | "listingId">,
): number {
  return (b.percentile ?? -1) - (a.percentile ?? -1) ||
    (a.listingId < b.listingId ? -1 : a.listingId > b.listingId ? 1 : 0);
}

function rank(
  snapshot: SnapshotData,
  strategy: Strategy,
  today: number,
): RankedListing[] {
  const { listings, parcels } = snapshot.tables;
  const percentiles = new Map(
    countyScores(snapshot, today).map(({ geoid, strategies }) => [
      geoid,
      strategies[strategy].percentile,
    ]),
  );
  return Array.from({ length: listings.rows }, (_, row) => {
    const parcel = listings.parcel[row];
    const tract = parcel < 0 ? "" : codeAt(parcels.tract, parcel);
    const percentile = percentiles.get(tract) ?? null;
    return {
      row,
      listingId: listings.listing_id.at(row),
      percentile: percentile === null ? null : Math.round(percentile * 10) / 10,
    };
  }).sort(order);
}
