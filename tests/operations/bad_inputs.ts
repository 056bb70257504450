import { ASSUMPTION_NAMES } from "../../contracts/assumptions.ts";
/** An input that must be refused, and how, whatever the interface. */
export interface BadInput {
  readonly title: string;
  readonly operation: "get_comps" | "deep_underwrite_asset";
  /** As JSON text: some mistakes cannot be written as an object. */
  readonly json: string;
  readonly field: string;
  readonly expected: string;
}

const SUBJECT = "exactly one of property_id, address, lat with lon, or point";
const COMPS_FIELDS =
  "only property_id, address, lat, lon, point, prop_type, strategy, what_if, detail, fields";
const UNDERWRITE_FIELDS =
  "only property_id, address, lat, lon, point, custom_assumptions, what_if, preset, strategy, listing_units";
const ASSUMPTIONS = [...ASSUMPTION_NAMES, "financing_type"].join(", ");
const PRICE = "a number from 1000 to 50000000";

const comps = (
  title: string,
  json: string,
  field: string,
  expected: string,
): BadInput => ({
  title,
  operation: "get_comps",
  json,
  field,
  expected,
});
const underwrite = (
  title: string,
  json: string,
  field: string,
  expected: string,
): BadInput => ({
  title,
  operation: "deep_underwrite_asset",
  json,
  field,
  expected,
});
/** A bad value among the custom assumptions. */
const assume = (
  title: string,
  json: string,
  field: string,
  expected: string,
): BadInput =>
  underwrite(
    title,
    `{"property_id":"17294230120000","custom_assumptions":${json}}`,
    `custom_assumptions.${field}`,
    expected,
  );

