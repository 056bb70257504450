import { html, render } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { Account } from "./account.js";
import { call, latest, withQuery } from "./api.js";
import { Card } from "./card.js";
import { Compare } from "./compare.js";
import { followEvents } from "./events.js";
import { FilterBar } from "./filters.js";
import { List } from "./list.js";
import { savedIn } from "./saved.js";
import { Search } from "./search.js";
import { createStore, useStore } from "./store.js";
import { plural, STRATEGIES } from "./words.js";

const config = JSON.parse(document.getElementById("config").textContent);
const EMPTY_CARD = {
  loading: false,
  property: null,
  problem: null,
  comps: null,
  comps_problem: null,
  history: null,
  history_problem: null,
  out: new Set(),
  pinned: new Set(),
  own: null,
};
const SIGNED_OUT = { signed_in: false, account: null, scopes: ["read"] };
const MOST_COMPARED = 4;

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const storedTheme = localStorage.getItem("twoflat.theme") ?? "";
const themeOf = (choice) => choice || (systemDark.matches ? "dark" : "light");

const store = createStore({
  config,
  session: SIGNED_OUT,
  has_map: false,
  theme_choice: storedTheme,
  layers: ["listings", "tracts", "stations"],
  alerts: [],
  marks: [],
  saved: { favorites: [], notes: [], presets: [], profiles: [] },
  listings: [],
  total: 0,
  next_cursor: null,
  empty: null,
  loading: true,
  problem: null,
  hovered: null,
  selected: null,
  card: EMPTY_CARD,
  compare: [],
  compared: [],
  comparing: false,
  account_open: false,
  drawing: false,
  toasts: [],
  live: "off",
  ready: false,
  bounds: null,
  area: null,
  ...fromAddress(),
});
const saved = savedIn(store);
let map = null;
let cancelDrawing = () => {};

/** What the address says: the view, the choice of homes, the property. */
function fromAddress() {
  const query = new URLSearchParams(location.search);
  const number = (name, fallback) => {
    const text = query.get(name);
    return text !== null && Number.isFinite(Number(text))
      ? Number(text)
      : fallback;
  };
  const filters = {};
  for (
    const name of [
      "min_price",
      "max_price",
      "min_beds",
      "min_units",
      "min_percentile",
      "min_confidence",
    ]
  ) {
    filters[name] = number(name, undefined);
  }
  for (const name of ["prop_types", "verdicts"]) {
    filters[name] = query.get(name)?.split(",").filter(Boolean);
  }
  if (query.get("price_cut") === "true") filters.price_cut = true;
  const corners = query.get("polygon")?.split(";").map((corner) =>
    corner.split(",").map(Number)
  );
  return {
    strategy: query.get("strategy") in STRATEGIES
      ? query.get("strategy")
      : "brrrr",
    sort: query.get("sort") ?? "deal_score",
    filters,
    polygon: corners?.length >= 3 ? corners : null,
    view: {
      lat: number("lat", config.center.lat),
      lon: number("lon", config.center.lon),
      zoom: number("z", 10.2),
    },
    selected: query.get("p") ? { property_id: query.get("p") } : null,
  };
}

function addressOf({ strategy, sort, filters, polygon, view, selected }) {
  return withQuery("/", {
    lat: view.lat.toFixed(4),
    lon: view.lon.toFixed(4),
    z: view.zoom.toFixed(1),
    strategy: strategy === "brrrr" ? undefined : strategy,
    sort: sort === "deal_score" ? undefined : sort,
    ...filters,
    polygon: polygon ? polygonText(polygon) : undefined,
    p: selected?.property_id,
  });
}

const polygonText = (corners) =>
  corners.map(([lon, lat]) => `${lon.toFixed(5)},${lat.toFixed(5)}`).join(";");

