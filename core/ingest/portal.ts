import { CHARACTERISTICS, readClass, readFacts } from "./characteristics.ts";
import { csvDataset, type Dataset } from "./dataset.ts";
import { unknownFacts } from "./facts.ts";
import { optional, required } from "./fields.ts";
import type { Tally } from "./tally.ts";
import {
  type Bounds,
  countyOf,
  parseNumber,
  readCode,
  readDate,
  readFlag,
  readName,
  readNumber,
  readPin,
  readTract,
  readZip,
  saleProblem,
} from "./values.ts";

const BAD_PIN = "pin: not 14 digits";
const BAD_YEAR = "tax year: not a year";

const FEET: Bounds = { min: 1, max: 10 };
const MONEY: Bounds = { min: 0, max: 1e10 };

function readYear(text: string): number | undefined {
  const year = parseNumber(text);
  return Number.isInteger(year) && year >= 1900 && year <= 2100
    ? year
    : undefined;
}

const townshipOf = (text: string) => readCode(text);

/** Parcel Sales, `wvhk-k5uv`. */
const SALES = csvDataset("parcel sales", /parcel[-_ ]?sales|wvhk-k5uv/, {
  pin: required("pin"),
  sale_date: required("sale_date"),
  sale_price: required("sale_price"),
  deed_type: required("deed_type", "sale_deed_type"),
  document: optional("doc_no", "sale_document_num"),
  class: optional("class"),
  township: optional("township_code"),
  neighborhood: optional("nbhd", "nbhd_code", "neighborhood_code"),
  exact: optional("is_mydec_date"),
  multisale: optional("is_multisale"),
  parcels: optional("num_parcels_sale"),
  same_sale: optional("sale_filter_same_sale_within_365"),
}, ({ county, today }, tally) => (cells) => {
  const pin = readPin(cells.pin);
  if (pin === undefined) return BAD_PIN;
  const day = readDate(cells.sale_date);
  const price = parseNumber(cells.sale_price);
  const problem = saleProblem(day, price, today);
  if (problem !== undefined || day === undefined) return problem;
  if (readFlag(cells.exact) === 0) tally.remark("sale date is not exact");
  tally.covers("day", day);
  county.addSale(pin, {
    day,
    price,
    document: readCode(cells.document),
    deedType: readCode(cells.deed_type),
    propertyClass: readClass(cells.class),
    multiParcel: readFlag(cells.multisale) === 1 ||
      parseNumber(cells.parcels) > 1,
    sameSale: readFlag(cells.same_sale) === 1,
    exactDay: true,
    place: {
      county: "cook",
      township: townshipOf(cells.township),
      neighborhood: readCode(cells.neighborhood),
    },
  }, tally);
});

/** Parcel Universe, `nj4t-kc8j` (all years) and `pabr-t5kh` (current year). */
const UNIVERSE = csvDataset(
  "parcel universe",
  /parcel[-_ ]?universe|nj4t-kc8j|pabr-t5kh/,
  {
    pin: required("pin"),
    tax_year: required("year", "tax_year"),
    class: required("class"),
    township: required("township_code"),
    township_name: optional("township_name"),
    triad: optional("triad_name"),
    neighborhood: required("nbhd_code", "neighborhood_code", "nbhd"),
    tax_code: optional("tax_code", "tax_district_code"),
    zip: optional("zip_code"),
    lon: required("lon", "longitude"),
    lat: required("lat", "latitude"),
    tract: optional("census_tract_geoid", "census_acs5_tract_geoid"),
    community_area: optional("chicago_community_area_name"),
    flood_zone: optional("env_flood_fema_sfha", "flood_fema_sfha"),
    flood_factor: optional("env_flood_fs_factor", "flood_fs_factor"),
  },
  ({ county, reference }, tally) => (cells) => {
    const pin = readPin(cells.pin);
    if (pin === undefined) return BAD_PIN;
    const year = readYear(cells.tax_year);
    if (year === undefined) return BAD_YEAR;
    tally.covers("year", year);
    const township = townshipOf(cells.township);
    const tract = readTract(cells.tract);
    reference.nameTownship(township, cells.township_name, cells.triad);
    county.addPlace(pin, year, readClass(cells.class), {
      county: countyOf(tract) || "cook",
      township,
      neighborhood: readCode(cells.neighborhood),
      tax_code: readCode(cells.tax_code),
      zip: readZip(cells.zip),
      lon: readNumber(cells.lon, "lon", { min: -180, max: 180 }, tally),
      lat: readNumber(cells.lat, "lat", { min: -90, max: 90 }, tally),
      tract,
      community_area: readName(cells.community_area),
      flood_zone: readFlag(cells.flood_zone),
      flood_factor: readNumber(
        cells.flood_factor,
        "flood_factor",
        { ...FEET, zeroIsUnknown: true },
        tally,
      ),
    });
  },
);

