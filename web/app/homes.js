import { addressOf } from "./address_bar.js";
import { call, latest, withQuery } from "./api.js";
import { boundsAround, zoomAcross } from "./bounds.js";
import { chosen, listQuery } from "./query.js";
import { stage, store, telling, toast } from "./state.js";

/** @import { InventoryOutput } from "../../contracts/inventory.ts" */

/** Keeps the address as the page is, so that it can be shared and come back to. */
export const writeAddress = latest(250, () => {
  history.replaceState(history.state, "", addressOf(store.get()));
});

/**
 * A page of the list.
 *
 * @returns {Promise<InventoryOutput>}
 */
const page = (state, more = {}) =>
  call(
    withQuery("/api/listings", {
      ...listQuery(state),
      cursor: more.cursor,
    }),
    { signal: more.signal },
  );

const keyOf = (state) => JSON.stringify([chosen(state), state.sort]);

/** What is shown now, so that nothing is loaded twice. The page may come with its first homes. */
const shown = { list: store.get().loading ? "" : keyOf(store.get()), pins: "" };

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
  const key = keyOf(state);
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
      next_cursor: null,
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

/** What stands in for the map's size where none is drawn, pixels. */
const NEIGHBORHOOD = { width: 1300, height: 1300 };

/** Moves the map, or what will be it; without one, the list's box and the address. */
export function go(place) {
  if (stage.map) return stage.map.flyTo(place);
  stage.place = place;
  const [west, south, east, north] = place.bounds ?? [];
  const zoom = place.bounds
    ? zoomAcross(east - west, NEIGHBORHOOD.width)
    : place.zoom ?? 14.5;
  const view = { lat: place.lat, lon: place.lon, zoom };
  store.set({
    view,
    bounds: place.bounds
      ? { west, south, east, north }
      : boundsAround(view, NEIGHBORHOOD),
  });
  writeAddress();
  ask();
}
