import { DAY_MS } from "../../contracts/day.ts";
import { basename } from "node:path";
import { SALE_VALIDATION } from "../../contracts/constants/sales.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { readCsv } from "./csv.ts";
import {
  type Collected,
  csvDataset,
  type Dataset,
  yearInName,
} from "./dataset.ts";
import { bindFields, optional, required } from "./fields.ts";
import {
  centerOf,
  type Feature,
  linesOf,
  polygonsOf,
  readGeoJson,
} from "./geojson.ts";
import { BASEMAP_KINDS } from "./basemap_kinds.ts";
import type { Shape } from "./reference.ts";
import { RENT_DATASETS } from "./rents.ts";
import type { Tally } from "./tally.ts";
import {
  type Bounds,
  countyOf,
  MAX_PRICE,
  parseNumber,
  readCode,
  readFlag,
  readName,
  readNumber,
  readPin,
} from "./values.ts";

const PERCENT: Bounds = { min: 0, max: 100 };
const RENT: Bounds = { min: 1, max: 100_000 };
const VALUE: Bounds = { min: 1, max: 1e9 };
const NOT_A_SHAPE = "no shape";

/** A dataset in GeoJSON. `take` gives the reason when a feature is left out. */
function geoDataset(
  name: string,
  files: RegExp,
  take: (
    feature: Feature,
    into: Collected,
    tally: Tally,
    file: string,
  ) => string | undefined,
): Dataset {
  return {
    name,
    files,
    async read(path, into, tally, reading) {
      for (const feature of await readGeoJson(path, reading)) {
        const reason = feature
          ? take(feature, into, tally, basename(path))
          : "not a feature";
        if (reason === undefined) tally.keep();
        else tally.reject(reason);
      }
    },
  };
}

/** A property by the first of its names that the feature has, as text. */
function property({ properties }: Feature, ...names: string[]): string {
  for (const name of names) {
    const value = properties[name];
    if (value !== undefined && value !== null) return `${value}`.trim();
  }
  return "";
}

function addShape(
  { reference }: Collected,
  layer: Shape["layer"],
  id: string,
  feature: Feature,
): string | undefined {
  const polygons = polygonsOf(feature);
  if (id === "" || polygons.length === 0) return NOT_A_SHAPE;
  reference.addShape({ layer, id, polygons });
}

/** Tracts with their census figures. Income, poverty, race, age and education are never stored. */
const TRACTS = geoDataset(
  "census tracts",
  /tracts?.*\.geojson/,
  (feature, into, tally, file) => {
    const geoid = property(feature, "GEOID", "geoid");
    if (!/^\d{11}$/.test(geoid)) return "GEOID: not 11 digits";
    const center = centerOf(feature);
    if (!center) return NOT_A_SHAPE;
    const survey = /acs_?(\d{4})/i.exec(file)?.[1];
    if (survey) tally.covers("year", Number(survey));
    const figure = (name: string, bounds: Bounds) =>
      readNumber(property(feature, name), name, bounds, tally);
    into.reference.add("tracts", {
      geoid,
      county: countyOf(geoid),
      name: property(feature, "NAME", "name"),
      ...center,
      median_rent: figure("median_rent", RENT),
      median_house_value: figure("median_house_value", VALUE),
      vacancy_rate: figure("vacancy_rate", PERCENT),
      transit_share: figure("public_transit_pct", PERCENT),
      walk_share: figure("walked_pct", PERCENT),
      drive_share: figure("drive_alone_pct", PERCENT),
      long_commute_share: figure("long_commute_pct", PERCENT),
    });
    return addShape(into, "tract", geoid, feature);
  },
);

const TOWNSHIP_SHAPES = geoDataset(
  "township boundaries",
  /townships?.*\.geojson/,
  (feature, into) =>
    addShape(
      into,
      "township",
      readCode(property(feature, "township_code")),
      feature,
    ),
);

const COMMUNITY_AREAS = geoDataset(
  "community areas",
  /community[-_ ]?areas?.*\.geojson/,
  (feature, into) =>
    addShape(
      into,
      "community_area",
      readName(property(feature, "community", "community_area")),
      feature,
    ),
);

