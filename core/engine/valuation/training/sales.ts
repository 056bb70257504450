import { type Projection, projectionOf } from "../../geo/projection.ts";
import { perSnapshot, type SnapshotData } from "../../snapshot.ts";
import { lastDayOf } from "../../sales/year_only.ts";
import { MODELLED_TYPES, type Tables } from "../../tables.ts";
import { type Feature, featureReader, FEATURES } from "./features.ts";
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
  /** Feature rows, `FEATURES.length` wide: what a fit reads. Laid out on first use. */
  readonly features: Float32Array;
  /** Returns the feature row of one sale. */
  featuresOf(sale: number): Float32Array;
  /** By row of `parcels`: its last sale, -1 without one. */
  readonly lastOf: Int32Array;
  /** By sale: the one before it of the same parcel, -1 where there is none. */
  readonly before: Int32Array;
  /** Search by place and time, one index a modelled type. */
  readonly near: readonly NearSales[];
}

/** Sales found by place and time, with what a search asks of thousands of neighbors. */
export interface NearSales extends GridIndex {
  /** Row of `parcels` of each of `points`. */
  readonly parcel: Int32Array;
  /** `COMPARED` features of those of `points` that were asked for. */
  readonly compared: Float32Array;
  /** Returns where the row of one of `points` begins in `compared`; it is read on first use. */
  comparedAt(place: number): number;
}

/** The training sales of a snapshot, laid out on first use. */
export const trainingSales: (snapshot: SnapshotData) => TrainingSales =
  perSnapshot(layOut);

/** The segment of a property: the unit of calibration and of the time index. */
export function segmentKey(township: string, propType: string): string {
  return `${township}|${propType}`;
}

function layOut(snapshot: SnapshotData): TrainingSales {
  const { parcels } = snapshot.tables;
  const sold = soldHomes(snapshot.tables);
  const { count, yearOnly, parcel, day, type } = sold;
  const projection = projectionOf(parcels);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    x[i] = projection.x(parcels.lon[parcel[i]]);
    y[i] = projection.y(parcels.lat[parcel[i]]);
  }
  const { rows, featuresOf, compared } = featureRows(snapshot, sold);
  return {
    ...sold,
    ...segmentsOf(parcels, parcel, type),
    x,
    y,
    projection,
    get features() {
      return rows();
    },
    featuresOf,
    ...repeatSales(parcel, parcels.rows),
    near: MODELLED_TYPES.map((_, t) => {
      const index = gridIndex(
        x,
        y,
        day,
        (i) => i >= yearOnly && type[i] === t && Number.isFinite(x[i] + y[i]),
      );
      return nearSales(index, parcel, compared);
    }),
  };
}

/** What was sold, when and for how much, in order of sale day. */
type SoldHomes = Pick<
  TrainingSales,
  "count" | "yearOnly" | "row" | "parcel" | "day" | "logPrice" | "type"
>;

function soldHomes({ sales, year_only_sales }: Tables): SoldHomes {
  const validated = sales.rejected.dictionary.indexOf("");
  const withoutDay = trainingRows(year_only_sales);
  const withDay = trainingRows(sales)
    .filter((row) => sales.rejected.values[row] === validated);
  const yearOnly = withoutDay.length;
  const count = yearOnly + withDay.length;
  const types = [year_only_sales, sales].map(typesOf);
  const row = new Int32Array(count);
  row.set(withoutDay);
  row.set(withDay, yearOnly);
  const parcel = new Int32Array(count);
  const day = new Int32Array(count);
  const logPrice = new Float64Array(count);
  const type = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const table = i < yearOnly ? year_only_sales : sales;
    const at = row[i];
    parcel[i] = table.parcel[at];
    day[i] = i < yearOnly
      ? lastDayOf(year_only_sales.sale_year[at])
      : sales.sale_date[at];
    logPrice[i] = Math.log(table.sale_price[at]);
    type[i] = types[i < yearOnly ? 0 : 1][table.prop_type.values[at]];
  }
  return { count, yearOnly, row, parcel, day, logPrice, type };
}

/** The last sale of each parcel, and for each sale the one before it. */
function repeatSales(
  parcel: Int32Array,
  parcels: number,
): Pick<TrainingSales, "lastOf" | "before"> {
  const lastOf = new Int32Array(parcels).fill(-1);
  const before = new Int32Array(parcel.length);
  for (let i = 0; i < parcel.length; i++) {
    before[i] = lastOf[parcel[i]];
    lastOf[parcel[i]] = i;
  }
  return { lastOf, before };
}

/** Reads features of one sale into `out`, from `offset`. */
type ReadSale = (sale: number, out: Float32Array, offset: number) => void;

/** Feature rows as they are asked for: all of them, one sale's, and what a search compares of one sale. */
function featureRows(
  snapshot: SnapshotData,
  { count, yearOnly, row, parcel }: SoldHomes,
): {
  readonly rows: () => Float32Array;
  readonly featuresOf: TrainingSales["featuresOf"];
  readonly compared: ReadSale;
} {
  const { sales, year_only_sales } = snapshot.tables;
  const readerOf = (features: readonly Feature[]): ReadSale => {
    const reader = featureReader(snapshot, features);
    return (sale, out, offset) =>
      reader.fill(
        sale < yearOnly ? year_only_sales : sales,
        row[sale],
        parcel[sale],
        out,
        offset,
      );
  };
  const read = readerOf(FEATURES);
  let all: Float32Array | undefined;
  return {
    rows() {
      if (!all) {
        all = new Float32Array(count * FEATURES.length);
        for (let i = 0; i < count; i++) read(i, all, i * FEATURES.length);
      }
      return all;
    },
    featuresOf(sale) {
      const out = new Float32Array(FEATURES.length);
      read(sale, out, 0);
      return out;
    },
    compared: readerOf(Array.from(COMPARED, (feature) => FEATURES[feature])),
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

/** Puts what a search asks of neighbors beside an index of sales. */
function nearSales(
  index: GridIndex,
  parcel: Int32Array,
  read: ReadSale,
): NearSales {
  const { points } = index;
  const compared = new Float32Array(points.length * COMPARED.length);
  const isRead = new Uint8Array(points.length);
  return {
    ...index,
    parcel: points.map((sale) => parcel[sale]),
    compared,
    comparedAt(place) {
      const offset = place * COMPARED.length;
      if (isRead[place] === 0) {
        isRead[place] = 1;
        read(points[place], compared, offset);
      }
      return offset;
    },
  };
}

/** A table of sales that may train. */
type SalesTable = Tables["sales"] | Tables["year_only_sales"];

/** Rows of a modelled type with a living area. */
function trainingRows(table: SalesTable): Int32Array {
  const types = typesOf(table);
  const rows = new Int32Array(table.rows);
  let count = 0;
  for (let row = 0; row < table.rows; row++) {
    if (
      table.parcel[row] >= 0 && types[table.prop_type.values[row]] >= 0 &&
      table.bldg_sqft[row] > 0 && table.sale_price[row] > 0
    ) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Place in `MODELLED_TYPES` of each type a table names; -1 for another type. */
function typesOf({ prop_type }: SalesTable): number[] {
  return prop_type.dictionary.map((type) =>
    MODELLED_TYPES.findIndex((modelled) => modelled === type)
  );
}
