import {
  FACT_BOUNDS,
  type Facts,
  type NumericFact,
  propertyType,
} from "./facts.ts";
import { type Cells, optional, required } from "./fields.ts";
import type { Tally } from "./tally.ts";
import {
  isUnknown,
  readCode,
  readFlag,
  readNumber,
  readOrdinal,
} from "./values.ts";
import { ASSESSOR_GRADES } from "../engine/valuation/training/ordinal_scales.ts";

/** Columns of the county's characteristics datasets: current names first, then those of early 2024. */
export const CHARACTERISTICS = {
  pin: required("pin"),
  tax_year: required("year", "tax_year"),
  class: required("class"),
  card: optional("card", "card_num"),
  township: optional("township_code"),
  cards: optional("pin_num_cards"),
  multicard: optional("pin_is_multicard"),
  bldg_sqft: required(
    "char_bldg_sf",
    "char_unit_sf",
    "building_sqft",
    "bldg_sf",
    "unit_sf",
  ),
  land_sqft: required("char_land_sf", "land_sqft", "land_sf"),
  year_built: required("char_yrblt", "year_built", "yrblt"),
  bedrooms: required(
    "char_beds",
    "char_bedrooms",
    "num_bedrooms",
    "bedrooms",
    "beds",
  ),
  rooms: optional("char_rooms", "num_rooms", "rooms"),
  full_baths: required(
    "char_fbath",
    "char_full_baths",
    "num_full_baths",
    "full_baths",
    "fbath",
  ),
  half_baths: optional(
    "char_hbath",
    "char_half_baths",
    "num_half_baths",
    "half_baths",
    "hbath",
  ),
  fireplaces: optional("char_frpl", "num_fireplaces"),
  residence: optional("char_type_resd", "type_of_residence"),
  quality: optional("char_cnst_qlty", "construction_quality"),
  apartments: optional("char_apts", "num_apartments"),
  attic: optional("char_attic_type", "attic_type"),
  attic_finish: optional("char_attic_fnsh", "attic_finish"),
  garage_attached: optional("char_gar1_att", "garage_attached"),
  garage_inside: optional("char_gar1_area", "garage_area_included"),
  garage_size: optional("char_gar1_size", "garage_size"),
  basement: optional("char_bsmt", "basement_type"),
  basement_finish: optional("char_bsmt_fin", "basement_finish"),
  exterior: optional("char_ext_wall", "ext_wall_material"),
  heating: optional("char_heat", "central_heating"),
  condition: optional("char_repair_cnd", "repair_condition"),
  roof: optional("char_roof_cnst", "roof_material"),
  site: optional("char_site", "site_desirability"),
  commercial_units: optional("char_ncu", "num_commercial_units"),
  porch: optional("char_porch", "porch"),
  air: optional("char_air", "central_air"),
} as const;

const STORIES = new Map([
  ["1 story", 1],
  ["1.5 story", 1.5],
  ["2 story", 2],
  ["3 story +", 3],
]);
const APARTMENTS = new Map([
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
]);

/** Types of one home, whose apartment count the county leaves blank. */
const ONE_HOME = new Set(["sfh", "townhome", "condo", "coop"]);

/** Reads one card of the characteristics into `facts`, overwriting all of them. */
export function readFacts(
  cells: Cells<typeof CHARACTERISTICS>,
  year: number,
  facts: Facts,
  tally: Tally,
): void {
  const number = (name: NumericFact, text: string) =>
    readNumber(text, name, FACT_BOUNDS[name], tally);
  facts.facts_year = year;
  facts.class = readClass(cells.class);
  const units = readUnits(cells.apartments, tally);
  facts.prop_type = propertyType(facts.class, units);
  facts.units = ONE_HOME.has(facts.prop_type) ? 1 : units;
  facts.bldg_sqft = number("bldg_sqft", cells.bldg_sqft);
  facts.land_sqft = number("land_sqft", cells.land_sqft);
  facts.year_built = number("year_built", cells.year_built);
  facts.bedrooms = number("bedrooms", cells.bedrooms);
  facts.rooms = number("rooms", cells.rooms);
  facts.full_baths = number("full_baths", cells.full_baths);
  facts.half_baths = number("half_baths", cells.half_baths);
  facts.fireplaces = number("fireplaces", cells.fireplaces);
  facts.commercial_units = number("commercial_units", cells.commercial_units);
  facts.cards = readCards(cells, tally);
  facts.condition = readOrdinal(
    cells.condition,
    ASSESSOR_GRADES.condition,
  );
  facts.quality = readOrdinal(cells.quality, ASSESSOR_GRADES.quality);
  facts.air = readAir(cells.air);
  facts.residence = readCode(cells.residence);
  facts.stories = STORIES.get(facts.residence.toLowerCase()) ?? NaN;
  facts.attic = readAttic(cells.attic, cells.attic_finish);
  facts.basement = readCode(cells.basement);
  facts.basement_finish = readCode(cells.basement_finish);
  facts.exterior = readCode(cells.exterior);
  facts.heating = readCode(cells.heating);
  facts.roof = readCode(cells.roof);
  facts.porch = readCode(cells.porch);
  facts.site = readCode(cells.site);
  facts.garage_cars = number(
    "garage_cars",
    cells.garage_size.replace(/ cars?$/i, ""),
  );
  facts.garage = readGarage(cells, facts.garage_cars);
}

/** A property class as three digits: `2-11` and `211.0` are `211`. */
export function readClass(text: string): string {
  return readCode(text).replace("-", "");
}

/** The number of apartments in words; digits are codes whose meaning the file does not tell. */
function readUnits(text: string, tally: Tally): number {
  const units = APARTMENTS.get(text.toLowerCase());
  if (units === undefined && /^\d/.test(text)) {
    tally.remark("units: a code, not a number of apartments", text);
  }
  return units ?? NaN;
}

/** Buildings on the parcel: the county's count, else its mark, else this card's own number. */
function readCards(cells: Cells<typeof CHARACTERISTICS>, tally: Tally): number {
  const stated = readNumber(cells.cards, "cards", FACT_BOUNDS.cards, tally);
  if (stated >= 1) return stated;
  const marked = readFlag(cells.multicard);
  return Number.isNaN(marked) ? NaN : marked + 1;
}

function readAir(text: string): number {
  const words = text.toLowerCase();
  return words === "central a/c"
    ? 1
    : words === "no central a/c"
    ? 0
    : readFlag(text);
}

function readAttic(type: string, finish: string): string {
  if (isUnknown(type)) return "";
  return isUnknown(finish) ? type : `${type}, ${finish}`;
}

function readGarage(
  cells: Cells<typeof CHARACTERISTICS>,
  cars: number,
): string {
  if (cars === 0) return "none";
  if (readFlag(cells.garage_inside) === 1) return "built in";
  const attached = readFlag(cells.garage_attached);
  return attached === 1 ? "attached" : attached === 0 ? "detached" : "";
}
