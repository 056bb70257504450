import { addressOf } from "./address_bar.js";
import { call, latest, withQuery } from "./api.js";
import { EMPTY_CARD } from "./first_state.js";
import { stage, store } from "./state.js";

/** @import { PropertyOutput } from "../../contracts/property.ts" */

/** @type {AbortController | undefined} */
let opened;

/** Loads what the card shows; each part comes when it is there. */
export async function openCard() {
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
    /** @type {PropertyOutput} */
    const property = await call(
      withQuery(`/api/property/${id}`, { strategy }),
      { signal },
    );
    put({ property, loading: false });
    stage.map?.setSubject(property.subject);
    stage.map?.flyTo({ ...property.subject });
  } catch (error) {
    return put({ loading: false, problem: error.message });
  }
  const canUnderwrite = store.get().session.scopes.includes("underwrite");
  const comps = async () => {
    if (!canUnderwrite) {
      return put({
        comps_problem:
          "Comparable sales need a key that may underwrite. Sign in to see them.",
      });
    }
    const path = withQuery(`/api/comps/${id}`, { strategy, detail: "full" });
    const answer = await call(path, { signal });
    put({ comps: answer });
    if (!signal.aborted) stage.map?.setComps(answer.comps, new Set());
  };
  const timeline = async () => {
    const { events } = await call(
      withQuery("/api/property-history", { property_id: selected.property_id }),
      { signal },
    );
    put({ history: events });
  };
  await Promise.all([
    comps().catch((error) => put({ comps_problem: error.message })),
    timeline().catch((error) => put({ history_problem: error.message })),
  ]);
}

/** Opens the card of a property. */
export function select(selected) {
  const before = store.get().selected;
  store.set({
    selected,
    account_open: false,
    comparing: false,
    reporting: false,
  });
  history[before ? "replaceState" : "pushState"](
    { card: true },
    "",
    addressOf(store.get()),
  );
  openCard();
}

/** Closes the card. */
export function close() {
  showNoCard();
  history.replaceState(null, "", addressOf(store.get()));
}

/** Takes the card and what it drew on the map away. */
export function showNoCard() {
  store.set({ selected: null, card: EMPTY_CARD, reporting: false });
  stage.map?.setComps([], new Set());
  stage.map?.setSubject(null);
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

/** Takes a person's choice of comps. */
export function chooseComps(change) {
  const card = { ...store.get().card, ...change };
  const { out, pinned, comps, property } = card;
  const touched = out.size + pinned.size > 0;
  store.set({ card: touched ? card : { ...card, own: null } });
  stage.map?.setComps(comps.comps, out);
  if (touched) {
    revalue(property.subject.property_id, {
      ...(out.size > 0 && { exclude_comps: [...out] }),
      ...(pinned.size > 0 && { pin_comps: [...pinned] }),
    });
  } else revalue.cancel();
}
