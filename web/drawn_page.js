import { renderToString } from "preact-render-to-string";
import { boundsAround } from "./app/bounds.js";
import { firstState } from "./app/first_state.js";
import { stillPage } from "./app/page.js";
import { listQuery } from "./app/query.js";

/** The map on most screens, pixels: on a larger one the page asks for its homes itself. */
const SCREEN = { width: 1_070, height: 870 };

export function firstList(center) {
  const state = firstState({ search: "", center });
  const bounds = boundsAround(state.view, SCREEN);
  const given = Object.entries(listQuery({ ...state, bounds }))
    .filter(([, value]) => value !== undefined);
  return { bounds, query: Object.fromEntries(given) };
}

export const drawPage = ({ synthetic, ...start }) =>
  renderToString(stillPage({ state: firstState(start), synthetic }));