/** Streets, rail, water and parks to draw under the map; they enter no figure. */
const BASEMAP = geoDataset("basemap", /basemap.*\.geojson/, (feature, into) => {
  const kind = property(feature, "kind");
  const drawn = {
    kind,
    rank: Number(property(feature, "rank")) || 0,
    name: property(feature, "name"),
  };
  if (!BASEMAP_KINDS.some((known) => known === kind)) return "kind: unknown";
  const areas = polygonsOf(feature);
  const lines = linesOf(feature).filter((line) => line.length > 1);
  if (areas.length + lines.length === 0) return NOT_A_SHAPE;
  for (const paths of areas) {
    into.reference.addBasemap({ ...drawn, paths, isArea: true });
  }
  for (const line of lines) {
    into.reference.addBasemap({ ...drawn, paths: [line], isArea: false });
  }
});

/**
 * Prices by position and year, without facts: price levels of tracts. Those of a known parcel also
 * teach the price model.
 */
const SALE_PRICES = csvDataset(
  "sale prices by position",
  /^(?!.*parcel).*sales_\d{4}_\d{4}\.csv/,
  {
    pin: optional("pin"),
    year: required("sale_year", "year"),
    price: required("sale_price", "price"),
    condo: optional("is_condo_pin"),
    lat: required("lat", "latitude"),
    lon: required("lon", "longitude"),
  },
  ({ county, reference, today }, tally) => (cells) => {
    const year = parseNumber(cells.year);
    const thisYear = new Date(today * DAY_MS).getUTCFullYear();
    if (!(year >= 1900 && year <= thisYear)) return "year: not a past year";
    const price = parseNumber(cells.price);
    if (!(price > PRICE_FLOOR && price <= MAX_PRICE)) {
      return `price: not above ${PRICE_FLOOR}`;
    }
    const lat = parseNumber(cells.lat);
    const lon = parseNumber(cells.lon);
    const parcel = county.find(readPin(cells.pin) ?? "");
    const tract = parcel === undefined
      ? ""
      : county.parcels.columns.tract.get(parcel);
    if (tract === "" && Number.isNaN(lat + lon)) return "no position";
    tally.covers("year", year);
    const condo = readFlag(cells.condo) === 1;
    reference.prices.add({ tract, lat, lon, year, price, condo });
    if (parcel !== undefined) county.yearOnly.push({ parcel, year, price });
  },
);

const PRICE_FLOOR = SALE_VALIDATION.price_floor;

const STATIONS = geoDataset(
  "rail stations",
  /(cta|metra).*\.geojson/,
  (feature, { reference }, _tally, file) => {
    const name = property(feature, "LONGNAME", "Name", "name");
    const center = centerOf(feature);
    if (name === "" || !center) return "no name or position";
    const system = /cta/i.test(file) ? "cta" : "metra";
    reference.add("stations", { name, system, ...center });
  },
);

/** Stations of a GTFS feed: CTA marks them among bus stops and platforms, Metra has nothing else. */
const GTFS_STOPS = csvDataset("rail stations", /(cta|metra).*stops\.txt/, {
  name: required("stop_name"),
  lat: required("stop_lat"),
  lon: required("stop_lon"),
  kind: optional("location_type"),
  parent: optional("parent_station"),
}, ({ reference }, _tally, file) => (cells) => {
  const system = /metra/i.test(file) ? "metra" : "cta";
  const isStation = cells.kind === "1" ||
    (system === "metra" && cells.parent === "" && cells.kind !== "2");
  if (!isStation) return "not a station: a bus stop, platform or entrance";
  const lat = parseNumber(cells.lat);
  const lon = parseNumber(cells.lon);
  if (cells.name === "" || Number.isNaN(lat + lon)) {
    return "no name or position";
  }
  reference.add("stations", { name: cells.name, system, lat, lon });
});

const TOWNSHIPS = csvDataset("townships", /townships?.*\.csv/, {
  code: required("township_code"),
  name: required("township_name"),
  triad: required("triad_name"),
}, ({ reference }) => ({ code, name, triad }) => {
  if (readCode(code) === "") return "no township code";
  reference.add("townships", { code: readCode(code), name, triad });
});

