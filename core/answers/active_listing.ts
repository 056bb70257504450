import type { ActiveListing } from "../engine/underwriting/listing.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { activeListing } from "../inventory/active_listing.ts";
import { inventoryOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";

/** Returns what the active listing of a parcel asks, as underwriting reads it; null without one. */
export function listingOfParcel(
  context: OperationContext,
  parcel: number,
): ActiveListing | null {
  const listing = activeListing(
    inventoryOf(context),
    pinOf(context.snapshot, parcel),
    context.today,
  );
  return listing && {
    price: listing.listPrice,
    listed: listing.onMarket,
    units: listing.units,
  };
}

function pinOf({ tables }: SnapshotData, parcel: number): string | null {
  return parcel < 0 ? null : tables.parcels.property_id.at(parcel);
}
