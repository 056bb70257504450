import { call } from "./api.js";
import { config } from "./config.js";
import { stage, store } from "./state.js";

const systemDark = matchMedia("(prefers-color-scheme: dark)");

/** The theme of a choice; without one, the system's. */
export const themeOf = (choice) =>
  choice || (systemDark.matches ? "dark" : "light");

/** Shows the page and the map in the theme of the person's choice. */
export function applyTheme() {
  const { theme_choice } = store.get();
  document.documentElement.dataset.theme = theme_choice;
  stage.map?.setTheme(themeOf(theme_choice));
}
systemDark.addEventListener("change", applyTheme);

/** @type {{strategies: string[], tracts: Record<string, (number | null)[]>} | null} */
let percentiles = null;

/** Colors the tracts by their percentile for the strategy. */
export async function showPercentiles() {
  if (!stage.map) return;
  percentiles ??= await call(`${config.tiles}/scores`);
  if (!percentiles) return;
  const at = percentiles.strategies.indexOf(store.get().strategy);
  stage.map.setPercentiles(Object.fromEntries(
    Object.entries(percentiles.tracts).map((
      [geoid, scores],
    ) => [geoid, scores[at]]),
  ));
}
