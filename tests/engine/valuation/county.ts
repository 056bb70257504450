import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";
import type { SnapshotData } from "../../../core/engine/snapshot.ts";
import { parcelSubject } from "../../../core/engine/subject/resolve.ts";
import { findParcel } from "../../../core/engine/subject/property_id.ts";
import {
  type ValueOptions,
  valueSubject,
} from "../../../core/engine/valuation/value.ts";
import type { Valuation } from "../../../core/engine/valuation/valuation.ts";

type Parcel = NonNullable<MemoryRows["parcels"]>[number];
type Sale = NonNullable<MemoryRows["sales"]>[number];

/** Rows of a county that tests change before they build it. */
export interface CountyRows {
  readonly parcels: Parcel[];
  readonly sales: Sale[];
  readonly year_only_sales?: MemoryRows["year_only_sales"];
}

/** Last day of the county's sales; the day the tests ask on is soon after. */
export const LAST_DAY = 19_700;
/** The day tests answer for. */
export const TODAY = LAST_DAY + 30;

/** Numbers of 0-1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/**
 * A village of houses and two-flats on about 3 x 3 km whose prices follow size, age, lot and
 * place with 10% noise and rise 6% a year.
 */
export function village(houses = 400, seed = 1): CountyRows {
  const random = seeded(seed);
  const parcels: Parcel[] = [];
  const sales: Sale[] = [];
  for (let i = 0; i < houses; i++) {
    const twoFlat = i % 5 === 4;
    const lat = 41.7 + 0.03 * random();
    const lon = -87.75 + 0.03 * random();
    const bldg_sqft = Math.round(900 + 1800 * random());
    const land_sqft = Math.round(3000 + 5000 * random());
    const year_built = Math.round(1920 + 90 * random());
    const property_id = `${10_000_000_000_000 + i * 37}`;
    parcels.push({
      property_id,
      address: `${100 + i} W ${60 + i % 20}TH ST`,
      city: "CHICAGO",
      zip: "60629",
      lat,
      lon,
      county: "cook",
      township: i % 2 ? "72" : "70",
      neighborhood: `7${i % 4}`,
      tract: `1703184${1000 + i % 3}`,
      prop_type: twoFlat ? "mf2_4" : "sfh",
      class: twoFlat ? "211" : "203",
      bldg_sqft,
      land_sqft,
      year_built,
      bedrooms: 2 + Math.floor(3 * random()),
      full_baths: 1 + Math.floor(2 * random()),
      half_baths: Math.floor(2 * random()),
      garage_cars: Math.floor(3 * random()),
      units: twoFlat ? 2 : 1,
      cards: 1,
      ...(i % 7 ? { air: i % 2 } : {}),
      basement: ["Full", "Partial", "Slab"][i % 3],
    });
    for (let k = 0; k < 2; k++) {
      const sale_date = LAST_DAY - Math.floor(900 * random());
      const log = 8 + 0.5 * Math.log(bldg_sqft) + 0.1 * Math.log(land_sqft) +
        0.003 * (year_built - 1960) + 5 * (lat - 41.7) +
        0.06 * (sale_date - LAST_DAY) / 365 + 0.2 * (random() - 0.5);
      sales.push({
        property_id,
        sale_date,
        sale_price: Math.round(Math.exp(log)),
        document: `doc${i}-${k}`,
        deed_type: "Warranty",
        ...(random() < 0.08 ? { rejected: "deed_type" } : {}),
      });
    }
  }
  return { parcels, sales };
}

/** The same rows in another order. */
export function shuffled({ parcels, sales }: CountyRows, seed = 2): CountyRows {
  const random = seeded(seed);
  const mix = <T>(rows: readonly T[]) =>
    rows.map((row) => ({ row, key: random() }))
      .sort((a, b) => a.key - b.key).map(({ row }) => row);
  return { parcels: mix(parcels), sales: mix(sales) };
}

/** Builds the snapshot. */
export function build(rows: CountyRows): SnapshotData {
  return memorySnapshot(rows, { synthetic: true });
}

/** Values a parcel by its identifier. */
export function value(
  snapshot: SnapshotData,
  propertyId: string,
  options: Partial<ValueOptions> = {},
): Valuation {
  const parcel = findParcel(snapshot, propertyId);
  const subject = parcelSubject(snapshot, parcel, "property_id", null);
  return valueSubject(snapshot, subject, { today: TODAY, ...options });
}
