import { z } from "zod";

/** Ways to name a property. Exactly one of `property_id`, `address` or the pair `lat`, `lon`. */
export const subjectFields = {
  property_id: z.string().min(1).max(40).optional()
    .describe(
      "the county's identifier; in Cook County a 14-digit PIN, dashes allowed",
    ),
  address: z.string().min(3).max(200).optional()
    .describe(
      "street address, with city or ZIP if there could be two: `3101 S Halsted St, Chicago`",
    ),
  lat: z.number().min(-90).max(90).optional().describe(
    "latitude, WGS84 degrees; needs lon",
  ),
  lon: z.number().min(-180).max(180).optional().describe(
    "longitude, WGS84 degrees; needs lat",
  ),
};

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
