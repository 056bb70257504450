import { html } from "./html.js";
import { hydrate } from "preact";
import { actions } from "./actions.js";
import { fromAddress } from "./address_bar.js";
import { startFollowing } from "./agent.js";
import { call } from "./api.js";
import { boundsAround, holds, rounded } from "./bounds.js";
import { config } from "./config.js";
import { ask, writeAddress } from "./homes.js";
import { applyTheme, showPercentiles, themeOf } from "./look.js";
import { openCard, showNoCard } from "./open_card.js";
import { Page } from "./page.js";
import { saved, stage, store, telling, toast } from "./state.js";
import { useStore } from "./store.js";

/** What a list reaches over at least where no map is drawn, pixels. */
const LEAST = 480;

/** What the map tells the page. */
const mapHandlers = {
  ready() {
    const { card, marks, polygon } = store.get();
    store.set({ map_ready: true });
    stage.map?.setArea(polygon);
    telling(showPercentiles)();
    if (card.property) {
      stage.map?.setSubject(card.property.subject);
      stage.map?.flyTo({ ...card.property.subject });
    }
    if (card.comps) stage.map?.setComps(card.comps.comps, card.out);
    stage.map?.setMarks(marks);
    if (stage.place) stage.map?.flyTo(stage.place);
    ask();
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

/** Asks for the homes in view, where the page did not come with them. */
function startList({ clientWidth, clientHeight }) {
  const { view, bounds: given } = store.get();
  const bounds = boundsAround(view, {
    width: Math.max(clientWidth, LEAST),
    height: Math.max(clientHeight, LEAST),
  });
  if (given && holds(rounded(given), rounded(bounds))) return;
  store.set({ bounds });
  ask();
}

/** Resolves when the browser has nothing else to do, within a second. */
const idle = () =>
  new Promise((resolve) =>
    "requestIdleCallback" in globalThis
      ? requestIdleCallback(resolve, { timeout: 1_000 })
      : setTimeout(resolve, 100)
  );

/** Neither the list nor the search waits for the map. */
async function startMap(container) {
  startList(container);
  await idle();
  try {
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
    store.set({ has_map: false, map_problem: error.message });
  }
}

function App() {
  return html`
    <${Page} state=${useStore(store)} actions=${actions}
      synthetic=${config.synthetic} startMap=${startMap} />
  `;
}

/** Escape closes what is open, from the inside out; a slash goes to the search. */
function onKey(event) {
  if (event.key === "Escape" && !event.defaultPrevented) {
    const { comparing, account_open, selected, drawing } = store.get();
    if (drawing) actions.cancelDrawing();
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

store.set({ theme_choice: localStorage.getItem("twoflat.theme") ?? "" });
applyTheme();
addEventListener("keydown", onKey);
addEventListener("popstate", () => {
  const { selected } = fromAddress(location.search, config.center);
  if (!selected) return showNoCard();
  store.set({ selected });
  openCard();
});
hydrate(
  html`<${App} />`,
  /** @type {HTMLElement} */ (document.getElementById("app")),
);
performance.mark("usable");
import("./panels.js").then((panels) => store.set({ panels }));
try {
  store.set({ session: await call("/api/session") });
  if (store.get().session.signed_in) await startFollowing();
  else await saved.load();
} catch {
  await saved.load();
}
store.set({ ready: true });
if (store.get().selected && !store.get().card.property) openCard();
