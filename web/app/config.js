/**
 * What the server tells the page at the start.
 *
 * @typedef {object} Config
 * @property {string} tiles path of the tiles
 * @property {number} max_zoom deepest zoom of the tiles
 * @property {string} [style_url] a basemap of the operator's own
 * @property {{lat: number, lon: number}} center
 * @property {boolean} synthetic
 * @property {boolean} self_serve whether people may make keys of their own
 */

/** @type {Config} */
export const config = JSON.parse(
  document.getElementById("config")?.textContent ?? "",
);
