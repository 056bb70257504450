import { isForSale, isUnderContract, type Listing } from "./listing.ts";

/** Returns the newest listing of a parcel that has a buyer; null without one, and where the home is for sale again. */
export function listingUnderContract(
  listings: readonly Listing[],
  today: number,
): Listing | null {
  if (activeListing(listings, today) !== null) return null;
  const [newest] = listings
    .filter((each) => isUnderContract(each) && each.onMarket <= today)
    .sort((a, b) => b.onMarket - a.onMarket);
  return newest ?? null;
}

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
