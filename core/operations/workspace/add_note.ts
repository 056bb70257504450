import { nanoid } from "nanoid";
import { invalidParams } from "../../../contracts/errors.ts";
import { addNote as contract } from "../../../contracts/operations/add_note.ts";
import type { Mutated, NoteInput } from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import {
  recordedProperty,
  tractCenter,
} from "../../answers/recorded_property.ts";
import { mutate } from "../../service/workspace.ts";

/** Keeps a note about a property or a tract. */
export const addNote: Operation<typeof NoteInput, typeof Mutated> = {
  contract,
  async run(context, input) {
    const { property_id, geoid, text } = input;
    if ((property_id === undefined) === (geoid === undefined)) {
      throw invalidParams("property_id", "given, or geoid, and not both");
    }
    if (geoid !== undefined) tractCenter(context.snapshot, geoid);
    const about = geoid !== undefined ? { geoid } : {
      property_id: recordedProperty(context.snapshot, { property_id })
        .property_id,
    };
    const note_id = `note_${nanoid(12)}`;
    return await mutate(context, contract, input, async (items, at) => {
      const note = { note_id, ...about, text, created_at: at };
      await items.put("notes", note_id, note);
      return { kind: "note_added", data: note };
    });
  },
  summary: ({ data, seq }) => `Kept the note ${data.note_id} (event ${seq}).`,
};