/** Forty mistakes that people and programs make. */
export const BAD_INPUTS: readonly BadInput[] = [
  comps("no property", `{}`, "property_id", SUBJECT),
  comps(
    "two properties",
    `{"property_id":"1","address":"1 Main St"}`,
    "address",
    SUBJECT,
  ),
  comps(
    "a property and half a point",
    `{"property_id":"1","lat":41.8}`,
    "lat",
    SUBJECT,
  ),
  comps(
    "latitude alone",
    `{"lat":41.8}`,
    "lon",
    "a longitude in degrees, given with lat",
  ),
  comps(
    "longitude alone",
    `{"lon":-87.6}`,
    "lat",
    "a latitude in degrees, given with lon",
  ),
  comps(
    "latitude beyond the pole",
    `{"lat":91,"lon":-87.6}`,
    "lat",
    "a number from -90 to 90",
  ),
  comps(
    "latitude and longitude swapped",
    `{"lat":-187.6,"lon":41.8}`,
    "lat",
    "a number from -90 to 90",
  ),
  comps(
    "longitude beyond the date line",
    `{"lat":41.8,"lon":-181}`,
    "lon",
    "a number from -180 to 180",
  ),
  comps(
    "latitude as text",
    `{"lat":"north","lon":-87.6}`,
    "lat",
    "a number from -90 to 90",
  ),
  comps(
    "latitude that overflows",
    `{"lat":1e999,"lon":-87.6}`,
    "lat",
    "a number from -90 to 90",
  ),
  comps(
    "an empty identifier",
    `{"property_id":""}`,
    "property_id",
    "text of 1 to 40 characters",
  ),
  comps(
    "an identifier with markup",
    `{"property_id":"<script>"}`,
    "property_id",
    "at most 40 letters, digits, dashes, dots and spaces, beginning with a letter or digit; in Cook County a 14-digit PIN",
  ),
  comps(
    "an identifier of 41 characters",
    `{"property_id":"${"1".repeat(41)}"}`,
    "property_id",
    "text of 1 to 40 characters",
  ),
  comps(
    "an address of two letters",
    `{"address":"ab"}`,
    "address",
    "text of 3 to 200 characters",
  ),
  comps(
    "an address of 201 letters",
    `{"address":"1 ${"a".repeat(199)}"}`,
    "address",
    "text of 3 to 200 characters",
  ),
  comps(
    "an address without a number",
    `{"address":"Halsted Street"}`,
    "address",
    "a house number and a street: `3101 S Halsted St, Chicago`",
  ),
  comps(
    "a type that is not modelled",
    `{"property_id":"1","prop_type":"condo"}`,
    "prop_type",
    "one of sfh, mf2_4",
  ),
  comps(
    "a strategy that does not exist",
    `{"property_id":"1","strategy":"flp"}`,
    "strategy",
    "one of flip, brrrr, hold, section8",
  ),
  comps(
    "an unknown field",
    `{"property_id":"1","radius":5}`,
    "radius",
    COMPS_FIELDS,
  ),
  comps("a misspelled field", `{"propertyid":"1"}`, "propertyid", COMPS_FIELDS),
  underwrite(
    "an unknown field with markup",
    `{"property_id":"1","<b>":5}`,
    `"\\u003cb\\u003e"`,
    UNDERWRITE_FIELDS,
  ),
  underwrite(
    "a prototype",
    `{"property_id":"1","__proto__":{"units":2}}`,
    "__proto__",
    "left out",
  ),
  underwrite(
    "the identifier as a number",
    `{"property_id":17294230120000}`,
    "property_id",
    "text of 1 to 40 characters",
  ),
  underwrite("no property", `{}`, "property_id", SUBJECT),
  underwrite(
    "seven apartments",
    `{"property_id":"1","listing_units":7}`,
    "listing_units",
    "a whole number from 1 to 6",
  ),
  underwrite(
    "half an apartment",
    `{"property_id":"1","listing_units":1.5}`,
    "listing_units",
    "a whole number from 1 to 6",
  ),
  underwrite(
    "assumptions as a list",
    `{"property_id":"1","custom_assumptions":[]}`,
    "custom_assumptions",
    `an object with ${ASSUMPTIONS}`,
  ),
  underwrite(
    "assumptions null",
    `{"property_id":"1","custom_assumptions":null}`,
    "custom_assumptions",
    `an object with ${ASSUMPTIONS}`,
  ),
  assume(
    "an assumption that does not exist",
    `{"purchase":300000}`,
    "purchase",
    `only ${ASSUMPTIONS}`,
  ),
  assume(
    "a price as text",
    `{"purchase_price":"300000"}`,
    "purchase_price",
    `${PRICE}; 300000 as a JSON number`,
  ),
  assume("a price of zero", `{"purchase_price":0}`, "purchase_price", PRICE),
  assume(
    "a negative price",
    `{"purchase_price":-300000}`,
    "purchase_price",
    PRICE,
  ),
  assume(
    "a price that overflows",
    `{"purchase_price":1e400}`,
    "purchase_price",
    PRICE,
  ),
  assume(
    "a price given twice",
    `{"purchase_price":1000,"purchase_price":2000}`,
    "purchase_price",
    "given once",
  ),
  assume(
    "a rate in percent",
    `{"rate":7.5}`,
    "rate",
    "a number from 0 to 0.3; for 7.5% give 0.075",
  ),
  assume(
    "a down payment above the price",
    `{"down_pct":1.2}`,
    "down_pct",
    "a number from 0 to 1; for 1.2% give 0.012",
  ),
  assume(
    "a down payment below the program's",
    `{"financing_type":"conventional_investor","down_pct":0.05}`,
    "down_pct",
    "a number from 0.15 to 1 with conventional_investor",
  ),
  assume(
    "financing that does not exist",
    `{"financing_type":"crypto"}`,
    "financing_type",
    "one of cash, conventional_investor, dscr_loan, fha_owner_2_4, conventional_owner_2_4, hard_money",
  ),
  assume(
    "a negative rent",
    `{"rent_override":-1}`,
    "rent_override",
    "a number from 0 to 500000",
  ),
  assume(
    "half a month",
    `{"hold_months":6.5}`,
    "hold_months",
    "a whole number from 1 to 60",
  ),
  assume(
    "a hold of ten years",
    `{"hold_months":120}`,
    "hold_months",
    "a whole number from 1 to 60",
  ),
];
