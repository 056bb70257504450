import { withQuery } from "./api.js";
import { STRATEGIES } from "./words.js";

const NUMBERS = /** @type {const} */ ([
  "min_price",
  "max_price",
  "min_beds",
  "min_units",
  "min_percentile",
  "min_confidence",
]);
const LISTS = /** @type {const} */ (["prop_types", "verdicts"]);

/** The order of the list when none is asked for. */
const FIRST_SORT = "verdict";

/** Corners of an area as the API takes them. */
export const polygonText = (corners) =>
  corners.map(([lon, lat]) => `${lon.toFixed(5)},${lat.toFixed(5)}`).join(";");

/**
 * What the address says: the view, the choice of homes, the property.
 *
 * @param {string} search what follows the path
 * @param {{lat: number, lon: number}} center where the map begins otherwise
 */
export function fromAddress(search, center) {
  const query = new URLSearchParams(search);
  const number = (name, fallback) => {
    const text = query.get(name);
    return text !== null && Number.isFinite(Number(text))
      ? Number(text)
      : fallback;
  };
  /** @type {import("./first_state.js").Filters} */
  const filters = {};
  for (const name of NUMBERS) filters[name] = number(name, undefined);
  for (const name of LISTS) {
    filters[name] = query.get(name)?.split(",").filter(Boolean);
  }
  if (query.get("price_cut") === "true") filters.price_cut = true;
  /** @type {[number, number][]} */
  const corners = (query.get("polygon") ?? "").split(";").map((corner) => {
    const [lon, lat] = corner.split(",").map(Number);
    return [lon, lat];
  });
  const strategy = query.get("strategy") ?? "";
  const property_id = query.get("p");
  return {
    strategy: strategy in STRATEGIES ? strategy : "brrrr",
    sort: query.get("sort") ?? FIRST_SORT,
    filters,
    polygon: corners.length >= 3 ? corners : null,
    view: {
      lat: number("lat", center.lat),
      lon: number("lon", center.lon),
      zoom: number("z", 10.2),
    },
    selected: property_id ? { property_id } : null,
    reporting: query.has("report"),
  };
}

/** The address that shows the page as it is. */
export function addressOf(
  { strategy, sort, filters, polygon, view, selected },
) {
  return withQuery("/", {
    lat: view.lat.toFixed(4),
    lon: view.lon.toFixed(4),
    z: view.zoom.toFixed(1),
    strategy: strategy === "brrrr" ? undefined : strategy,
    sort: sort === FIRST_SORT ? undefined : sort,
    ...filters,
    polygon: polygon ? polygonText(polygon) : undefined,
    p: selected?.property_id,
  });
}
