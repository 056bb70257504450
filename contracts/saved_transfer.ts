import { z } from "zod";
import { stampFields } from "./envelope.ts";
import { Favorite, Note, Preset, Profile } from "./saved_items.ts";
import { FavoriteInput, NoteInput, PresetInput } from "./saved.ts";

const { property_id } = FavoriteInput.shape;

/** Input of `import_saved`. */
export const ImportInput = z.object({
  favorites: z.array(
    z.object({
      property_id: property_id.unwrap(),
      tags: FavoriteInput.shape.tags,
    }).strict(),
  ).max(2_000).optional().describe("properties to keep"),
  presets: z.array(
    z.object({
      name: PresetInput.shape.name,
      assumptions: PresetInput.shape.assumptions.unwrap(),
    }).strict(),
  ).max(100).optional().describe("assumptions under a name"),
  notes: z.array(
    z.object({
      local_id: z.string().min(1).max(80).describe(
        "the browser's id of the note, so that it is imported once",
      ),
      property_id: property_id.unwrap().optional(),
      geoid: NoteInput.shape.geoid,
      text: NoteInput.shape.text.unwrap(),
    }).strict(),
  ).max(500).optional(),
}).strict();
/** Input of `import_saved`. */
export type ImportInput = z.infer<typeof ImportInput>;

/** Output of `import_saved`. */
export const ImportOutput = z.object({
  added: z.int(),
  unchanged: z.int().describe(
    "items that existed already and stay as they are",
  ),
  skipped: z.array(
    z.object({ kind: z.string(), id: z.string(), reason: z.string() }).strict(),
  ).describe("items that this server cannot keep, with the reason"),
  ...stampFields,
}).strict();

/** Input of `export_saved`: nothing. */
export const ExportInput = z.object({}).strict();

/** Output of `export_saved`. */
export const ExportOutput = z.object({
  favorites: z.array(Favorite),
  presets: z.array(Preset),
  profiles: z.array(Profile),
  notes: z.array(Note),
  ...stampFields,
}).strict();
