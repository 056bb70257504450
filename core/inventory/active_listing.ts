import type { Inventory } from "./inventory.ts";
import { isForSale, type Listing } from "./listing.ts";

/** Returns the offer of a parcel on a day: the newest, of two on one day the cheaper; null without one. */
export function activeListing(
  inventory: Inventory,
  pin: string | null,
  today: number,
): Listing | null {
  if (pin === null) return null;
  const [best] = inventory.ofParcel(pin)
    .filter((each) => isForSale(each) && each.onMarket <= today)
    .sort((a, b) => b.onMarket - a.onMarket || a.listPrice - b.listPrice);
  return best ?? null;
}
