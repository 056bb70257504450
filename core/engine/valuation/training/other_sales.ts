import { perSnapshot, type SnapshotData } from "../../snapshot.ts";
import { trainingSales } from "./sales.ts";
import { type GridIndex, gridIndex } from "./grid_index.ts";

/** Sales that are not valid (rejected at validation, or of a type that is not modelled), found by place and day. */
export interface OtherSales {
  readonly near: GridIndex;
  /** Row of `sales` of each of `near.points`. */
  readonly row: Int32Array;
  /** Why each of them does not count, as a place in `reasons`. */
  readonly reason: Int32Array;
  readonly reasons: readonly string[];
}

/** The other sales of a snapshot, laid out on first use. */
export const otherSales: (snapshot: SnapshotData) => OtherSales = perSnapshot(
  layOut,
);

function layOut(snapshot: SnapshotData): OtherSales {
  const { sales, parcels } = snapshot.tables;
  const { row: training, projection } = trainingSales(snapshot);
  const isTraining = new Uint8Array(sales.rows);
  for (const row of training) isTraining[row] = 1;
  const { lat, lon } = parcels;
  const row = sales.parcel.map((_, i) => i).filter((i) => {
    const parcel = sales.parcel[i];
    return !isTraining[i] && parcel >= 0 &&
      Number.isFinite(lat[parcel]) && Number.isFinite(lon[parcel]);
  });
  const x = new Float64Array(row.length);
  const y = new Float64Array(row.length);
  row.forEach((of, i) => {
    x[i] = projection.x(lon[sales.parcel[of]]);
    y[i] = projection.y(lat[sales.parcel[of]]);
  });
  const day = row.map((i) => sales.sale_date[i]);
  const near = gridIndex(x, y, day, () => true);
  const rowOf = near.points.map((point) => row[point]);
  return {
    near,
    row: rowOf,
    reason: rowOf.map((each) => sales.rejected.values[each]),
    // Validated, but of a type that is not modelled.
    reasons: sales.rejected.dictionary.map((word) => word || "different_type"),
  };
}
