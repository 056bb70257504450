import { PLACES } from "../../../contracts/constants/places.ts";
import { type NearParcel, parcelsWithin } from "../geo/parcel_index.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** The parcel at a point. */
export interface ParcelAtPoint extends NearParcel {
  /** A nearer parcel of another type than the one asked for; null when this is the nearest. */
  readonly passedOver: NearParcel | null;
}

/**
 * Returns the parcel at a point: the nearest of `propType` within `point_match_m`, otherwise
 * the nearest of any type. Ties go to the lower row. Null when no parcel is near.
 */
export function parcelAtPoint(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
  propType?: string,
): ParcelAtPoint | null {
  const { point_match_m } = PLACES;
  const near = parcelsWithin(snapshot, lat, lon, point_match_m);
  const { prop_type } = snapshot.tables.parcels;
  if (near.length === 0) return null;
  const asked = propType === undefined
    ? undefined
    : near.find(({ parcel }) => codeAt(prop_type, parcel) === propType);
  const chosen = asked ?? near[0];
  return { ...chosen, passedOver: chosen === near[0] ? null : near[0] };
}
