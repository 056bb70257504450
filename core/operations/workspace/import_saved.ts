import { hash } from "node:crypto";
import { Fault, invalidParams } from "../../../contracts/errors.ts";
import { importSaved as contract } from "../../../contracts/operations/import_saved.ts";
import type {
  ImportInput,
  ImportOutput,
} from "../../../contracts/saved_transfer.ts";
import type { SavedKind } from "../../../contracts/saved_items.ts";
import {
  recordedProperty,
  tractCenter,
} from "../../answers/recorded_property.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";
import { savedIn } from "../../service/workspace.ts";
import type { Mutation, Saved } from "../../store/saved/saved.ts";

/** Takes over what a browser kept, once: what is there already stays as it is. */
export const importSaved: Operation<typeof ImportInput, typeof ImportOutput> = {
  contract,
  async run(context, { favorites = [], presets = [], notes = [] }) {
    const saved = savedIn(context);
    const counts = { added: 0, unchanged: 0 };
    const skipped: { kind: string; id: string; reason: string }[] = [];
    const take = async (kind: SavedKind, id: string, mutation: Mutation) => {
      if (await saved.find(kind, id) !== null) return void counts.unchanged++;
      try {
        await saved.mutate(mutation);
        counts.added++;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        skipped.push({ kind, id, reason: error.message });
      }
    };
    for (const { property_id, tags = [] } of favorites) {
      await take("favorites", idOf(context, property_id), {
        request: [contract.name, property_id],
        async apply(items, at) {
          const property = recordedProperty(context.snapshot, { property_id });
          const favorite = { ...property, tags, saved_at: at };
          await items.put("favorites", property.property_id!, favorite);
          return { kind: "favorite_saved", data: favorite };
        },
      });
    }
    for (const { name, assumptions } of presets) {
      await take("presets", name, {
        request: [contract.name, name],
        async apply(items, updated_at) {
          const preset = { name, assumptions, is_default: false, updated_at };
          await items.put("presets", name, preset);
          return { kind: "preset_updated", data: preset };
        },
      });
    }
    for (const note of notes) await takeNote(context, take, note);
    return { ...counts, skipped, ...stampOf(context.snapshot) };
  },
  summary: ({ added, unchanged, skipped }) =>
    `Took over ${added}; ${unchanged} were there already, ${skipped.length} could not be kept.`,
};

/** The id a favorite has here; of one that is not recorded, what it was called. */
function idOf({ snapshot }: OperationContext, property_id: string): string {
  try {
    return recordedProperty(snapshot, { property_id }).property_id ??
      property_id;
  } catch (error) {
    if (error instanceof Fault) return property_id;
    throw error;
  }
}

type Take = (
  kind: SavedKind,
  id: string,
  mutation: Mutation,
) => ReturnType<Saved["mutate"]> | Promise<void>;

/** A note's id here follows from its id there, so that it is taken over once. */
async function takeNote(
  { snapshot }: OperationContext,
  take: Take,
  { local_id, property_id, geoid, text }: NonNullable<
    ImportInput["notes"]
  >[number],
): Promise<void> {
  const note_id = `note_${hash("sha256", local_id, "base64url").slice(0, 12)}`;
  await take("notes", note_id, {
    request: [contract.name, local_id],
    async apply(items, created_at) {
      if ((property_id === undefined) === (geoid === undefined)) {
        throw invalidParams("property_id", "given, or geoid, and not both");
      }
      if (geoid !== undefined) tractCenter(snapshot, geoid);
      const about = geoid !== undefined ? { geoid } : {
        property_id: recordedProperty(snapshot, { property_id }).property_id,
      };
      const note = { note_id, ...about, text, created_at };
      await items.put("notes", note_id, note);
      return { kind: "note_added", data: note };
    },
  });
}
