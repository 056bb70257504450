import { isForSale, type Listing } from "./listing.ts";

/** Returns the offer among the listings of a parcel on a day: the newest, of two on one day the cheaper; null without one. */
export function activeListing(
  listings: readonly Listing[],
  today: number,
): Listing | null {
  const [best] = listings
    .filter((each) => isForSale(each) && each.onMarket <= today)
    .sort((a, b) => b.onMarket - a.onMarket || a.listPrice - b.listPrice);
  return best ?? null;
}
