import { html } from "./html.js";
import { useState } from "preact/hooks";
import { day } from "./words.js";

/** What a person wrote of a property. */
export function Notes({ id, saved, actions }) {
  const [text, setText] = useState("");
  const [editing, setEditing] = useState(/** @type {string | null} */ (null));
  const notes = saved.notes.filter(({ property_id }) => property_id === id);
  const onSubmit = async (event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    if (editing) await actions.changeNote(editing, text.trim());
    else await actions.addNote(id, text.trim());
    setText("");
    setEditing(null);
  };
  const edit = (note) => {
    setEditing(note.note_id);
    setText(note.text);
  };
  return html`
    <section class="block no-print" aria-labelledby="notes-h">
      <h3 id="notes-h">Notes</h3>
      <ul class="plain notes">${notes.map((note) =>
        html`
          <li key=${note.note_id}>
            <p>${note.text}</p>
            <p class="soft small">${day(note.created_at)}
              <button type="button" class="quiet"
                onClick=${() => edit(note)}>Edit</button>
              <button type="button" class="quiet"
                onClick=${() =>
                  actions.removeNote(note.note_id)}>Remove</button></p>
          </li>
        `
      )}</ul>
      <form onSubmit=${onSubmit}>
        <label class="field"><span>${editing
          ? "Change the note"
          : "Add a note"}</span>
          <textarea rows="2" maxlength="2000" value=${text} onInput=${(
            { target },
          ) => setText(target.value)}></textarea></label>
        <button type="submit">${editing
          ? "Save the change"
          : "Save the note"}</button>
      </form>
    </section>
  `;
}
