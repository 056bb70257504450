import { useEffect, useState } from "preact/hooks";

/**
 * The page's state in one place: read it, patch it, hear of changes.
 *
 * @template {object} S
 * @param {S} initial
 */
export function createStore(initial) {
  let state = initial;
  const listeners = new Set();
  return {
    get: () => state,
    /** @param {Partial<S>} patch */
    set(patch) {
      const before = state;
      state = Object.assign({}, state, patch);
      for (const listener of [...listeners]) listener(state, before);
    },
    /** @param {(state: S, before: S) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The state of a store, drawn again when it changes. */
export function useStore(store) {
  const [state, setState] = useState(store.get());
  useEffect(() => {
    setState(store.get());
    return store.subscribe(setState);
  }, [store]);
  return state;
}
