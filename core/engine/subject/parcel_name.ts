import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** What a parcel is known by; null where the county does not say. */
export interface ParcelName {
  readonly property_id: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly zip: string | null;
}

const NAMELESS: ParcelName = {
  property_id: null,
  address: null,
  city: null,
  zip: null,
};

/**
 * Returns the identifier and address of a parcel.
 *
 * @param parcel row of `parcels`, -1 for a bare point, which has neither
 */
export function parcelName(
  { tables: { parcels } }: SnapshotData,
  parcel: number,
): ParcelName {
  if (parcel < 0) return NAMELESS;
  return {
    property_id: parcels.property_id.at(parcel),
    address: parcels.address.at(parcel) || null,
    city: codeAt(parcels.city, parcel) || null,
    zip: codeAt(parcels.zip, parcel) || null,
  };
}
