import { actions } from "./actions.js";
import { latest } from "./api.js";
import { followEvents } from "./events.js";
import { ask, go, writeAddress } from "./homes.js";
import { openCard } from "./open_card.js";
import { saved, stage, store, telling, toast } from "./state.js";
import { plural } from "./words.js";

/** @import { Event, EventData } from "../../contracts/events.ts" */

/** Where the browser keeps how far it has followed. */
const SEEN = "twoflat.seen";
const started = Date.now();
/** Of what happened before the page was opened, only the last of each kind still matters. */
const held = new Map();
let stopFollowing = () => {};

/** Shows what the account keeps, and follows what its agents do. */
export async function startFollowing() {
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
      if (Date.parse(event.at) < started - 5_000) {
        if (held.size === 0) setTimeout(applyHeld, 300);
        held.set(event.kind, event);
      } else apply(event);
    },
  });
  if (store.get().ready && store.get().selected) openCard();
}

/** Follows no more. */
export function endFollowing() {
  stopFollowing();
  store.set({ live: "off", alerts: [] });
}

function applyHeld() {
  for (const event of held.values()) apply(event);
  held.clear();
}

/** Lists of saved items that an event has changed. */
const changed = new Set();

const reload = latest(30, () => {
  const kinds = [...changed];
  changed.clear();
  return telling(saved.load)(kinds);
});

/** Reads the list again that an event is about: `note_added` changes `notes`. */
function reloadOf(kind) {
  const list = `${kind.split("_")[0]}s`;
  if (!(list in store.get().saved)) return;
  changed.add(list);
  reload();
}

/** @param {Event} event */
function apply({ kind, data, ...event }) {
  switch (kind) {
    case "map_flown_to":
      return undoable("moved the map", () => go(data));
    case "map_filters_updated":
      return undoable("changed the filters", () => changeFilters(data));
    case "properties_highlighted":
      return undoable(
        `marked ${
          data.label ?? plural(data.properties.length, "property", "properties")
        }`,
        () =>
          mark(
            data.clear
              ? data.properties
              : [...store.get().marks, ...data.properties],
          ),
      );
    case "alert_raised":
      store.set({
        alerts: [{ kind, data, ...event }, ...store.get().alerts].slice(0, 50),
      });
      return toast("A new home matches one of your profiles.", {
        name: "Look",
        run: actions.openAccount,
      });
    default:
      return reloadOf(kind);
  }
}

/** @param {EventData<"map_filters_updated">} data */
function changeFilters({ strategy, layers, ...filters }) {
  if (layers) showLayers(layers);
  store.set({ filters: { ...store.get().filters, ...filters } });
  if (strategy) actions.setStrategy(strategy);
  writeAddress();
  ask();
}

function showLayers(layers) {
  for (const name of ["listings", "tracts", "townships", "stations"]) {
    if (layers.includes(name) !== store.get().layers.includes(name)) {
      actions.toggleLayer(name);
    }
  }
}

function mark(marks) {
  store.set({ marks });
  stage.map?.setMarks(marks);
}

/** Does what an agent asked for, and offers to take it back. */
function undoable(what, work) {
  const { view, filters, strategy, layers, marks } = store.get();
  work();
  toast(`Your agent ${what}.`, {
    name: "Undo",
    run() {
      showLayers(layers);
      mark(marks);
      store.set({ filters });
      stage.map?.flyTo(view);
      if (strategy !== store.get().strategy) actions.setStrategy(strategy);
      writeAddress();
      ask();
    },
  });
}
