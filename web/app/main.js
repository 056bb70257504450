import { html, render } from "htm/preact";
import { actions } from "./actions.js";
import { fromAddress } from "./address_bar.js";
import { startFollowing } from "./agent.js";
import { call } from "./api.js";
import { config } from "./config.js";
import { ask, writeAddress } from "./homes.js";
import { applyTheme, showPercentiles, themeOf } from "./look.js";
import { openCard, showNoCard } from "./open_card.js";
import { Page } from "./page.js";
import { saved, stage, store, telling, toast } from "./state.js";

/** Pixels of a map of the whole world at zoom 0. */
const WORLD = 512;
/** What a list reaches over at least where no map is drawn, pixels. */
const LEAST = 480;

/** What a map of an element's size shows; Mercator, so a degree of latitude is longer. */
function boundsAround({ lat, lon, zoom }, { clientWidth, clientHeight }) {
  const degrees = 360 / (WORLD * 2 ** zoom);
  const across = Math.max(clientWidth, LEAST) / 2 * degrees;
  const up = Math.max(clientHeight, LEAST) / 2 * degrees *
    Math.cos(lat * Math.PI / 180);
  return {
    west: lon - across,
    south: lat - up,
    east: lon + across,
    north: lat + up,
  };
}

/** What the map tells the page. */
const mapHandlers = {
  ready() {
    const { card, marks, polygon } = store.get();
    stage.map?.setArea(polygon);
    telling(showPercentiles)();
    if (card.property) {
      stage.map?.setSubject(card.property.subject);
      stage.map?.flyTo({ ...card.property.subject });
    }
    if (card.comps) stage.map?.setComps(card.comps.comps, card.out);
    stage.map?.setMarks(marks);
  },
  view(view, bounds) {
    store.set({ view, bounds });
    writeAddress();
    ask();
  },
  hover: (listing_id) => store.set({ hovered: listing_id }),
  pin: ({ property_id }) =>
    property_id
      ? actions.select({ property_id })
      : toast("This listing is not matched to a county parcel."),
  comp: (property_id) =>
    document.querySelector(`[data-comp="${CSS.escape(property_id)}"]`)
      ?.scrollIntoView({ block: "center" }),
};

async function startMap(container) {
  // The list does not wait for the map.
  store.set({ bounds: boundsAround(store.get().view, container) });
  ask();
  try {
    if (!store.get().has_map) {
      throw new Error("This browser does not support WebGL.");
    }
    const { createMap } = await import("./map.js");
    const { view, theme_choice } = store.get();
    stage.map = createMap({
      container,
      config,
      view,
      theme: themeOf(theme_choice),
      on: mapHandlers,
    });
  } catch (error) {
    stage.map = null;
    store.set({ has_map: false, map_problem: error.message });
  }
}

/** Escape closes what is open, from the inside out; a slash goes to the search. */
function onKey(event) {
  if (event.key === "Escape" && !event.defaultPrevented) {
    const { comparing, account_open, selected, drawing } = store.get();
    if (drawing) stage.cancelDrawing();
    else if (comparing) actions.closeCompare();
    else if (account_open) actions.closeAccount();
    else if (selected) actions.close();
  } else if (
    event.key === "/" &&
    !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "")
  ) {
    event.preventDefault();
    /** @type {HTMLInputElement | null} */ (
      document.querySelector(".search input")
    )?.focus();
  }
}

applyTheme();
addEventListener("keydown", onKey);
addEventListener("popstate", () => {
  const { selected } = fromAddress();
  if (!selected) return showNoCard();
  store.set({ selected });
  openCard();
});
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.textContent = "";
render(html`<${Page} startMap=${startMap} />`, root);
try {
  store.set({ session: await call("/api/session") });
  if (store.get().session.signed_in) await startFollowing();
  else await saved.load();
} catch {
  await saved.load();
}
store.set({ ready: true });
if (store.get().selected && !store.get().card.property) openCard();
