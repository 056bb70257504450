import { DAY_MS } from "../../../contracts/day.ts";
import type { Listing, ListingStatus } from "../listing.ts";

/** Days between two listings of a home that are one attempt to sell it. */
const RELISTING_DAYS = 90;

/** Statuses of an offer that stands, the most open first. */
const STANDING: readonly ListingStatus[] = [
  "active",
  "coming_soon",
  "active_under_contract",
  "pending",
  "hold",
];

/** Statuses of an attempt that ended without a sale. */
const ENDED: ReadonlySet<ListingStatus> = new Set([
  "withdrawn",
  "canceled",
  "expired",
]);

/**
 * Joins the listings of one home: of the same offer in several sources one is shown for the others,
 * and a listing that follows an unsold one within 90 days continues it. The result depends on the
 * listings alone, so every server joins alike.
 */
export function joinHome(listings: readonly Listing[]): readonly Listing[] {
  if (listings.length < 2) return listings;
  const inTime = [...listings].sort((a, b) =>
    a.onMarket - b.onMarket || (a.id < b.id ? -1 : 1)
  );
  const duplicateOf = duplicates(inTime);
  const joined: Listing[] = [];
  for (const listing of inTime) {
    const earlier = joined.findLast((each) => continues(each, listing));
    const linked = {
      duplicateOf: duplicateOf.get(listing.id) ?? null,
      relistingOf: earlier?.id ?? null,
      listedSince: earlier?.listedSince ?? listing.onMarket,
    };
    const isAlone = linked.duplicateOf === null && earlier === undefined;
    joined.push(isAlone ? listing : { ...listing, ...linked });
  }
  return joined;
}

/** Whether the later listing goes on where the earlier one ended. */
function continues(earlier: Listing, later: Listing): boolean {
  if (!ENDED.has(earlier.status) || earlier.onMarket >= later.onMarket) {
    return false;
  }
  const ended = Math.floor(earlier.statusChangedAt / DAY_MS);
  return later.onMarket - ended <= RELISTING_DAYS;
}

/** Offers by the one of another source that is shown for them. */
function duplicates(
  listings: readonly Listing[],
): ReadonlyMap<string, string> {
  const standing = listings
    .filter(({ status }) => STANDING.includes(status))
    .sort((a, b) =>
      Number(b.isPublic) - Number(a.isPublic) ||
      STANDING.indexOf(a.status) - STANDING.indexOf(b.status) ||
      b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1)
    );
  const found = new Map<string, string>();
  const [first] = standing;
  for (const each of standing.slice(1)) {
    // One source does not list one offer twice: two of its listings are two offers.
    if (each.source !== first.source) found.set(each.id, first.id);
  }
  return found;
}
