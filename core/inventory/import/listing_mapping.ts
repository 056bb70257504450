import { z } from "zod";
import { Fault } from "../../../contracts/errors.ts";

/** Every field of a listing that a column may fill, with what it holds. */
export const LISTING_TARGETS = {
  key: "the source's key of the listing",
  status: "one of our statuses, by `values`",
  address: "street line, with or without unit",
  unit: "apartment",
  city: "city",
  zip: "ZIP code",
  parcel_number: "parcel number",
  lat: "latitude, degrees",
  lon: "longitude, degrees",
  prop_type: "one of our property types, by `values`",
  list_price: "dollars",
  original_price: "dollars",
  close_price: "dollars",
  closed_on: "day of closing",
  on_market: "day it came on the market",
  days_on_market: "days",
  bedrooms: "count",
  bathrooms: "count",
  living_area: "square feet",
  year_built: "year",
  units: "apartments in the building",
} as const;

/** A field of a listing that a column may fill. */
export type ListingTarget = keyof typeof LISTING_TARGETS;

/** The fields that a mapping must fill. */
const REQUIRED: readonly ListingTarget[] = ["key", "address", "list_price"];

const Columns = z.union([
  z.string().min(1).transform((name) => [name]),
  z.array(z.string().min(1)).min(1),
]);

const Rule = z.union([
  Columns.transform((columns) => ({ columns })),
  z.strictObject({
    /** The source column; of several the first that is filled. */
    column: Columns,
    /** What a cell means. Case does not matter. */
    values: z.record(z.string(), z.string()).optional(),
    /** What a cell means that `values` does not list. */
    otherwise: z.string().optional(),
  }).transform(({ column, values, otherwise }) => ({
    columns: column,
    values: values && new Map(
      Object.entries(values).map(([from, to]) => [from.toLowerCase(), to]),
    ),
    otherwise,
  })),
]);

const Shape = z.strictObject({
  /** What the files are, for people. */
  name: z.string().min(1),
  /** Source that the listings are kept under. */
  source: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  columns: z.partialRecord(
    z.enum(Object.keys(LISTING_TARGETS) as [ListingTarget, ...ListingTarget[]]),
    Rule,
  ),
});

/** How a CSV file of listings is read: see docs/inventory.md. */
export type ListingMapping = z.output<typeof Shape>;

/** How one field is read. */
export type ListingRule = {
  readonly columns: readonly string[];
  readonly values?: ReadonlyMap<string, string>;
  readonly otherwise?: string;
};

/**
 * Reads a mapping's text.
 *
 * @param file its name, for messages
 * @throws {Fault} `invalid_params` with the place in the mapping and what is expected there
 */
export function parseListingMapping(
  text: string,
  file: string,
): ListingMapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Fault("invalid_params", `${file} is not JSON`, {
      field: "mapping",
      expected: "a JSON file, for example docs/mappings/portal-listings.json",
      cause,
    });
  }
  const parsed = Shape.safeParse(json);
  const missing = REQUIRED.find((name) =>
    parsed.success && parsed.data.columns[name] === undefined
  );
  if (parsed.success && missing === undefined) return parsed.data;
  const issue = parsed.error?.issues[0];
  const field = issue
    ? issue.path.join(".") || "mapping"
    : `columns.${missing}`;
  throw new Fault(
    "invalid_params",
    `${file}: ${field}: ${issue?.message ?? "a column is needed"}`,
    {
      field,
      expected: missing === undefined
        ? "a mapping as docs/inventory.md describes it"
        : LISTING_TARGETS[missing],
    },
  );
}