const writeAddress = latest(250, () => {
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
function rounded({ west, south, east, north }) {
  const step = 10 ** Math.round(Math.log10((east - west) / 8));
  const out = (value, round, digits = Math.max(0, -Math.log10(step))) =>
    Number((round(value / step) * step).toFixed(digits + 1));
  return {
    west: Math.max(-180, out(west, Math.floor)),
    south: Math.max(-90, out(south, Math.floor)),
    east: Math.min(180, out(east, Math.ceil)),
    north: Math.min(90, out(north, Math.ceil)),
  };
}

const FIELDS =
  "property_id,address,city,area,lat,lon,prop_type,list_price,price_cut,units,bedrooms,bathrooms,sqft,days_on_market,percentile,deal_score,unscored_reasons,state,arv,confidence,verdict,year_built";
let asked = "";

const ask = latest(220, async (signal, force) => {
  const state = store.get();
  const choice = chosen(state);
  const zoom = Math.round(state.view.zoom * 2) / 2;
  const key = JSON.stringify([choice, zoom, state.sort]);
  if (key === asked && !force) return;
  store.set({ loading: true, problem: null });
  try {
    const pins = map
      ? call(withQuery("/api/map-pins", { ...choice, zoom }), { signal })
        .then((answer) => map?.setPins(answer))
      : null;
    const [answer] = await Promise.all([
      call(
        withQuery("/api/listings", {
          ...choice,
          sort: state.sort,
          limit: 30,
          fields: FIELDS,
        }),
        { signal },
      ),
      pins,
    ]);
    asked = key;
    const { listings, total, next_cursor, empty } = answer;
    store.set({ listings, total, next_cursor, empty, loading: false });
  } catch (error) {
    if (signal.aborted) return;
    store.set({
      loading: false,
      problem: error.message,
      listings: [],
      total: 0,
    });
  }
});

let opened;
/** Loads what the card shows; each part comes when it is there. */
async function openCard() {
  opened?.abort(new DOMException("overtaken", "AbortError"));
  const { selected, strategy } = store.get();
  if (!selected) return store.set({ card: EMPTY_CARD });
  opened = new AbortController();
  const { signal } = opened;
  const id = encodeURIComponent(selected.property_id);
  const put = (change) => {
    if (!signal.aborted) {
      store.set({ card: { ...store.get().card, ...change } });
    }
  };
  store.set({ card: { ...EMPTY_CARD, loading: true } });
  try {
    const property = await call(
      withQuery(`/api/property/${id}`, { strategy }),
      { signal },
    );
    put({ property, loading: false });
    map?.setSubject(property.subject);
    map?.flyTo({ ...property.subject });
  } catch (error) {
    return put({ loading: false, problem: error.message });
  }
  const canUnderwrite = store.get().session.scopes.includes("underwrite");
  await Promise.all([
    canUnderwrite
      ? call(withQuery(`/api/comps/${id}`, { strategy, detail: "full" }), {
        signal,
      }).then(
        (comps) => {
          put({ comps });
          if (!signal.aborted) map?.setComps(comps.comps, new Set());
        },
        (error) => put({ comps_problem: error.message }),
      )
      : put({
        comps_problem:
          "The sales behind the value are for keys that may underwrite. Sign in to see them.",
      }),
    call(
      withQuery("/api/property-history", { property_id: selected.property_id }),
      { signal },
    ).then(
      ({ events }) => put({ history: events }),
      (error) => put({ history_problem: error.message }),
    ),
  ]);
}

function select(selected) {
  const before = store.get().selected;
  store.set({ selected, account_open: false, comparing: false });
  history[before ? "replaceState" : "pushState"](
    { card: true },
    "",
    addressOf(store.get()),
  );
  openCard();
}

function close() {
  store.set({ selected: null, card: EMPTY_CARD });
  map?.setComps([], new Set());
  map?.setSubject(null);
  history.replaceState(null, "", addressOf(store.get()));
}

let toasts = 0;
function toast(text, action) {
  const id = ++toasts;
  store.set({
    toasts: [...store.get().toasts.slice(-2), { id, text, action }],
  });
  setTimeout(() => dismiss(id), action ? 12_000 : 5_000);
}
const dismiss = (id) =>
  store.set({ toasts: store.get().toasts.filter((each) => each.id !== id) });

/** Tells a person when what they asked for did not happen. */
const telling = (work) => async (...given) => {
  try {
    return await work(...given);
  } catch (error) {
    toast(error.message);
  }
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

/** The service values the property again with the comps that a person leaves out or pins. */
const revalue = latest(250, async (signal, property_id, what_if) => {
  const put = (own) => store.set({ card: { ...store.get().card, own } });
  try {
    const { strategy } = store.get();
    const answer = await call("/api/tools/get_comps", {
      method: "POST",
      body: { property_id, strategy, what_if },
      signal,
    });
    if (!signal.aborted) {
      put({ ...answer.what_if, reason: answer.refusal?.reason });
    }
  } catch (error) {
    if (!signal.aborted) put({ problem: error.message });
  }
});

function choosing(change) {
  const card = { ...store.get().card, ...change };
  const { out, pinned, comps, property } = card;
  const touched = out.size + pinned.size > 0;
  store.set({ card: touched ? card : { ...card, own: null } });
  map?.setComps(comps.comps, out);
  if (touched) {
    revalue(property.subject.property_id, {
      ...(out.size > 0 && { exclude_comps: [...out] }),
      ...(pinned.size > 0 && { pin_comps: [...pinned] }),
    });
  } else revalue.cancel();
}
const toggled = (set, value) => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};

const actions = {
  select,
  close,
  reload: openCard,
  refresh: () => ask(true),
  setStrategy(strategy) {
    store.set({ strategy });
    writeAddress();
    showPercentiles();
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
    map?.hoverListing(listing_id);
  },
  more: telling(async () => {
    const state = store.get();
    store.set({ loading: true });
    try {
      const answer = await call(withQuery("/api/listings", {
        ...chosen(state),
        sort: state.sort,
        limit: 30,
        fields: FIELDS,
        cursor: state.next_cursor,
      }));
      store.set({
        listings: [...state.listings, ...answer.listings],
        next_cursor: answer.next_cursor,
      });
    } finally {
      store.set({ loading: false });
    }
  }),
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
    const name = prompt("Name of the preset");
    if (!name) return;
    await saved.savePreset(name, assumptions);
    toast(`Saved the preset ${name}.`);
  }),
  saveSearch: telling(async () => {
    const name = prompt("Name of the alert profile");
    if (!name) return;
    const { filters, strategy, bounds } = store.get();
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
    toast(`The daily run will look for homes that fit ${name}.`);
  }),
  toggleCompare(id) {
    const { compare, comparing } = store.get();
    const kept = compare.includes(id);
    if (!kept && compare.length === MOST_COMPARED) {
      return toast(
        `Up to ${MOST_COMPARED} properties can be compared; take one out first.`,
      );
    }
    store.set({
      compare: kept ? compare.filter((each) => each !== id) : [...compare, id],
    });
    if (comparing) {
      if (store.get().compare.length === 0) actions.closeCompare();
      else telling(loadCompared)();
    }
  },
  openCompare: telling(async () => {
    store.set({ comparing: true, compared: [] });
    await loadCompared();
  }),
  closeCompare: () => store.set({ comparing: false }),
  leaveOut(id) {
    const { card } = store.get();
    choosing({
      out: toggled(card.out, id),
      pinned: new Set([...card.pinned].filter((each) => each !== id)),
    });
  },
  pin: (id) => choosing({ pinned: toggled(store.get().card.pinned, id) }),
  clearOwn: () => choosing({ out: new Set(), pinned: new Set() }),
  lookAt: ({ lat, lon }) => map?.flyTo({ lat, lon, zoom: 16 }),
  share: telling(async () => {
    const url = location.origin + addressOf(store.get());
    if (navigator.share) return await navigator.share({ url }).catch(() => {});
    await navigator.clipboard.writeText(url);
    toast("Copied the link.");
  }),
  async drawArea() {
    if (store.get().drawing) return cancelDrawing();
    store.set({ drawing: true });
    toast("Click the corners on the map; click the first one again to finish.");
    const { drawArea } = await import("./map.js");
    cancelDrawing = await drawArea(map.map, (polygon) => {
      store.set({ drawing: false, polygon: polygon ?? store.get().polygon });
      map.setArea(store.get().polygon);
      writeAddress();
      ask();
    });
  },
  clearArea() {
    store.set({ polygon: null });
    map?.setArea(null);
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
    map?.showLayer(name, shown);
  },
  openAccount: () => store.set({ account_open: true, comparing: false }),
  closeAccount: () => store.set({ account_open: false }),
  async signIn(key) {
    store.set({
      session: await call("/api/session", { method: "POST", body: { key } }),
    });
    await signedIn();
    await telling(saved.importLocal)();
  },
  signOut: telling(async () => {
    stopFollowing();
    store.set({
      session: await call("/api/session", { method: "DELETE" }),
      live: "off",
      alerts: [],
    });
    await saved.load();
    if (store.get().selected) openCard();
  }),
  setTheme(choice) {
    localStorage.setItem("twoflat.theme", choice);
    store.set({ theme_choice: choice });
    applyTheme();
  },
  choose(suggestion) {
    if (suggestion.property_id) {
      return select({ property_id: suggestion.property_id });
    }
    store.set({ area: suggestion.bounds ? suggestion : null });
    go(suggestion);
  },
};

