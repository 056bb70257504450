import { CHARACTERISTICS, readClass, readFacts } from "./characteristics.ts";
import type { CountyBuilder } from "./county.ts";
import type { Dataset } from "./dataset.ts";
import { unknownFacts } from "./facts.ts";
import { type Cells, optional, required } from "./fields.ts";
import type { Tally } from "./tally.ts";
import {
  parseNumber,
  readCode,
  readDate,
  readFlag,
  readName,
  readPin,
  readTract,
  readZip,
  saleProblem,
} from "./values.ts";

/**
 * Columns of the file that the Cook County Assessor publishes with its residential model. Source:
 * `ccao-data/model-res-avm`, `pipeline/00-ingest.R` and `docs/data-dict.csv`.
 */
const FIELDS = {
  ...CHARACTERISTICS,
  pin: required("meta_pin"),
  tax_year: required("year", "meta_year"),
  class: required("char_class", "meta_class"),
  card: optional("meta_card_num"),
  cards: optional("meta_pin_num_cards"),
  multicard: optional("ind_pin_is_multicard"),
  township: required("meta_township_code"),
  neighborhood: required("meta_nbhd_code"),
  sale_date: required("meta_sale_date"),
  sale_price: required("meta_sale_price"),
  document: optional("meta_sale_document_num"),
  deed_type: optional("meta_sale_deed_type"),
  outlier: optional("sv_is_outlier"),
  lon: required("loc_longitude"),
  lat: required("loc_latitude"),
  tract: optional("loc_census_tract_geoid"),
  tax_code: optional("meta_tax_code", "loc_tax_code"),
  address: optional("loc_property_address"),
  city: optional("loc_property_city"),
  zip: optional("loc_property_zip"),
  flood_zone: optional("loc_env_flood_fema_sfha"),
  flood_factor: optional("loc_env_flood_fs_factor"),
} as const;

type Row = Cells<typeof FIELDS>;

const ENCLOSED = {
  "0": "None",
  "1": "Frame Enclosed",
  "2": "Masonry Enclosed",
};

/** What the codes of a column mean. Source: `docs/data-dict.csv` of the model's repository. */
const CODES: Partial<Record<keyof Row, Readonly<Record<string, string>>>> = {
  air: { "1": "Central A/C", "2": "No Central A/C" },
  apartments: {
    "1": "Two",
    "2": "Three",
    "3": "Four",
    "4": "Five",
    "5": "Six",
    "6": "",
    NONE: "",
    UNKNOWN: "",
  },
  attic: { "1": "Full", "2": "Partial", "3": "None" },
  attic_finish: { "1": "Living Area", "2": "Partial", "3": "None" },
  basement: { "1": "Full", "2": "Slab", "3": "Partial", "4": "Crawl" },
  basement_finish: {
    "1": "Formal Rec Room",
    "2": "Apartment",
    "3": "Unfinished",
  },
  exterior: {
    "1": "Frame",
    "2": "Masonry",
    "3": "Frame + Masonry",
    "4": "Stucco",
  },
  garage_attached: { "1": "yes", "2": "no" },
  garage_inside: { "1": "yes", "2": "no" },
  garage_size: {
    "1": "1 cars",
    "2": "1.5 cars",
    "3": "2 cars",
    "4": "2.5 cars",
    "5": "3 cars",
    "6": "3.5 cars",
    "7": "0 cars",
    "8": "4 cars",
  },
  heating: {
    "1": "Warm Air Furnace",
    "2": "Hot Water Steam",
    "3": "Electric Heater",
    "4": "None",
  },
  porch: ENCLOSED,
  quality: { "1": "Deluxe", "2": "Average", "3": "Poor" },
  condition: {
    "1": "Above Average",
    "2": "Average",
    "3": "Below Average",
  },
  residence: {
    "1": "1 Story",
    "2": "2 Story",
    "3": "3 Story +",
    "4": "Split Level",
    "5": "1.5 Story",
    "9.9": "",
  },
  roof: {
    "1": "Shingle + Asphalt",
    "2": "Tar + Gravel",
    "3": "Slate",
    "4": "Shake",
    "5": "Tile",
    "6": "Other",
  },
  site: {
    "1": "Beneficial To Value",
    "2": "Not Relevant To Value",
    "3": "Detracts From Value",
  },
};

/** Deed types of arm's-length sales; the file holds no others. */
const DEEDS: Readonly<Record<string, string>> = {
  "": "Warranty",
  "01": "Warranty",
  "02": "Trustee",
  "05": "Other",
};

/** The sales that the Assessor's residential model is trained on, with the building's facts at that time. */
export const TRAINING_DATA: Dataset = {
  name: "model training data",
  files: /training[-_]?data.*\.parquet$/,
  fields: FIELDS,
  async read(path, { county, today }, tally, reading) {
    // Loaded here: every other file is read without Parquet.
    const { readParquet } = await import("./parquet.ts");
    await readParquet(path, "model training data", FIELDS, (coded) => {
      const reason = addSale(county, wordsOf(coded), today, tally);
      if (reason === undefined) tally.keep();
      else tally.reject(reason);
    }, reading);
  },
};

/** A row with words in place of the model's codes. */
function wordsOf(row: Row): Row {
  const words: Record<string, string> = { ...row };
  for (const [name, meanings] of Object.entries(CODES)) {
    const code = words[name].replace(/\.0$/, "");
    words[name] = meanings[code] ?? words[name];
  }
  return words as Row;
}

function addSale(
  county: CountyBuilder,
  row: Row,
  today: number,
  tally: Tally,
): string | undefined {
  const pin = readPin(row.pin);
  if (pin === undefined) return "pin: not 14 digits";
  const day = readDate(row.sale_date);
  const price = parseNumber(row.sale_price);
  const problem = saleProblem(day, price, today);
  if (problem !== undefined || day === undefined) return problem;
  if (readFlag(row.outlier) === 1) {
    return "the county's sales validation flags it as no market sale";
  }
  const year = parseNumber(row.tax_year);
  const facts = unknownFacts();
  readFacts(row, Number.isInteger(year) ? year : 0, facts, tally);
  tally.covers("day", day);
  const tract = readTract(row.tract);
  county.addSale(pin, {
    day,
    price,
    document: readCode(row.document),
    deedType: DEEDS[row.deed_type] ?? readCode(row.deed_type),
    propertyClass: readClass(row.class),
    multiParcel: false,
    sameSale: false,
    exactDay: true,
    place: {
      county: "cook",
      township: readCode(row.township),
      neighborhood: readCode(row.neighborhood),
      tax_code: readCode(row.tax_code),
      tract,
      lat: parseNumber(row.lat),
      lon: parseNumber(row.lon),
      address: readName(row.address),
      city: readName(row.city),
      zip: readZip(row.zip),
      flood_zone: readFlag(row.flood_zone),
      flood_factor: parseNumber(row.flood_factor),
    },
    facts,
  }, tally);
  return undefined;
}
