import { fromAddress } from "./address_bar.js";

/**
 * @import { CompsOutput } from "../../contracts/valuation.ts"
 * @import { EmptyList, InventoryOutput } from "../../contracts/inventory.ts"
 * @import { ListingItem } from "../../contracts/listing_item.ts"
 * @import { HistoryEvent, PropertyOutput } from "../../contracts/property.ts"
 * @import { Event } from "../../contracts/events.ts"
 */

/**
 * What chooses homes, as the API takes it.
 *
 * @typedef {object} Filters
 * @property {number} [min_price]
 * @property {number} [max_price]
 * @property {number} [min_beds]
 * @property {number} [min_units]
 * @property {number} [min_percentile]
 * @property {number} [min_confidence]
 * @property {string[]} [prop_types]
 * @property {string[]} [verdicts]
 * @property {boolean} [price_cut]
 */

/**
 * A value with a person's own choice of comps, as the service computes it.
 *
 * @typedef {object} OwnValue
 * @property {PropertyValue | null} [before]
 * @property {PropertyValue | null} [after]
 * @property {string} [reason] why there is none
 * @property {string} [problem] what went wrong
 *
 * @typedef {{conservative: number, base: number, aggressive: number}} PropertyValue
 */

/**
 * What the card shows; null is not there yet.
 *
 * @typedef {object} CardState
 * @property {boolean} loading
 * @property {PropertyOutput | null} property
 * @property {string | null} problem
 * @property {CompsOutput | null} comps
 * @property {string | null} comps_problem
 * @property {HistoryEvent[] | null} history
 * @property {string | null} history_problem
 * @property {Set<string>} out comps left out
 * @property {Set<string>} pinned comps pinned
 * @property {OwnValue | null} own
 */

/** @typedef {{lat: number, lon: number, zoom: number}} View */
/** @typedef {{west: number, south: number, east: number, north: number}} Bounds */
/** @typedef {{name: string, run: () => void}} ToastAction */
/** @typedef {{id: number, text: string, action?: ToastAction}} Toast */
/** @typedef {{property_id: string, lat: number | null, lon: number | null}} Mark */
/** @typedef {{title: string, done: (name: string | null) => void}} Naming */

/**
 * The whole page.
 *
 * @typedef {object} State
 * @property {{signed_in: boolean, account: string | null, scopes: string[]}} session
 * @property {boolean} has_map
 * @property {boolean} map_ready whether the map is drawn
 * @property {string} [map_problem]
 * @property {string} theme_choice
 * @property {string[]} layers
 * @property {Event<"alert_raised">[]} alerts
 * @property {Mark[]} marks
 * @property {{favorites: any[], notes: any[], presets: any[], profiles: any[]}} saved
 * @property {Partial<ListingItem>[]} listings
 * @property {number} total
 * @property {InventoryOutput["counts"]["by_verdict"] | null} verdicts
 * @property {string | null} next_cursor
 * @property {EmptyList | null} empty
 * @property {boolean} loading
 * @property {string | null} problem
 * @property {string | null} hovered
 * @property {{property_id: string} | null} selected
 * @property {CardState} card
 * @property {string[]} compare
 * @property {PropertyOutput[]} compared
 * @property {boolean} comparing
 * @property {boolean} account_open
 * @property {boolean} drawing
 * @property {Toast[]} toasts
 * @property {Naming | null} naming a name that the page asks for
 * @property {string} live
 * @property {boolean} ready
 * @property {Bounds | null} bounds
 * @property {typeof import("./panels.js") | null} panels what opens over the list and the map, once it is loaded
 * @property {{text: string} | null} area
 * @property {string} strategy
 * @property {string} sort
 * @property {Filters} filters
 * @property {[number, number][] | null} polygon
 * @property {View} view
 * @property {boolean} reporting whether the card opens with the form to report a value
 */

/**
 * The homes that the page comes with.
 *
 * @typedef {Pick<State, "listings" | "total" | "verdicts" | "next_cursor" | "bounds">} FirstHomes
 */

/** @type {CardState} */
export const EMPTY_CARD = {
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

/**
 * The state at the start, as the server draws the page too.
 *
 * @param {{search: string, center: {lat: number, lon: number}, first?: FirstHomes}} options
 * @returns {State}
 */
export const firstState = ({ search, center, first }) => ({
  ...fromAddress(search, center),
  session: { signed_in: false, account: null, scopes: ["read"] },
  has_map: true,
  map_ready: false,
  theme_choice: "",
  layers: ["listings", "tracts", "stations"],
  alerts: [],
  marks: [],
  saved: { favorites: [], notes: [], presets: [], profiles: [] },
  listings: [],
  total: 0,
  verdicts: null,
  next_cursor: null,
  bounds: null,
  loading: first === undefined,
  ...first,
  empty: null,
  problem: null,
  hovered: null,
  card: EMPTY_CARD,
  compare: [],
  compared: [],
  comparing: false,
  account_open: false,
  drawing: false,
  toasts: [],
  naming: null,
  live: "off",
  ready: false,
  area: null,
  panels: null,
});
