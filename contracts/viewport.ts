import { z } from "zod";
import { boxFields, EDGES } from "./box.ts";
import { exactlyOne, RULES } from "./rules.ts";
import { envelopeFields, Strategy } from "./envelope.ts";

/** Input of `viewport_context`. */
export const ViewportInput = z.object({
  area: z.string().min(2).max(80).optional().describe(
    "community area, city, ZIP, township or tract by name, instead of a box: `Bridgeport`, `60608`",
  ),
  ...boxFields,
  strategy: Strategy.optional().describe(
    "strategy the tracts are ordered by; default brrrr",
  ),
  limit: z.int().min(1).max(200).default(50).describe("tracts to list"),
}).strict().register(
  RULES,
  exactlyOne([["area"], EDGES, ["bbox"]]),
);
/** Input of `viewport_context`. */
export type ViewportInput = z.infer<typeof ViewportInput>;

/** Output of `viewport_context`. */
export const ViewportOutput = z.object({
  ...envelopeFields,
  area: z.object({
    kind: z.enum(["community_area", "city", "zip", "township", "tract"]),
    id: z.string(),
    name: z.string(),
  }).strict().nullable().describe("the area, when it was named"),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  strategy: Strategy,
  townships: z.array(z.string()).describe("of the tracts in view"),
  community_areas: z.array(z.string()).describe("of the tracts in view"),
  median_price_level: z.number().nullable().describe(
    "dollars, median over the tracts in view",
  ),
  tracts_in_view: z.int(),
  tracts: z.array(
    z.object({
      geoid: z.string(),
      county: z.string(),
      lat: z.number(),
      lon: z.number(),
      area: z.string().nullable().describe("community area, else township"),
      percentile: z.number().nullable(),
      confidence: z.number().nullable(),
      price_level: z.number().nullable().describe("dollars"),
    }).strict(),
  ).describe("with their center in the box, best first, unscored last"),
}).strict();
/** Output of `viewport_context`. */
export type ViewportOutput = z.infer<typeof ViewportOutput>;