/** Effective residential rates: the bill as a fraction of market value. */
const EFFECTIVE_RATES = csvDataset(
  "effective tax rates",
  /effective_rates.*\.csv/,
  {
    tax_code: required("tax_code"),
    rate: required("eff_rate_res"),
    tax_year: optional("year", "tax_year"),
  },
  ({ reference }, tally, file) => (cells) => {
    const tax_year = parseNumber(cells.tax_year) || needYear(file);
    const rate = rateOf(cells.rate, 1);
    if (rate === undefined) return NO_RATE;
    tally.covers("year", tax_year);
    reference.add("tax_rates", {
      tax_code: readCode(cells.tax_code),
      tax_year,
      county: "cook",
      basis: "effective",
      rate,
    });
  },
);

const NO_RATE = "no rate";

function rateOf(text: string, per: number): number | undefined {
  const rate = parseNumber(text) / per;
  return rate >= 0 && rate <= 1 ? rate : undefined;
}

function needYear(file: string): number {
  const year = yearInName(file);
  if (year === undefined) {
    throw invalidParams(
      file,
      "a year in the file name, for example tax_code_effective_rates_2018.csv",
      `${file}: neither a column nor the file's name gives the tax year`,
    );
  }
  return year;
}

/** Lake County's rates: percent of equalized value, by tax code area. */
const LAKE_RATES = csvDataset(
  "Lake County tax rates",
  /lake.*tax_rates.*\.csv/,
  {
    tax_code: required("tca"),
    rate: required("rate"),
    tax_year: optional("year", "tax_year"),
  },
  ({ reference }, tally, file) => (cells) => {
    const tax_year = parseNumber(cells.tax_year) || needYear(file);
    const rate = rateOf(cells.rate, 100);
    if (rate === undefined) return NO_RATE;
    tally.covers("year", tax_year);
    reference.add("tax_rates", {
      tax_code: readCode(cells.tax_code),
      tax_year,
      county: "lake",
      basis: "composite",
      rate,
    });
  },
);

/** Composite rates of a Cook tax code, one column a tax year: `tax_code_rate_2023`, `estimated_tax_code_rate_2025`. */
const COMPOSITE_RATES: Dataset = {
  name: "composite tax rates",
  files: /tax_code_rates.*\.csv/,
  read(path, { reference }, tally, reading) {
    const file = basename(path);
    return readCsv(path, tally, (header) => {
      const years = header.flatMap((name) =>
        /tax_code_rate_(\d{4})$/i.exec(name)?.[1] ?? []
      );
      const fields = Object.fromEntries(years.map((year) => [
        year,
        required(`tax_code_rate_${year}`, `estimated_tax_code_rate_${year}`),
      ]));
      if (years.length === 0) {
        throw invalidParams(
          file,
          "a column named tax_code_rate_YYYY, for example tax_code_rate_2023",
          `${file}, read as ${this.name}, has no column of rates`,
        );
      }
      const source = { dataset: this.name, file };
      const codeOf = bindFields({ code: required("tax_code") }, header, source);
      const ratesOf = bindFields(fields, header, source);
      return (row) => {
        const tax_code = readCode(codeOf(row).code);
        if (tax_code === "") return tally.reject("no tax code");
        const rates = ratesOf(row);
        for (const year of years) {
          const rate = rateOf(rates[year], 1);
          if (rate === undefined) {
            tally.remark(`${year}: ${NO_RATE}`);
            continue;
          }
          tally.covers("year", Number(year));
          reference.add("tax_rates", {
            tax_code,
            tax_year: Number(year),
            county: "cook",
            basis: "composite",
            rate,
          });
        }
        tally.keep();
      };
    }, reading);
  },
};

/** Reference files, in any order. */
export const REFERENCE_DATASETS: readonly Dataset[] = [
  TRACTS,
  TOWNSHIP_SHAPES,
  COMMUNITY_AREAS,
  BASEMAP,
  SALE_PRICES,
  STATIONS,
  GTFS_STOPS,
  TOWNSHIPS,
  ...RENT_DATASETS,
  EFFECTIVE_RATES,
  LAKE_RATES,
  COMPOSITE_RATES,
];
