import type { Read, Strategy } from "../../contracts/envelope.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import { underwrite } from "../engine/underwriting/underwrite.ts";
import type { OperationContext } from "../service/operation.ts";
import { listingOfParcel } from "./active_listing.ts";

/**
 * Returns the verdict on buying a valued property: at the price given, otherwise at its list price. Without
 * either, it is what the value alone tells. The same on every interface.
 *
 * @param price dollars
 */
export function readAt(
  context: OperationContext,
  valuation: Valuation,
  strategy: Strategy,
  price?: number,
): Read {
  const { snapshot, today } = context;
  const listing = listingOfParcel(context, valuation.subject.parcel);
  if (price === undefined && listing === null) return valuation.read;
  return underwrite(snapshot, valuation, {
    strategy,
    custom: price === undefined ? {} : { purchase_price: price },
    listing,
    today,
  }).read;
}
