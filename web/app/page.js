import { html } from "./html.js";
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilterBar } from "./filters.js";
import { List } from "./list.js";
import { Search } from "./search.js";
import { STRATEGIES, VERDICTS } from "./words.js";

/**
 * @import { Actions } from "./actions.js"
 * @import { State } from "./first_state.js"
 */

const LIVE = {
  open: "Live",
  waiting: "Reconnecting…",
  refused: "",
  off: "",
};

/**
 * The whole page: search and list, the map, the card. The server draws it too, so nothing here
 * needs a browser before it is used.
 *
 * @param {{state: State, actions: Actions, synthetic: boolean, startMap: (container: HTMLElement | null) => void}} props
 */
export function Page({ state, actions, synthetic, startMap }) {
  const { panels } = state;
  const element = useRef(null);
  useEffect(() => {
    startMap(element.current);
  }, []);
  const hasCard = state.selected !== null;
  return html`
    <div class=${`map-app ${hasCard ? "with-card" : ""} ${
      state.has_map ? "" : "no-map"
    }`}>
      <${Side} state=${state} actions=${actions} />
      <div class="stage">
          <div class="map" ref=${element}></div>
          ${state.map_problem && html`
            <div
              class="empty map-off"><strong>The map cannot be drawn here.</strong><p>${state
                .map_problem} The list has every home, and the card everything the map shows.</p></div>
          `}
          <div class="stage-top">
            ${state.has_map && html`<${Legend} strategy=${state.strategy} />`}
            ${synthetic && html`
              <p
                class="synthetic"><b>Demo data</b><span>: places are real; homes, sales and prices are synthetic</span></p>
            `}
          </div>
          ${state.has_map && !state.map_ready &&
            html`<p class="map-loading" role="status">Loading the map…</p>`}
          ${state.drawing && html`<${DrawBar} actions=${actions} />`}
          ${hasCard && panels &&
            html`<${panels.Card} state=${state} actions=${actions} />`}
          ${state.comparing && panels &&
            html`<${panels.Compare} state=${state} actions=${actions} />`}
          <${Toasts} toasts=${state.toasts} dismiss=${actions.dismiss} />
        </div>
      ${state.naming && html`<${NameDialog} ...${state.naming} />`}
    </div>
  `;
}

/**
 * The page before its script runs, for the server to draw: nothing in it answers yet.
 *
 * @param {{state: State, synthetic: boolean}} props
 */
export const stillPage = (props) =>
  h(Page, {
    ...props,
    actions: /** @type {Actions} */ ({}),
    startMap: () => {},
  });

/** @param {{state: State, actions: Actions}} props */
function Side({ state, actions }) {
  const { account_open, session, saved, compare, live, panels } = state;
  const yours = session.signed_in ? "Yours" : "Yours · sign in";
  const stars = saved.favorites.length > 0
    ? ` · ★ ${saved.favorites.length}`
    : "";
  return html`
    <div class="side">
            <h1 class="visually-hidden">Homes for sale, analyzed as investments</h1>
      <div class="side-top">
        <${Search} onChoose=${actions.choose} />
        <${FilterBar} state=${state} actions=${actions} />
      </div>
      ${account_open && panels
        ? html`<${panels.Account} state=${state} actions=${actions} />`
        : html`<${List} state=${state} actions=${actions} />`}
      <div class="side-foot">
        <button type="button" class="quiet" aria-expanded=${account_open}
          onClick=${account_open
            ? actions.closeAccount
            : actions.openAccount}>${yours}${stars}</button>
        ${compare.length > 0 && html`
          <button type="button" class="primary"
            onClick=${actions.openCompare}>Compare ${compare.length}</button>
        `}
        <span class=${`live ${live}`} role="status">${LIVE[live] ?? ""}</span>
      </div>
    </div>
  `;
}

/**
 * What to do while an area is drawn. By keyboard: the map moves with the arrow keys, and what it
 * shows is taken.
 *
 * @param {{actions: Actions}} props
 */
function DrawBar({ actions }) {
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => first.current?.focus(), []);
  return html`
    <div class="draw-bar" role="group" aria-label="Draw an area">
      <p>Click the corners on the map, the first one again to finish.</p>
      <button type="button" class="primary" ref=${first}
        onClick=${actions.drawView}>Use what the map shows</button>
      <button type="button" onClick=${actions.cancelDrawing}>Cancel</button>
    </div>
  `;
}

function Legend({ strategy }) {
  return html`
    <details class="legend">
      <summary>Key</summary>
      <p><span class="ramp"></span>Area percentile for ${STRATEGIES[
        strategy
      ]}: low to high</p>
      <p>${Object.entries(VERDICTS).map(([key, { name }]) =>
        html`
          <span key=${key}
            class="key-entry"><i class=${`dot ${key}`}></i>${name}</span>
        `
      )}</p>
      <p>A ring with a number is a group of homes; its color is that of its best home.</p>
    </details>
  `;
}

/** @param {Pick<State, "toasts"> & Pick<Actions, "dismiss">} props */
function Toasts({ toasts, dismiss }) {
  return html`
    <div class="toasts" role="status" aria-live="polite">${toasts.map((
      { id, text, action },
    ) =>
      html`
        <div key=${id} class="toast">
          <span>${text}</span>
          ${action && html`<button type="button" onClick=${() => {
            dismiss(id);
            action.run();
          }}>${action.name}</button>`}
          <button type="button" class="quiet" aria-label="Dismiss"
            onClick=${() => dismiss(id)}>✕</button>
        </div>
      `
    )}</div>
  `;
}

/** Asks for a name; Escape gives it up. */
function NameDialog({ title, done }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const onSubmit = (event) => {
    event.preventDefault();
    done(new FormData(event.target).get("name"));
  };
  return html`
    <dialog class="dialog" ref=${dialog} aria-labelledby="name-h"
      onCancel=${() => done(null)} onKeyDown=${(event) =>
        event.stopPropagation()}>
      <form class="panel" onSubmit=${onSubmit}>
        <h2 id="name-h">${title}</h2>
        <label class="field"><span>Name</span>
            <input name="name" required maxlength="80" autocomplete="off" /></label>
        <div class="actions">
          <button class="primary" type="submit">Save</button>
          <button type="button" onClick=${() => done(null)}>Cancel</button>
        </div>
      </form>
    </dialog>
  `;
}
