import { z } from "zod";
import { stampFields } from "./envelope.ts";
import { SAVED_ITEMS, SAVED_KINDS } from "./saved_items.ts";

/** Input of `list_saved`. */
export const ListSavedInput = z.object({
  kind: z.enum(SAVED_KINDS).describe("what to list"),
  limit: z.int().min(1).max(200).optional().describe("default 50"),
  after: z.string().min(1).max(200).optional().describe(
    "`next` of the page before",
  ),
}).strict();

/** Output of `list_saved`. */
export const ListSavedOutput = z.object({
  ...stampFields,
  kind: z.enum(SAVED_KINDS),
  items: z.array(
    z.union([
      SAVED_ITEMS.favorites,
      SAVED_ITEMS.presets,
      SAVED_ITEMS.profiles,
      SAVED_ITEMS.notes,
    ]),
  ),
  next: z.string().nullable().describe("give it as `after`; null at the end"),
}).strict();
