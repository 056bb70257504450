import { activeListing } from "../inventory/active_listing.ts";
import { listingsOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";
import { parcelName } from "../engine/subject/parcel_name.ts";

/** Why a caller is not told a value, in words. */
export const VALUE_WITHHELD =
  "the value of a property that is not publicly for sale needs the scope underwrite";

/**
 * Whether a caller may see the value of a parcel: with `underwrite` any, otherwise one that is publicly
 * listed.
 *
 * @param parcel row of `parcels`, -1 for a bare point
 */
export function mayShowValue(
  context: OperationContext,
  parcel: number,
): boolean {
  if (context.scopes?.has("underwrite")) return true;
  const pin = parcelName(context.snapshot, parcel).property_id;
  return activeListing(listingsOf(context, pin), context.today)?.isPublic ??
    false;
}
