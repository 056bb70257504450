import { z } from "zod";
import { stampFields } from "./envelope.ts";

/** Input of `suggest`. */
export const SuggestInput = z.object({
  q: z.string().min(1).max(120).describe(
    "the beginning of an address, PIN, place name or ZIP, as typed",
  ),
  limit: z.int().min(1).max(20).default(8).describe("suggestions at most"),
}).strict();
/** Input of `suggest`. */
export type SuggestInput = z.infer<typeof SuggestInput>;

/** Something a search box may complete to. */
export const Suggestion = z.object({
  kind: z.enum(["address", "property", "place", "zip", "street"]),
  text: z.string().describe("what to put into the search box"),
  detail: z.string().describe(
    "what distinguishes it from others of the same name",
  ),
  property_id: z.string().nullable().describe("of an address or a PIN"),
  area: z.string().nullable().describe(
    "of a place or a ZIP: the name to give as `area`",
  ),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  bounds: z.array(z.number()).nullable().describe(
    "of a place: west, south, east, north",
  ),
  listed: z.boolean().describe("whether the property is for sale"),
}).strict();
/** Something a search box may complete to. */
export type Suggestion = z.infer<typeof Suggestion>;

/** Output of `suggest`. */
export const SuggestOutput = z.object({
  ...stampFields,
  suggestions: z.array(Suggestion).describe("best first"),
}).strict();
/** Output of `suggest`. */
export type SuggestOutput = z.infer<typeof SuggestOutput>;
