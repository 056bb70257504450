import { config } from "./config.js";
import { firstState } from "./first_state.js";
import { savedIn } from "./saved.js";
import { createStore } from "./store.js";

/**
 * @import { State, Toast, ToastAction } from "./first_state.js"
 * @import { PropertyMap } from "./map.js"
 */

export const store = createStore(
  firstState({ ...config, search: location.search }),
);
export const saved = savedIn(store);

/** What is drawn beside the list; without WebGL there is no map. */
export const stage = {
  /** @type {PropertyMap | null} */
  map: null,
  /** Where it goes as soon as it is there. */
  place: null,
  /** @type {(corners: [number, number][] | null) => void} */
  endDrawing: () => {},
};

let toasts = 0;

/**
 * Says something for a while.
 *
 * @param {string} text
 * @param {ToastAction} [action]
 */
export function toast(text, action) {
  const id = ++toasts;
  store.set({
    toasts: [...store.get().toasts.slice(-2), { id, text, action }],
  });
  setTimeout(() => dismiss(id), action ? 12_000 : 5_000);
}

/** Takes what was said away. */
export const dismiss = (id) =>
  store.set({ toasts: store.get().toasts.filter((each) => each.id !== id) });

/**
 * Asks for a name in a dialog; null when the person gave it up.
 *
 * @param {string} title
 * @returns {Promise<string | null>}
 */
export function askName(title) {
  return new Promise((resolve) => {
    const done = (name) => {
      store.set({ naming: null });
      resolve(name);
    };
    store.set({ naming: { title, done } });
  });
}

/**
 * Tells a person when what they asked for did not happen.
 *
 * @template {unknown[]} A
 * @param {(...given: A) => unknown} work
 */
export const telling = (work) => async (/** @type {A} */ ...given) => {
  try {
    return await work(...given);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
};
