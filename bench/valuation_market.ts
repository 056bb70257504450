import type { SnapshotData } from "../core/engine/snapshot.ts";
import {
  type CodeColumn,
  type Table,
  TABLES,
  type Tables,
  type TableSpec,
  type TextColumn,
} from "../core/engine/tables.ts";

/** Numbers of 0-1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A synthetic county of one size: towns of different density on 60 x 45 km, ten years of sales, one
 * in twelve rejected, one in six of another type.
 */
export function syntheticMarket(sales: number, seed = 1): SnapshotData {
  const random = seeded(seed);
  const parcels = Math.ceil(sales * 0.8);
  const parcel = blank(TABLES.parcels, parcels, (row) => `p${row}`);
  const types = code(["", "sfh", "mf2_4", "condo"], parcels);
  const townships = code(["", ...numbered("t", 38)], parcels);
  const neighborhoods = code(["", ...numbered("n", 800)], parcels);
  const tracts = code(["", ...numbered("17031", 1300)], parcels);
  const towns = Array.from({ length: 120 }, () => ({
    lat: 41.5 + 0.5 * random(),
    lon: -88.1 + 0.6 * random(),
    spread: 0.01 + 0.03 * random(),
    level: random(),
  }));
  const level = new Float64Array(parcels);
  for (let row = 0; row < parcels; row++) {
    const at = Math.floor(random() * random() * towns.length);
    const town = towns[at];
    parcel.lat[row] = town.lat + town.spread * (random() + random() - 1);
    parcel.lon[row] = town.lon + town.spread * (random() + random() - 1);
    townships.values[row] = 1 + at % 38;
    neighborhoods.values[row] = 1 + at * 6 + Math.floor(random() * 6);
    tracts.values[row] = 1 + at * 10 + Math.floor(random() * 10);
    const kind = random();
    types.values[row] = kind < 0.65 ? 1 : kind < 0.83 ? 2 : 3;
    parcel.bldg_sqft[row] = Math.round(700 + 2600 * random() * random());
    parcel.land_sqft[row] = Math.round(2500 + 12_000 * random() * random());
    parcel.year_built[row] = 1890 + Math.floor(130 * random());
    parcel.bedrooms[row] = 1 + Math.floor(5 * random());
    parcel.rooms[row] = parcel.bedrooms[row] + 3;
    parcel.full_baths[row] = 1 + Math.floor(3 * random());
    parcel.half_baths[row] = Math.floor(2 * random());
    parcel.units[row] = types.values[row] === 2
      ? 2 + Math.floor(3 * random())
      : 1;
    parcel.garage_cars[row] = Math.floor(3 * random());
    parcel.condition[row] = Math.floor(3 * random());
    parcel.quality[row] = Math.floor(3 * random());
    parcel.air[row] = random() < 0.5 ? 1 : 0;
    level[row] = 8.2 + town.level + 0.6 * Math.log(parcel.bldg_sqft[row]) +
      0.1 * Math.log(parcel.land_sqft[row]) +
      0.002 * (parcel.year_built[row] - 1950);
  }
  const sale = blank(TABLES.sales, sales, (row) => `d${row}`);
  const rejected = code(["", "deed_type"], sales);
  const saleTypes = code(types.dictionary, sales);
  const first = 16_800;
  for (let row = 0; row < sales; row++) {
    const of = Math.floor(random() * parcels);
    sale.parcel[row] = of;
    sale.sale_date[row] = first + Math.floor(row * 3_650 / sales);
    sale.sale_price[row] = Math.exp(
      level[of] + 0.05 * row / sales + 0.3 * (random() + random() - 1),
    );
    rejected.values[row] = random() < 1 / 12 ? 1 : 0;
    saleTypes.values[row] = types.values[of];
    for (
      const fact of [
        "bldg_sqft",
        "land_sqft",
        "year_built",
        "bedrooms",
        "rooms",
        "full_baths",
        "half_baths",
        "units",
        "garage_cars",
        "condition",
        "quality",
        "air",
      ] as const
    ) {
      sale[fact][row] = parcel[fact][of];
    }
  }
  const tables = Object.fromEntries(
    Object.entries(TABLES).map((
      [name, spec],
    ) => [name, blank(spec, 0, () => "")]),
  ) as unknown as Tables;
  return {
    id: "5".repeat(64),
    synthetic: true,
    model: new Map(),
    tables: {
      ...tables,
      parcels: {
        ...parcel,
        prop_type: types,
        township: townships,
        neighborhood: neighborhoods,
        tract: tracts,
      },
      sales: { ...sale, prop_type: saleTypes, rejected },
    },
  };
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

const code = (dictionary: readonly string[], rows: number): CodeColumn => ({
  values: new Int32Array(rows),
  dictionary,
});

/** A table of unknowns. */
function blank<S extends TableSpec>(
  spec: S,
  rows: number,
  text: (row: number) => string,
): Table<S> {
  const columns = Object.entries(spec).map(([name, { type }]) => {
    switch (type) {
      case "f32":
        return [name, new Float32Array(rows).fill(NaN)];
      case "f64":
        return [name, new Float64Array(rows).fill(NaN)];
      case "code":
        return [name, code([""], rows)];
      case "text":
        return [name, { length: rows, at: text } satisfies TextColumn];
      default:
        return [name, new Int32Array(rows)];
    }
  });
  return { rows, ...Object.fromEntries(columns) };
}
