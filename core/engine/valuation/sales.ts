import { type Projection, projectionOf } from "../geo/projection.ts";
import type { SnapshotData } from "../snapshot.ts";
import { MODELLED_TYPES } from "../tables.ts";
import { featureReader, FEATURES } from "./features.ts";
import { COMPARED } from "./similarity.ts";
import { type SlabIndex, slabIndex } from "./slab_index.ts";

/**
 * The sales that are evidence of value, as flat arrays in order of sale day: validated, of a
 * modelled type, with a living area. Those without a position teach the surface and are nobody's
 * comp. Does not depend on any day of valuation.
 */
export interface EvidenceSales {
  readonly count: number;
  /** Row of `sales`. */
  readonly row: Int32Array;
  /** Row of `parcels`. */
  readonly parcel: Int32Array;
  readonly day: Int32Array;
  readonly logPrice: Float64Array;
  /** Place in `MODELLED_TYPES`. */
  readonly type: Uint8Array;
  /** Place in `segments`. */
  readonly segment: Int32Array;
  /** `township|prop_type`, in alphabetical order. */
  readonly segments: readonly string[];
  /** Meters on `projection`; NaN where the county has no position. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly projection: Projection;
  /** Feature rows, `FEATURES.length` wide. */
  readonly features: Float32Array;
  /** Search by place and time, one index a modelled type. */
  readonly near: readonly NearSales[];
}

/** Sales found by place and time, with what a search asks of thousands of neighbours. */
export interface NearSales extends SlabIndex {
  /** Row of `parcels` of each of `points`. */
  readonly parcel: Int32Array;
  /** `COMPARED` features of each of `points`. */
  readonly compared: Float32Array;
}

const prepared = new WeakMap<SnapshotData, EvidenceSales>();

/** The evidence sales of a snapshot, laid out on first use. */
export function evidenceSales(snapshot: SnapshotData): EvidenceSales {
  let sales = prepared.get(snapshot);
  if (!sales) prepared.set(snapshot, sales = layOut(snapshot));
  return sales;
}

/** The segment of a property: the unit of calibration and of the time index. */
export function segmentOf(township: string, propType: string): string {
  return `${township}|${propType}`;
}

function layOut(snapshot: SnapshotData): EvidenceSales {
  const { sales, parcels } = snapshot.tables;
  const validated = sales.rejected.dictionary.indexOf("");
  const typeOf = Int32Array.from(
    sales.prop_type.dictionary,
    (type) => MODELLED_TYPES.findIndex((modelled) => modelled === type),
  );
  const rows: number[] = [];
  for (let row = 0; row < sales.rows; row++) {
    const parcel = sales.parcel[row];
    if (
      sales.rejected.values[row] === validated && parcel >= 0 &&
      typeOf[sales.prop_type.values[row]] >= 0 && sales.bldg_sqft[row] > 0 &&
      sales.sale_price[row] > 0
    ) rows.push(row);
  }
  const count = rows.length;
  const row = Int32Array.from(rows);
  const parcel = row.map((each) => sales.parcel[each]);
  const day = row.map((each) => sales.sale_date[each]);
  const type = Uint8Array.from(
    row,
    (each) => typeOf[sales.prop_type.values[each]],
  );
  const projection = projectionOf(parcels);
  const x = Float64Array.from(
    parcel,
    (each) => projection.x(parcels.lon[each]),
  );
  const y = Float64Array.from(
    parcel,
    (each) => projection.y(parcels.lat[each]),
  );

  const townships = parcels.township.dictionary;
  const segments = [
    ...new Set(
      townships.flatMap((township) =>
        MODELLED_TYPES.map((each) => segmentOf(township, each))
      ),
    ),
  ].sort();
  const segmentPlace = new Map(segments.map((name, i) => [name, i]));
  const segmentBy = townships.map((township) =>
    MODELLED_TYPES.map((each) => segmentPlace.get(segmentOf(township, each))!)
  );
  const segment = Int32Array.from(
    { length: count },
    (_, i) => segmentBy[parcels.township.values[parcel[i]]][type[i]],
  );

  const reader = featureReader(snapshot);
  const features = new Float32Array(count * FEATURES.length);
  for (let i = 0; i < count; i++) {
    reader.fill(sales, row[i], parcel[i], features, i * FEATURES.length);
  }
  return {
    count,
    row,
    parcel,
    day,
    logPrice: Float64Array.from(
      row,
      (each) => Math.log(sales.sale_price[each]),
    ),
    type,
    segment,
    segments,
    x,
    y,
    projection,
    features,
    near: MODELLED_TYPES.map((_, t) => {
      const index = slabIndex(
        x,
        y,
        day,
        (i) => type[i] === t && Number.isFinite(x[i] + y[i]),
      );
      return {
        ...index,
        parcel: index.points.map((sale) => parcel[sale]),
        compared: comparedOf(features, index.points),
      };
    }),
  };
}

function comparedOf(features: Float32Array, sales: Int32Array): Float32Array {
  const out = new Float32Array(sales.length * COMPARED.length);
  sales.forEach((sale, at) =>
    COMPARED.forEach((feature, k) =>
      out[at * COMPARED.length + k] = features[sale * FEATURES.length + feature]
    )
  );
  return out;
}
