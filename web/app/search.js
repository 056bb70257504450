import { html } from "./html.js";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { call, latest, withQuery } from "./api.js";

/** @import { Suggestion } from "../../contracts/suggest.ts" */

const MARKS = {
  address: "⌂",
  property: "⌂",
  place: "◎",
  zip: "◎",
  street: "↔",
};

/** The search box: completes addresses, PINs, places and ZIPs. Follows the ARIA combobox pattern. */
export function Search({ onChoose }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState(
    /** @type {Suggestion[] | null} */ (null),
  );
  const [at, setAt] = useState(-1);
  const [failed, setFailed] = useState("");
  const id = useId();
  const ask = useRef((/** @type {string} */ _q) => {});
  useEffect(() => {
    ask.current = latest(180, async (signal, /** @type {string} */ q) => {
      try {
        const { suggestions } = await call(
          withQuery("/api/suggest", { q, limit: 8 }),
          { signal },
        );
        setFound(suggestions);
        setAt(-1);
        setFailed("");
      } catch (error) {
        if (!signal.aborted) setFailed(error.message);
      }
    });
  }, []);

  const close = () => {
    setFound(null);
    setAt(-1);
  };
  const choose = (suggestion) => {
    setText(suggestion.text);
    close();
    onChoose(suggestion);
  };
  const onInput = ({ target: { value } }) => {
    setText(value);
    if (value.trim() === "") close();
    else ask.current(value.trim());
  };
  const onKeyDown = (event) => {
    if (event.key === "Escape") return close();
    if (!found || found.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((at + step + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(found[Math.max(0, at)]);
    }
  };
  const open = found !== null;
  return html`<div class="search" role="search">
    <input type="text" role="combobox" aria-label="Search an address, PIN, place or ZIP"
      placeholder="Address, neighborhood, ZIP or PIN" autocomplete="off" spellcheck="false"
      aria-autocomplete="list" aria-expanded=${open} aria-controls=${
    open ? id : undefined
  }
      aria-activedescendant=${open && at >= 0 ? `${id}-${at}` : undefined}
      value=${text} onInput=${onInput} onKeyDown=${onKeyDown}
      onBlur=${() => setTimeout(close, 150)} />
    ${
    open && html`<ul id=${id} role="listbox" aria-label="Suggestions">
      ${
      found.length === 0
        ? html`
          <li role="option" aria-disabled="true" aria-selected="false"
            class="none">No match for “${text}”. Try a street, a neighborhood or a 14-digit PIN.</li>
        `
        : found.map((each, i) =>
          html`
            <li key=${i} id=${`${id}-${i}`} role="option" aria-selected=${i ===
              at}
              onPointerDown=${(event) => {
                event.preventDefault();
                choose(each);
              }}>
                    <span class="mark" aria-hidden="true">${MARKS[
                      each.kind
                    ]}</span>
                    <span><b>${each.text}</b><small>${each
                      .detail}</small></span>
                    ${each.listed && html`<span class="chip">For sale</span>`}
                  </li>
          `
        )
    }</ul>`
  }
    ${failed && html`<p class="field-error" role="alert">${failed}</p>`}
  </div>`;
}