/** Improvement characteristics, `x54s-btds`, and condominium units, `3r7i-mrz4`. */
const FACTS = csvDataset(
  "characteristics",
  /characteristics|x54s-btds|3r7i-mrz4/,
  CHARACTERISTICS,
  ({ county }, tally) => {
    const facts = unknownFacts();
    return (cells) => {
      const pin = readPin(cells.pin);
      if (pin === undefined) return BAD_PIN;
      const year = readYear(cells.tax_year);
      if (year === undefined) return BAD_YEAR;
      tally.covers("year", year);
      readFacts(cells, year, facts, tally);
      county.addFacts(pin, parseNumber(cells.card) || 1, facts);
    };
  },
);

/** Parcel Addresses, `3723-97qp`. */
const ADDRESSES = csvDataset("addresses", /address|3723-97qp/, {
  pin: required("pin"),
  tax_year: optional("year", "tax_year"),
  street: required("prop_address_full", "property_address"),
  city: optional("prop_address_city_name", "property_city"),
  zip: optional("prop_address_zipcode_1", "property_zip"),
}, ({ county }, tally) => (cells) => {
  const pin = readPin(cells.pin);
  if (pin === undefined) return BAD_PIN;
  const street = readName(cells.street);
  if (street === "") return "no street address";
  const year = readYear(cells.tax_year) ?? 1;
  if (year > 1) tally.covers("year", year);
  const known = county.addAddress(pin, year, {
    street,
    city: readName(cells.city),
    zip: readZip(cells.zip),
  });
  return known ? undefined : UNKNOWN_PARCEL;
});

/** Assessed Values, `uzyt-m557`. */
const ASSESSED = csvDataset(
  "assessed values",
  /assessed[-_ ]?values?|uzyt-m557/,
  {
    pin: required("pin"),
    tax_year: required("year", "tax_year"),
    mailed: required("mailed_tot"),
    certified: optional("certified_tot"),
    board: optional("board_tot"),
  },
  ({ county }, tally) => (cells) => {
    const pin = readPin(cells.pin);
    if (pin === undefined) return BAD_PIN;
    const year = readYear(cells.tax_year);
    if (year === undefined) return BAD_YEAR;
    tally.covers("year", year);
    const known = county.addAssessment(pin, {
      tax_year: year,
      mailed: money("mailed", cells.mailed, tally),
      certified: money("certified", cells.certified, tally),
      board: money("board", cells.board, tally),
    });
    return known ? undefined : UNKNOWN_PARCEL;
  },
);

const UNKNOWN_PARCEL = "parcel not in universe, sales or characteristics";

function money(name: string, text: string, tally: Tally): number {
  return readNumber(text, name, MONEY, tally);
}

/** The county's datasets in the order they are read: sales make room for the facts that describe them. */
export const PORTAL_DATASETS: readonly Dataset[] = [
  SALES,
  UNIVERSE,
  FACTS,
  ADDRESSES,
  ASSESSED,
];
