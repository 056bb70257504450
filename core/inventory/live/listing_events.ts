import type { Listing } from "../listing.ts";

/** Something that happened to a listing. */
export interface ListingEvent {
  /** Epoch milliseconds, in the source's clock. */
  readonly at: number;
  readonly listing: Listing;
  readonly kind: "listed" | "price" | "status";
  /** Asking price from then on, dollars; null for a change of status. */
  readonly price: number | null;
  /** Status from then on; null for a change of price. */
  readonly status: Listing["status"] | null;
}

/** Returns what happened to listings, oldest first: when each was listed, its prices and its statuses. */
export function listingEvents(
  listings: readonly Listing[],
): readonly ListingEvent[] {
  return listings.flatMap((listing) => [
    ...listing.prices.map(({ at, price }, n): ListingEvent => ({
      at,
      listing,
      kind: n === 0 ? "listed" : "price",
      price,
      status: null,
    })),
    ...listing.statuses
      // The first status of an active listing says no more than that it was listed.
      .filter(({ status }, n) => n > 0 || status !== "active")
      .map(({ at, status }): ListingEvent => ({
        at,
        listing,
        kind: "status",
        price: null,
        status,
      })),
  ]).sort((a, b) => a.at - b.at);
}
