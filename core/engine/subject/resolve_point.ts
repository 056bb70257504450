import { CONSTANTS } from "../../../contracts/constants.ts";
import { type NearParcel, parcelsWithin } from "../geo/parcel_index.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/**
 * The parcel a point stands for. A point that lies on a parcel (`point_exact_meters`, as copied
 * from a record) is that parcel; else the nearest of `propType` within `point_match_meters`, else
 * the nearest of any type. Ties go to the lower row. Null when no parcel is near.
 */
export function parcelAtPoint(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
  propType?: string,
): NearParcel | null {
  const { point_match_meters, point_exact_meters } = CONSTANTS.comps;
  const near = parcelsWithin(snapshot, lat, lon, point_match_meters);
  const { prop_type } = snapshot.tables.parcels;
  const exact = near.filter(({ distance }) => distance <= point_exact_meters);
  const asked = propType === undefined
    ? undefined
    : (exact.length > 0 ? exact : near).find(({ parcel }) =>
      codeAt(prop_type, parcel) === propType
    );
  return asked ?? near[0] ?? null;
}