/** Moves the map; without one, the list's box. */
function go(place) {
  if (map) return map.flyTo(place);
  const { lat, lon, bounds } = place;
  const [west, south, east, north] = bounds ??
    [lon - 0.02, lat - 0.015, lon + 0.02, lat + 0.015];
  store.set({ bounds: { west, south, east, north } });
  ask();
}

function applyTheme() {
  const { theme_choice } = store.get();
  document.documentElement.dataset.theme = theme_choice;
  map?.setTheme(themeOf(theme_choice));
}

let percentiles = null;
async function showPercentiles() {
  if (!map) return;
  percentiles ??= await call(`${config.tiles}/scores`);
  const at = percentiles.strategies.indexOf(store.get().strategy);
  map.setPercentiles(Object.fromEntries(
    Object.entries(percentiles.tracts).map((
      [geoid, scores],
    ) => [geoid, scores[at]]),
  ));
}

// What an agent does with this person's map.

const SEEN = "twoflat.seen";
let stopFollowing = () => {};
const started = Date.now();
const held = new Map();

async function signedIn() {
  await saved.load();
  stopFollowing();
  if (!store.get().session.scopes.includes("write-state")) return;
  const { account } = store.get().session;
  const seen = JSON.parse(localStorage.getItem(SEEN) ?? "{}");
  stopFollowing = followEvents({
    since: seen.account === account ? seen.seq : 0,
    onState: (live) => store.set({ live }),
    onEvent(event) {
      localStorage.setItem(SEEN, JSON.stringify({ account, seq: event.seq }));
      // Of what happened before the page was opened, only the last of each kind still matters.
      if (Date.parse(event.at) < started - 5_000) {
        if (held.size === 0) setTimeout(applyHeld, 300);
        held.set(event.kind, event);
      } else apply(event);
    },
  });
  if (store.get().ready && store.get().selected) openCard();
}

