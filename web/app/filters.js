import { html } from "./html.js";
import { useState } from "preact/hooks";
import { SORTS, STRATEGIES, TYPES, VERDICTS } from "./words.js";

/** Filters that count as set, for the button's number. */
function countFilters(filters) {
  return Object.values(filters).filter((value) =>
    value !== undefined && value !== "" &&
    !(Array.isArray(value) && value.length === 0)
  ).length;
}

/** Strategy, filters, order, drawn area: everything that chooses what is shown. */
export function FilterBar({ state, actions }) {
  const [open, setOpen] = useState(false);
  const { strategy, filters, sort, polygon, drawing } = state;
  const set = (change) => actions.setFilters({ ...filters, ...change });
  const number = ({ target: { value } }) =>
    value === "" ? undefined : Number(value);
  const toggle = (name, value) => {
    const now = filters[name] ?? [];
    const next = now.includes(value)
      ? now.filter((each) => each !== value)
      : [...now, value];
    set({ [name]: next.length > 0 ? next : undefined });
  };
  const set_count = countFilters(filters);
  return html`<div class="filters">
    <div class="segments" role="radiogroup" aria-label="Strategy">
      ${
    Object.entries(STRATEGIES).map(([key, name]) =>
      html`<label key=${key}><input type="radio" name="strategy" value=${key}
        checked=${strategy === key} onChange=${() =>
        actions.setStrategy(key)} /><span>${name}</span></label>`
    )
  }</div>
    <div class="filter-row">
      <button type="button" aria-expanded=${open} aria-controls="filter-panel"
        onClick=${() => setOpen(!open)}>Filters${
    set_count > 0 ? ` · ${set_count}` : ""
  }</button>
      ${
    state.has_map && html`
      <button type="button" id="draw-area" onClick=${polygon
        ? actions.clearArea
        : drawing
        ? actions.cancelDrawing
        : actions.drawArea}>${polygon
        ? "Clear area"
        : drawing
        ? "Cancel drawing"
        : "Draw area"}</button>
    `
  }
      <label class="sort"><span class="visually-hidden">Order</span>
        <select value=${sort} onChange=${({ target }) =>
    actions.setSort(target.value)}>
          ${
    Object.entries(SORTS).map(([key, name]) =>
      html`<option key=${key} value=${key}>${name}</option>`
    )
  }</select></label>
    </div>
    ${
    open &&
    html`<form id="filter-panel" class="filter-panel" onSubmit=${(event) => {
      event.preventDefault();
      setOpen(false);
    }}>
      <fieldset><legend>Asking price</legend><div class="pair">
        <label class="field"><span>At least, $</span><input type="number" min="0" step="10000" inputmode="numeric"
          value=${filters.min_price ?? ""} onChange=${(event) =>
      set({ min_price: number(event) })} /></label>
        <label class="field"><span>At most, $</span><input type="number" min="0" step="10000" inputmode="numeric"
          value=${filters.max_price ?? ""} onChange=${(event) =>
      set({ max_price: number(event) })} /></label>
      </div></fieldset>
      <fieldset><legend>Type</legend><div class="checks">${
      Object.entries(TYPES).map(([key, name]) =>
        html`
          <label
            key=${key}><input type="checkbox" checked=${(filters.prop_types ??
              []).includes(key)} onChange=${() =>
              toggle("prop_types", key)} /> ${name}</label>
        `
      )
    }</div></fieldset>
            <fieldset><legend>Verdict at the asking price</legend><div class="checks">${
      Object.entries(VERDICTS).map(([key, { name, mark }]) =>
        html`
          <label
            key=${key}><input type="checkbox" checked=${(filters.verdicts ?? [])
              .includes(key)} onChange=${() =>
              toggle(
                "verdicts",
                key,
              )} /> <span aria-hidden="true">${mark}</span> ${name}</label>
        `
      )
    }</div></fieldset>
      <fieldset><legend>At least</legend><div class="pair">
        <label class="field"><span>Bedrooms</span><input type="number" min="0" max="20" value=${
      filters.min_beds ?? ""
    } onChange=${(event) => set({ min_beds: number(event) })} /></label>
        <label class="field"><span>Apartments</span><input type="number" min="0" max="20" value=${
      filters.min_units ?? ""
    } onChange=${(event) => set({ min_units: number(event) })} /></label>
        <label class="field"><span>Area percentile</span><input type="number" min="0" max="100" value=${
      filters.min_percentile ?? ""
    } onChange=${(event) => set({ min_percentile: number(event) })} /></label>
        <label class="field"><span>Confidence</span><input type="number" min="0" max="100" value=${
      filters.min_confidence ?? ""
    } onChange=${(event) => set({ min_confidence: number(event) })} /></label>
      </div>
      <label class="check"><input type="checkbox" checked=${
      filters.price_cut === true
    } onChange=${({ target }) =>
      set({
        price_cut: target.checked || undefined,
      })} /> Price cut</label></fieldset>
      ${
      state.has_map && html`
        <fieldset>
          <legend>Map layers</legend>
          <div class="checks">${Object.entries(LAYERS).map(([key, name]) =>
            html`
              <label
                key=${key}><input type="checkbox" checked=${state.layers
                  .includes(key)} onChange=${() =>
                  actions.toggleLayer(key)} /> ${name}</label>
            `
          )}</div>
        </fieldset>
      `
    }
            <div class="actions"><button class="primary" type="submit">Show homes</button>
      <button type="button" onClick=${() =>
      actions.setFilters({})}>Clear all</button>
      ${
      state.session.signed_in &&
      html`<button type="button" onClick=${actions.saveSearch}>Save as alert profile</button>`
    }</div>
    </form>`
  }
  </div>`;
}

const LAYERS = {
  listings: "Homes for sale",
  tracts: "Area percentile",
  townships: "Townships",
  stations: "Rail",
};
