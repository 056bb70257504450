import { z } from "zod";
import { exactlyOne, RULES } from "./rules.ts";

/** What a property_id is made of. */
export const PROPERTY_ID = /^[0-9A-Za-z][0-9A-Za-z .-]*$/;
/** Its most characters. */
export const PROPERTY_ID_LENGTH = 40;
/** The same in words. */
export const PROPERTY_ID_WORDS =
  `at most ${PROPERTY_ID_LENGTH} letters, digits, dashes, dots and spaces, beginning with a letter or digit`;

/** What an address is sure to be read as: a house number, then a street. */
const ADDRESS = /^\s*\d{1,6}[A-Za-z]?(-\d{1,6}[A-Za-z]?)?[\s,].*[A-Za-z]/;

/** A position, WGS84 degrees. */
export const Point = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
}).strict();

/** Ways to name a property. Exactly one of `property_id`, `address`, the pair `lat`, `lon`, or `point`. */
export const subjectFields = {
  property_id: z.string().min(1).max(PROPERTY_ID_LENGTH).optional()
    .describe(
      "the county's identifier; in Cook County the 14-digit PIN",
    ).register(RULES, { pattern: PROPERTY_ID.source }),
  address: z.string().min(3).max(200).optional()
    .describe(
      "street address, with city or ZIP if there could be two: `3101 S Halsted St, Chicago`",
    ).register(RULES, { pattern: ADDRESS.source }),
  lat: z.number().min(-90).max(90).optional().describe(
    "latitude, degrees; needs lon",
  ),
  lon: z.number().min(-180).max(180).optional().describe(
    "longitude, degrees; needs lat",
  ),
  point: Point.optional().describe("the same as lat and lon"),
};

/** Names of the fields that name a property. */
export const SUBJECT_FIELDS = Object.keys(
  subjectFields,
) as (keyof typeof subjectFields)[];

/** What names one property. */
export const ONE_PROPERTY = exactlyOne([
  ["property_id"],
  ["address"],
  ["lat", "lon"],
  ["point"],
]);

/** The same for the deprecated names, which know no property_id. */
export const ONE_PLACE = exactlyOne([
  ["address"],
  ["lat", "lon"],
  ["point"],
]);

/** `lat,lon`. */
const POINT_TEXT = String
  .raw`^[+-]?(90|[0-8]?\d(\.\d+)?)\s*,\s*[+-]?(180|(1[0-7]\d|\d{1,2})(\.\d+)?)$`;

/** A property as text, for a path: `lat,lon`, a property_id or an address. */
export const SUBJECT_TEXT = new RegExp(
  [POINT_TEXT, String.raw`^\d[\d-]{0,39}$`, ADDRESS.source].join("|"),
);

/** A subject as named by the caller, after `parseSubject`. */
export type SubjectQuery =
  | { readonly by: "property_id"; readonly property_id: string }
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "point"; readonly lat: number; readonly lon: number };

/** Facts of a property as shown to callers: unknown facts are left out. */
export const PropertyFacts = z.record(
  z.string(),
  z.union([z.number(), z.string()]),
);

/** A resolved property. */
export const Subject = z.object({
  property_id: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  county: z.string(),
  township: z.string().nullable().describe("the assessor's code"),
  township_name: z.string().nullable(),
  neighborhood: z.string().nullable(),
  tract: z.string().nullable(),
  prop_type: z.string(),
  facts: PropertyFacts,
  matched_by: z.enum(["property_id", "address", "point"]),
  match_distance_m: z.number().nullable(),
}).strict();
/** A resolved property. */
export type Subject = z.infer<typeof Subject>;
