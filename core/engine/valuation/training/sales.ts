import { type Projection, projectionOf } from "../../geo/projection.ts";
import { perSnapshot, type SnapshotData } from "../../snapshot.ts";
import { lastDayOf } from "../../sales/year_only.ts";
import { codeAt, MODELLED_TYPES, type Tables } from "../../tables.ts";
import { featureReader, FEATURES } from "./features.ts";
import { COMPARED } from "./compared_features.ts";
import { type GridIndex, gridIndex } from "./grid_index.ts";

/**
 * The sales that are valid, as flat arrays in order of sale day: validated, of a
 * modelled type, with a living area. Those without a position or a day train the price model and are
 * not eligible as a comp. Does not depend on any day of valuation.
 */
export interface TrainingSales {
  readonly count: number;
  /** Sales of which only the year is known: the first ones, all before the first dated sale. */
  readonly yearOnly: number;
  /** Row of `sales`, or of `year_only_sales`. */
  readonly row: Int32Array;
  /** Row of `parcels`. */
  readonly parcel: Int32Array;
  /** A year-only sale counts from the last day of its year. */
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
  /** By row of `parcels`: its last sale, -1 without one. */
  readonly lastOf: Int32Array;
  /** By sale: the one before it of the same parcel, -1 where there is none. */
  readonly before: Int32Array;
  /** Search by place and time, one index a modelled type. */
  readonly near: readonly NearSales[];
}

/** Sales found by place and time, with what a search asks of thousands of neighbours. */
export interface NearSales extends GridIndex {
  /** Row of `parcels` of each of `points`. */
  readonly parcel: Int32Array;
  /** `COMPARED` features of each of `points`. */
  readonly compared: Float32Array;
}

/** The training sales of a snapshot, laid out on first use. */
export const trainingSales: (snapshot: SnapshotData) => TrainingSales =
  perSnapshot(layOut);

/** The segment of a property: the unit of calibration and of the time index. */
export function segmentKey(township: string, propType: string): string {
  return `${township}|${propType}`;
}

function layOut(snapshot: SnapshotData): TrainingSales {
  const { sales, year_only_sales, parcels } = snapshot.tables;
  const validated = sales.rejected.dictionary.indexOf("");
  const withoutDay = trainingRows(year_only_sales);
  const withDay = trainingRows(sales)
    .filter((row) => sales.rejected.values[row] === validated);
  const yearOnly = withoutDay.length;
  const count = yearOnly + withDay.length;
  const row = new Int32Array(count);
  row.set(withoutDay);
  row.set(withDay, yearOnly);

  const parcel = new Int32Array(count);
  const day = new Int32Array(count);
  const logPrice = new Float64Array(count);
  const type = new Uint8Array(count);
  const features = new Float32Array(count * FEATURES.length);
  const reader = featureReader(snapshot);
  for (let i = 0; i < count; i++) {
    const table = i < yearOnly ? year_only_sales : sales;
    const at = row[i];
    parcel[i] = table.parcel[at];
    day[i] = i < yearOnly
      ? lastDayOf(year_only_sales.sale_year[at])
      : sales.sale_date[at];
    logPrice[i] = Math.log(table.sale_price[at]);
    type[i] = typeAt(table, at);
    reader.fill(table, at, parcel[i], features, i * FEATURES.length);
  }
  const projection = projectionOf(parcels);
  const x = Float64Array.from(
    parcel,
    (each) => projection.x(parcels.lon[each]),
  );
  const y = Float64Array.from(
    parcel,
    (each) => projection.y(parcels.lat[each]),
  );

  const { segments, segment } = segmentsOf(parcels, parcel, type);

  const lastOf = new Int32Array(parcels.rows).fill(-1);
  const before = parcel.map((of, i) => {
    const last = lastOf[of];
    lastOf[of] = i;
    return last;
  });

  return {
    count,
    yearOnly,
    row,
    parcel,
    day,
    logPrice,
    type,
    segment,
    segments,
    x,
    y,
    projection,
    features,
    lastOf,
    before,
    near: MODELLED_TYPES.map((_, t) => {
      const index = gridIndex(
        x,
        y,
        day,
        (i) => i >= yearOnly && type[i] === t && Number.isFinite(x[i] + y[i]),
      );
      return {
        ...index,
        parcel: index.points.map((sale) => parcel[sale]),
        compared: comparedOf(features, index.points),
      };
    }),
  };
}

/** Every segment there can be, sorted, and the place there of each sale's. */
function segmentsOf(
  { township }: Tables["parcels"],
  parcel: Int32Array,
  type: Uint8Array,
): Pick<TrainingSales, "segments" | "segment"> {
  const byTownship = township.dictionary.map((name) =>
    MODELLED_TYPES.map((each) => segmentKey(name, each))
  );
  const segments = [...new Set(byTownship.flat())].sort();
  const places = new Map(segments.map((name, i) => [name, i]));
  const placesBy = byTownship.map((keys) =>
    keys.map((key) => places.get(key)!)
  );
  const segment = parcel.map((of, i) => placesBy[township.values[of]][type[i]]);
  return { segments, segment };
}

/** Rows of a modelled type with a living area. */
function trainingRows(
  table: Tables["sales"] | Tables["year_only_sales"],
): Int32Array {
  return Int32Array.from({ length: table.rows }, (_, row) => row)
    .filter((row) =>
      table.parcel[row] >= 0 && typeAt(table, row) >= 0 &&
      table.bldg_sqft[row] > 0 && table.sale_price[row] > 0
    );
}

/** Place in `MODELLED_TYPES`; -1 for another type. */
function typeAt(
  { prop_type }: Tables["sales"] | Tables["year_only_sales"],
  row: number,
): number {
  const type = codeAt(prop_type, row);
  return MODELLED_TYPES.findIndex((modelled) => modelled === type);
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