function applyHeld() {
  for (const event of held.values()) apply(event);
  held.clear();
}

const reload = latest(60, () => telling(saved.load)());

function apply(event) {
  const { kind, data } = event;
  switch (kind) {
    case "map_flown_to":
      return undoable(
        "moved the map",
        () => go(data.zoom ? data : { ...data, zoom: undefined }),
      );
    case "map_filters_updated":
      return undoable("changed the filters", () => {
        const { strategy, layers, ...filters } = data;
        if (layers) {
          for (const name of ["listings", "tracts", "townships", "stations"]) {
            if (layers.includes(name) !== store.get().layers.includes(name)) {
              actions.toggleLayer(name);
            }
          }
        }
        store.set({ filters: { ...store.get().filters, ...filters } });
        if (strategy) actions.setStrategy(strategy);
        writeAddress();
        ask();
      });
    case "properties_highlighted":
      return undoable(
        data.label
          ? `marked ${data.label}`
          : `marked ${
            plural(data.properties.length, "property", "properties")
          }`,
        () => {
          const marks = data.clear
            ? data.properties
            : [...store.get().marks, ...data.properties];
          store.set({ marks });
          map?.setMarks(marks);
        },
      );
    case "alert_raised":
      store.set({ alerts: [event, ...store.get().alerts].slice(0, 50) });
      return toast("A new home fits one of your profiles.", {
        name: "Look",
        run: actions.openAccount,
      });
    default:
      return reload();
  }
}

/** Does what an agent asked for, and offers to take it back. */
function undoable(what, work) {
  const { view, filters, strategy, layers, marks } = store.get();
  work();
  toast(`Your agent ${what}.`, {
    name: "Undo",
    run() {
      for (
        const name of layers.filter((each) =>
          !store.get().layers.includes(each)
        )
      ) actions.toggleLayer(name);
      store.set({ filters, marks });
      map?.setMarks(marks);
      map?.flyTo(view);
      if (strategy !== store.get().strategy) actions.setStrategy(strategy);
      ask();
    },
  });
}

