import type { ActiveListing } from "../engine/underwriting/listing.ts";
import { activeListing } from "../inventory/active_listing.ts";
import { listingsOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";
import { parcelName } from "../engine/subject/parcel_name.ts";

/** Returns what the active listing of a parcel asks, as underwriting reads it; null without one. */
export function listingOfParcel(
  context: OperationContext,
  parcel: number,
): ActiveListing | null {
  const listing = activeListing(
    listingsOf(context, parcelName(context.snapshot, parcel).property_id),
    context.today,
  );
  return listing && {
    price: listing.listPrice,
    listed: listing.onMarket,
    units: listing.units,
  };
}
