import { PLACES } from "../../../contracts/constants/places.ts";
import type { SnapshotData } from "../snapshot.ts";
import { areasAt } from "./areas.ts";
import { parcelsWithin } from "../geo/parcel_index.ts";
import { codeAt } from "../tables.ts";
import { layerOf } from "./layers.ts";

/** Everything a point lies in; `""` where unknown or outside. */
export interface Place {
  /** 11-digit GEOID. */
  readonly tract: string;
  /** `cook` or `lake`. */
  readonly county: string;
  /** Assessor's township code; Cook County only. */
  readonly township: string;
  /** Chicago community area, upper case. */
  readonly communityArea: string;
  /** Of the nearest parcel that has one. */
  readonly zip: string;
  /** Of the nearest parcel that has one. */
  readonly taxCode: string;
}

/** Most points have a parcel next to them, and a short reach has few to sort. */
const REACH = [
  PLACES.point_match_m,
  PLACES.nearest_parcel_m,
];

/**
 * The place at a point. Tract, township and community area are exact, by the snapshot's
 * boundaries; ZIP and tax code have none that are published, so they are those of the nearest
 * parcel within `PLACES.nearest_parcel_m`.
 */
export function placeAt(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
): Place {
  const { parcels } = snapshot.tables;
  const nearest = (column: "zip" | "tax_code") => {
    for (const meters of REACH) {
      const found = parcelsWithin(snapshot, lat, lon, meters).find((
        { parcel },
      ) => codeAt(parcels[column], parcel) !== "");
      if (found) return codeAt(parcels[column], found.parcel);
    }
    return "";
  };
  return {
    ...areasAt(snapshot, lat, lon),
    communityArea: layerOf(snapshot, "community_area").at(lon, lat) ?? "",
    zip: nearest("zip"),
    taxCode: nearest("tax_code"),
  };
}
