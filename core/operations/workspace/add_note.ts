import { nanoid } from "nanoid";
import { Fault, invalidParams } from "../../../contracts/errors.ts";
import { addNote as contract } from "../../../contracts/operations/add_note.ts";
import type { NoteInput, NoteOutput } from "../../../contracts/saved.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import {
  recordedProperty,
  tractCenter,
} from "../../answers/recorded_property.ts";
import type { Items } from "../../store/saved/saved.ts";
import { mutate } from "../../service/workspace.ts";

/** Keeps a note about a property or a tract, changes it or removes it. */
export const addNote: Operation<typeof NoteInput, typeof NoteOutput> = {
  contract,
  async run(context, input) {
    const { property_id, geoid, note_id, text, remove } = input;
    const named = [property_id, geoid, note_id].filter((each) =>
      each !== undefined
    );
    if (named.length !== 1) {
      throw invalidParams(
        "property_id",
        "given, or geoid, or note_id, and only one of them",
      );
    }
    if (remove && note_id === undefined) {
      throw invalidParams("note_id", "given with remove");
    }
    if (!remove && text === undefined) {
      throw invalidParams("text", "given unless a note is removed");
    }
    if (note_id === undefined) {
      const about = aboutOf(context, property_id, geoid);
      const newId = `note_${nanoid(12)}`;
      return await mutate(context, contract, input, async (items, at) => {
        const note = { note_id: newId, ...about, text: text!, created_at: at };
        await items.put("notes", newId, note);
        return { kind: "note_added" as const, data: note };
      });
    }
    if (remove) {
      return await mutate(context, contract, input, async (items) => {
        await knownNote(items, note_id);
        await items.remove("notes", note_id);
        return { kind: "note_removed" as const, data: { note_id } };
      });
    }
    return await mutate(context, contract, input, async (items, at) => {
      const known = await knownNote(items, note_id);
      const note = { ...known, text: text!, updated_at: at };
      await items.put("notes", note_id, note);
      return { kind: "note_updated" as const, data: note };
    });
  },
  summary: ({ kind, data, seq }) =>
    `${VERBS[kind]} the note ${data.note_id}${
      "text" in data ? ` about ${data.geoid ?? data.property_id}` : ""
    } (event ${seq}).`,
};

const VERBS = {
  note_added: "Kept",
  note_updated: "Changed",
  note_removed: "Removed",
} as const;

function aboutOf(
  { snapshot }: OperationContext,
  property_id: string | undefined,
  geoid: string | undefined,
) {
  if (geoid === undefined) {
    return {
      property_id: recordedProperty(snapshot, { property_id }).property_id,
    };
  }
  tractCenter(snapshot, geoid);
  return { geoid };
}

async function knownNote(items: Items, id: string) {
  const known = await items.find("notes", id);
  if (known) return known;
  throw new Fault("not_found", "there is no note with this id", {
    field: "note_id",
    expected: "a note_id of yours",
  });
}
