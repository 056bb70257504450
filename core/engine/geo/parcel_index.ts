import KDBush from "kdbush";
import { type Projection, projectionOf } from "./projection.ts";
import {
  type BuiltInSteps,
  perSnapshotInSteps,
  type SnapshotData,
} from "../snapshot.ts";

/** A parcel near a point. */
export interface NearParcel {
  readonly parcel: number;
  /** Meters. */
  readonly distance: number;
}

/** The parcels that have a position, by place. */
export interface ParcelIndex {
  readonly projection: Projection;
  readonly tree: KDBush;
  /** Index in the tree -> row of `parcels`: parcels without a position are left out. */
  readonly rows: Int32Array;
}

/** The parcels of a snapshot by place, laid out on first use. */
export const parcelIndex: BuiltInSteps<ParcelIndex> = perSnapshotInSteps(
  function* (snapshot) {
    const { lat, lon, rows: count } = snapshot.tables.parcels;
    const rows = Int32Array.from({ length: count }, (_, row) => row)
      .filter((row) => Number.isFinite(lat[row]) && Number.isFinite(lon[row]));
    yield;
    const projection = projectionOf(snapshot.tables.parcels);
    const tree = new KDBush(rows.length);
    for (const row of rows) {
      tree.add(projection.x(lon[row]), projection.y(lat[row]));
    }
    yield;
    tree.finish();
    return { projection, tree, rows };
  },
);

/** The parcels within meters of a point, nearest first; of equally near ones the lower row first. */
export function parcelsWithin(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
  meters: number,
): NearParcel[] {
  const { projection, tree, rows } = parcelIndex(snapshot);
  const x = projection.x(lon);
  const y = projection.y(lat);
  const parcels = snapshot.tables.parcels;
  return tree.within(x, y, meters)
    .map((i) => ({
      parcel: rows[i],
      distance: Math.hypot(
        projection.x(parcels.lon[rows[i]]) - x,
        projection.y(parcels.lat[rows[i]]) - y,
      ),
    }))
    .sort((a, b) => a.distance - b.distance || a.parcel - b.parcel);
}
