import { z } from "zod";
import { PROPERTY_ID, PROPERTY_ID_LENGTH } from "./subject.ts";
import { RULES, together } from "./rules.ts";

const comps = (about: string) =>
  z.array(
    z.string().min(1).max(PROPERTY_ID_LENGTH).register(RULES, {
      pattern: PROPERTY_ID.source,
    }),
  ).min(1).max(50).optional().describe(about);

/** Facts that a caller corrects against the county's record. */
export const CORRECTED_FACTS = {
  bedrooms: z.int().min(0).max(30).optional().describe(
    "of the whole building",
  ),
  full_baths: z.int().min(0).max(20).optional().describe(
    "of the whole building",
  ),
  half_baths: z.int().min(0).max(20).optional().describe(
    "of the whole building",
  ),
  bldg_sqft: z.number().min(200).max(50_000).optional().describe(
    "living area, square feet",
  ),
  apartments: z.int().min(1).max(6).optional().describe("in the building"),
  year_built: z.int().min(1830).max(2100).optional().describe(
    "year of construction",
  ),
  condition: z.number().min(-10).max(10).optional().describe(
    "on the county's own scale, larger is better; the subject's facts have the recorded one",
  ),
};
/** Name of a fact that may be corrected. */
export type CorrectedFact = keyof typeof CORRECTED_FACTS;

/** A value asked for with other facts or other comps than the record and the search give. */
export const WhatIf = z.object({
  ...CORRECTED_FACTS,
  exclude_comps: comps("identifiers (PINs) of sales to exclude"),
  pin_comps: comps(
    "identifiers (PINs) of sales that count in full, however similar; they must lie in the search's ring",
  ),
  radius_m: z.number().min(100).max(20_000).optional().describe(
    "search within so many meters, instead of the ring the engine picks; needs months",
  ),
  months: z.int().min(1).max(120).optional().describe(
    "search so many months back; needs radius_m",
  ),
}).strict().refine(
  ({ radius_m, months }) => (radius_m === undefined) === (months === undefined),
  { path: ["months"], message: "given together with radius_m" },
).register(RULES, together(["radius_m", "months"]));
/** A value asked for with other facts or other comps. */
export type WhatIf = z.infer<typeof WhatIf>;

const Value = z.object({
  conservative: z.number(),
  base: z.number(),
  aggressive: z.number(),
}).strict().nullable();

/** What a what-if changed, beside the value that answers hold; null without one. */
export const WhatIfAnswer = z.object({
  changes: z.array(z.string()),
  before: Value.describe("as recorded"),
  after: Value.describe("with the changes; the value in this answer"),
}).strict().nullable();
/** What a what-if changed. */
export type WhatIfAnswer = z.infer<typeof WhatIfAnswer>;
