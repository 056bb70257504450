import { addressOf } from "./address_bar.js";
import { endFollowing, startFollowing } from "./agent.js";
import { call, withQuery } from "./api.js";
import { rounded } from "./bounds.js";
import { ask, go, more, writeAddress } from "./homes.js";
import { applyTheme, showPercentiles } from "./look.js";
import { chooseComps, close, openCard, select } from "./open_card.js";
import {
  askName,
  dismiss,
  saved,
  stage,
  store,
  telling,
  toast,
} from "./state.js";

const MOST_COMPARED = 4;

const toggled = (set, value) => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};

async function loadCompared() {
  const { compare, strategy } = store.get();
  const compared = await Promise.all(
    compare.map((id) =>
      call(withQuery(`/api/property/${encodeURIComponent(id)}`, { strategy }))
    ),
  );
  store.set({ compared });
}

const card = {
  select,
  close,
  reload: openCard,
  leaveOut(id) {
    const { out, pinned } = store.get().card;
    chooseComps({
      out: toggled(out, id),
      pinned: new Set([...pinned].filter((each) => each !== id)),
    });
  },
  pin: (id) => chooseComps({ pinned: toggled(store.get().card.pinned, id) }),
  clearOwn: () => chooseComps({ out: new Set(), pinned: new Set() }),
  lookAt: ({ lat, lon }) => stage.map?.flyTo({ lat, lon, zoom: 16 }),
  share: telling(async () => {
    const url = location.origin + addressOf(store.get());
    if (navigator.share) return await navigator.share({ url }).catch(() => {});
    await navigator.clipboard.writeText(url);
    toast("Copied the link.");
  }),
};

const choice = {
  refresh: () => ask(true),
  more,
  setStrategy(strategy) {
    store.set({ strategy });
    writeAddress();
    telling(showPercentiles)();
    ask();
    if (store.get().selected) openCard();
  },
  setFilters(filters) {
    store.set({ filters });
    writeAddress();
    ask();
  },
  setSort(sort) {
    store.set({ sort });
    writeAddress();
    ask();
  },
  hoverListing(listing_id) {
    if (store.get().hovered === listing_id) return;
    store.set({ hovered: listing_id });
    stage.map?.hoverListing(listing_id);
  },
  async drawArea() {
    const { map } = stage;
    if (!map) return;
    const { drawArea } = await import("./draw.js");
    stage.endDrawing = drawArea(map, (polygon) => {
      store.set({ drawing: false, polygon: polygon ?? store.get().polygon });
      stage.map?.setArea(store.get().polygon);
      document.getElementById("draw-area")?.focus();
      writeAddress();
      ask();
    });
    store.set({ drawing: true });
  },
  /** Takes what the map shows for the area: the way without a mouse. */
  drawView() {
    const { bounds } = store.get();
    if (!bounds) return;
    const { west, south, east, north } = bounds;
    stage.endDrawing([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]);
  },
  cancelDrawing: () => stage.endDrawing(null),
  clearArea() {
    store.set({ polygon: null });
    stage.map?.setArea(null);
    writeAddress();
    ask();
  },
  toggleLayer(name) {
    const { layers } = store.get();
    const shown = !layers.includes(name);
    store.set({
      layers: shown
        ? [...layers, name]
        : layers.filter((each) => each !== name),
    });
    stage.map?.showLayer(name, shown);
  },
  choose(suggestion) {
    if (suggestion.property_id) {
      return select({ property_id: suggestion.property_id });
    }
    store.set({ area: suggestion.bounds ? suggestion : null });
    go(suggestion);
  },
};

const kept = {
  toggleFavorite: telling(saved.toggleFavorite),
  addNote: telling(saved.addNote),
  changeNote: telling(saved.changeNote),
  removeNote: telling(saved.removeNote),
  removePreset: telling(saved.removePreset),
  removeProfile: telling(saved.removeProfile),
  pauseProfile: telling(({ profile_id, paused }) =>
    saved.saveProfile({ profile_id, paused: !paused })
  ),
  savePreset: telling(async (assumptions) => {
    const name = await askName("Name the preset");
    if (!name) return;
    await saved.savePreset(name, assumptions);
    toast(`Saved the preset ${name}.`);
  }),
  saveSearch: telling(async () => {
    const name = await askName("Name the alert profile");
    const { filters, strategy, bounds } = store.get();
    if (!name || !bounds) return;
    const { min_percentile, max_price, min_confidence, prop_types } = filters;
    await saved.saveProfile({
      name,
      strategy,
      ...rounded(bounds),
      min_percentile,
      max_price,
      min_confidence,
      prop_types,
    });
    toast(`You will get alerts for homes that match ${name}.`);
  }),
};

const comparison = {
  toggleCompare(id) {
    const { compare, comparing } = store.get();
    const has = compare.includes(id);
    if (!has && compare.length === MOST_COMPARED) {
      return toast(
        `Up to ${MOST_COMPARED} properties can be compared; remove one first.`,
      );
    }
    store.set({
      compare: has ? compare.filter((each) => each !== id) : [...compare, id],
    });
    if (!comparing) return;
    if (store.get().compare.length === 0) comparison.closeCompare();
    else telling(loadCompared)();
  },
  openCompare: telling(async () => {
    store.set({ comparing: true, compared: [] });
    await loadCompared();
  }),
  closeCompare: () => store.set({ comparing: false }),
};

const account = {
  openAccount: () => store.set({ account_open: true, comparing: false }),
  closeAccount: () => store.set({ account_open: false }),
  /** With a key, or without one as the identity that OAuth knows this browser by. */
  async signIn(key = "") {
    if (key !== "") {
      await call("/api/session", { method: "POST", body: { key } });
    } else await call("/oauth/session", { method: "POST" });
    store.set({ session: await call("/api/session") });
    await startFollowing();
    await telling(saved.importLocal)();
  },
  signOut: telling(async () => {
    endFollowing();
    store.set({ session: await call("/api/session", { method: "DELETE" }) });
    await saved.load();
    if (store.get().selected) openCard();
  }),
  setTheme(theme) {
    localStorage.setItem("twoflat.theme", theme);
    store.set({ theme_choice: theme });
    applyTheme();
  },
};

/** Everything that a person can do on the page. */
export const actions = {
  ...card,
  ...choice,
  ...kept,
  ...comparison,
  ...account,
  dismiss,
};

/** @typedef {typeof actions} Actions */
