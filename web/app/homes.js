import { addressOf, polygonText } from "./address_bar.js";
import { call, latest, withQuery } from "./api.js";
import { stage, store, telling, toast } from "./state.js";

/** @import { InventoryOutput } from "../../contracts/inventory.ts" */

const FIELDS =
  "property_id,address,city,area,lat,lon,prop_type,list_price,price_cut,units,bedrooms,bathrooms,sqft,days_on_market,percentile,deal_score,unscored_reasons,state,arv,confidence,verdict,year_built,discount,cash_flow,risk_score";
const PAGE = 30;

/** Keeps the address as the page is, so that it can be shared and come back to. */
export const writeAddress = latest(250, () => {
  history.replaceState(history.state, "", addressOf(store.get()));
});

/** Parameters that choose homes, of search and pins alike. */
function chosen({ strategy, filters, polygon, bounds }) {
  const box = polygon
    ? { polygon: polygonText(polygon) }
    : bounds
    ? rounded(bounds)
    : {};
  return { strategy, ...filters, ...box };
}

/** The view a little larger, on a grid: a small move asks nothing. */
export function rounded({ west, south, east, north }) {
  const step = 10 ** Math.round(Math.log10((east - west) / 8));
  const digits = Math.max(0, -Math.log10(step)) + 1;
  const out = (value, round) =>
    Number((round(value / step) * step).toFixed(digits));
  return {
    west: Math.max(-180, out(west, Math.floor)),
    south: Math.max(-90, out(south, Math.floor)),
    east: Math.min(180, out(east, Math.ceil)),
    north: Math.min(90, out(north, Math.ceil)),
  };
}

/**
 * A page of the list.
 *
 * @returns {Promise<InventoryOutput>}
 */
const page = (state, more = {}) =>
  call(
    withQuery("/api/listings", {
      ...chosen(state),
      sort: state.sort,
      limit: PAGE,
      fields: FIELDS,
      cursor: more.cursor,
    }),
    { signal: more.signal },
  );

/** What is shown now, so that nothing is loaded twice. */
const shown = { list: "", pins: "" };

/** Loads the homes of the view: the list, and the pins where there is a map. */
export const ask = latest(
  220,
  async (signal, /** @type {boolean} */ force = false) => {
    if (force) shown.list = shown.pins = "";
    await Promise.all([askList(signal), askPins(signal)]);
  },
);

async function askPins(signal) {
  const state = store.get();
  const zoom = Math.round(state.view.zoom * 2) / 2;
  const path = withQuery("/api/map-pins", { ...chosen(state), zoom });
  if (!stage.map || path === shown.pins) return;
  try {
    stage.map.setPins(await call(path, { signal }));
    shown.pins = path;
  } catch (error) {
    if (!signal.aborted) {
      toast(`The pins could not be loaded. ${error.message}`);
    }
  }
}

async function askList(signal) {
  const state = store.get();
  const key = JSON.stringify([chosen(state), state.sort]);
  if (key === shown.list) return;
  store.set({ loading: true, problem: null });
  try {
    const answer = await page(state, { signal });
    shown.list = key;
    const { listings, total, next_cursor, empty, counts } = answer;
    const verdicts = counts.by_verdict;
    store.set({
      listings,
      total,
      next_cursor,
      empty,
      verdicts,
      loading: false,
    });
  } catch (error) {
    if (signal.aborted) return;
    store.set({
      loading: false,
      problem: error.message,
      listings: [],
      total: 0,
    });
  }
}

/** Loads what follows in the list. */
export const more = telling(async () => {
  const state = store.get();
  store.set({ loading: true });
  try {
    const answer = await page(state, { cursor: state.next_cursor });
    store.set({
      listings: [...state.listings, ...answer.listings],
      next_cursor: answer.next_cursor,
    });
  } finally {
    store.set({ loading: false });
  }
});

/** Moves the map; without one, the list's box. */
export function go(place) {
  if (stage.map) return stage.map.flyTo(place);
  const { lat, lon, bounds } = place;
  const [west, south, east, north] = bounds ??
    [lon - 0.02, lat - 0.015, lon + 0.02, lat + 0.015];
  store.set({ bounds: { west, south, east, north } });
  ask();
}