function App() {
  const state = useStore(store);
  const element = useRef(null);
  useEffect(() => {
    startMap(element.current);
  }, []);
  const wide = state.selected !== null;
  return html`
    <div class=${`map-app ${wide ? "with-card" : ""} ${
      state.has_map ? "" : "no-map"
    }`}>
      <div class="side">
          <h1 class="visually-hidden">Homes for sale, read as investments</h1>
          <div class="side-top">
            <${Search} onChoose=${actions.choose} />
            <${FilterBar} state=${state} actions=${actions} />
          </div>
          ${state.account_open
            ? html`<${Account} state=${state} actions=${actions} />`
            : html`<${List} state=${state} actions=${actions} />`}
          <div class="side-foot">
            <button type="button" class="quiet" aria-expanded=${state
              .account_open} onClick=${state.account_open
              ? actions.closeAccount
              : actions.openAccount}>${state.session.signed_in
              ? "Yours"
              : "Yours · sign in"}${state.saved.favorites.length > 0
              ? ` · ★ ${state.saved.favorites.length}`
              : ""}</button>
            ${state.compare.length > 0 &&
              html`
                <button type="button" class="primary"
                  onClick=${actions.openCompare}>Compare ${state.compare
                    .length}</button>
              `}
            <span class=${`live ${state.live}`} role="status">${LIVE[
              state.live
            ] ?? ""}</span>
          </div>
        </div>
      <div class="stage">
          <div class="map" ref=${element}></div>
          ${state.map_problem && html`
            <div
              class="empty map-off"><strong>The map cannot be drawn here.</strong><p>${state
                .map_problem} The list has every home, and the card everything the map shows.</p></div>
          `}
          ${state.has_map && html`<${Legend} state=${state} />`}
          ${state.config.synthetic && html`
            <p
              class="made-up"><b>Demo data.</b> Places are real; homes, sales and prices are made up.</p>
          `}
          ${wide && html`<${Card} state=${state} actions=${actions} />`}
          ${state.comparing &&
            html`<${Compare} state=${state} actions=${actions} />`}
          <div class="toasts" role="status" aria-live="polite">${state.toasts
            .map(({ id, text, action }) =>
              html`
                <div key=${id}
                  class="toast"><span>${text}</span>${action &&
                    html`<button type="button" onClick=${() => {
                      dismiss(id);
                      action.run();
                    }}>${action.name}</button>`}<button type="button" class="quiet" aria-label="Dismiss" onClick=${() =>
                    dismiss(id)}>✕</button></div>
              `
            )}</div>
        </div>
    </div>
  `;
}

const LIVE = {
  open: "Live",
  waiting: "Reconnecting…",
  refused: "",
  off: "",
};

function Legend({ state }) {
  return html`
    <details class="legend">
      <summary>Key</summary>
      <p><span class="ramp"></span>Area percentile for ${STRATEGIES[
        state.strategy
      ]}: low to high</p>
      <p><i class="dot pursue"></i>Pursue <i class="dot screen"></i>Look closer <i class="dot skip"></i>Skip <i class="dot no_read"></i>No read</p>
      <p>A ring with a number is a group of homes; its color is that of its best.</p>
    </details>
  `;
}

async function startMap(container) {
  try {
    const { canDrawMap, createMap } = await import("./map.js");
    if (!canDrawMap()) throw new Error("This browser offers no WebGL.");
    const { view, theme_choice, polygon } = store.get();
    map = createMap({
      container,
      config,
      view,
      theme: themeOf(theme_choice),
      on: {
        ready() {
          map.setArea(polygon);
          showPercentiles().catch(() => {});
          const { card, marks } = store.get();
          if (card.property) {
            map.setSubject(card.property.subject);
            map.flyTo({ ...card.property.subject });
          }
          if (card.comps) map.setComps(card.comps.comps, card.out);
          map.setMarks(marks);
        },
        view(next, bounds) {
          store.set({ view: next, bounds });
          writeAddress();
          ask();
        },
        hover: (listing_id) => store.set({ hovered: listing_id }),
        pin: ({ property_id }) =>
          property_id
            ? select({ property_id })
            : toast("This listing matches no parcel of the county."),
        comp: (property_id) =>
          document.querySelector(`[data-comp="${CSS.escape(property_id)}"]`)
            ?.scrollIntoView({ block: "center" }),
        blank: () => {},
        error: () => {},
      },
    });
    store.set({ has_map: true });
  } catch (error) {
    map = null;
    store.set({ has_map: false, map_problem: error.message });
    const { lat, lon } = store.get().view;
    store.set({
      bounds: {
        west: lon - 0.35,
        south: lat - 0.3,
        east: lon + 0.35,
        north: lat + 0.3,
      },
    });
    ask();
  }
}

applyTheme();
systemDark.addEventListener("change", applyTheme);
addEventListener("popstate", () => {
  const { selected } = fromAddress();
  store.set({ selected });
  if (selected) openCard();
  else {
    store.set({ card: EMPTY_CARD });
    map?.setComps([], new Set());
    map?.setSubject(null);
  }
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) {
    const { comparing, account_open, selected, drawing } = store.get();
    if (drawing) cancelDrawing();
    else if (comparing) actions.closeCompare();
    else if (account_open) actions.closeAccount();
    else if (selected) close();
  } else if (
    event.key === "/" &&
    !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)
  ) {
    event.preventDefault();
    document.querySelector(".search input").focus();
  }
});
const root = document.getElementById("app");
root.textContent = "";
render(html`<${App} />`, root);
try {
  const session = await call("/api/session");
  store.set({ session });
  if (session.signed_in) await signedIn();
  else await saved.load();
} catch {
  await saved.load();
}
store.set({ ready: true });
if (store.get().selected && !store.get().card.property) openCard();
