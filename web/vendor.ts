import maplibre from "maplibre-gl/dist/maplibre-gl.mjs" with { type: "text" };
import maplibreWorker from "maplibre-gl/dist/maplibre-gl-worker.mjs" with {
  type: "text",
};
import maplibreStyle from "maplibre-gl/dist/maplibre-gl.css" with {
  type: "text",
};
import preact from "preact" with { type: "text" };
import hooks from "preact/hooks" with { type: "text" };
import htm from "htm" with { type: "text" };
import uplot from "uplot/dist/uPlot.esm.js" with { type: "text" };
import uplotStyle from "uplot/dist/uPlot.min.css" with { type: "text" };
import terraDraw from "terra-draw" with { type: "text" };
import terraDrawMaplibre from "terra-draw-maplibre-gl-adapter" with {
  type: "text",
};
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with {
  type: "bytes",
};

/** Files of other packages as they come from npm, by the name under which the map loads them. */
export const VENDOR: Readonly<Record<string, string | Uint8Array>> = {
  "maplibre-gl.mjs": maplibre,
  // The library looks for its worker beside itself, under this name.
  "maplibre-gl-worker.mjs": maplibreWorker,
  "maplibre-gl.css": maplibreStyle,
  "preact.mjs": preact,
  "preact-hooks.mjs": hooks,
  "htm.mjs": htm,
  "uplot.mjs": uplot,
  "uplot.css": uplotStyle,
  "terra-draw.mjs": terraDraw,
  "terra-draw-maplibre.mjs": terraDrawMaplibre,
  "inter.woff2": inter,
};

/** The file of each bare module name of the client. */
export const MODULES: Readonly<Record<string, string>> = {
  "maplibre-gl": "maplibre-gl.mjs",
  preact: "preact.mjs",
  "preact/hooks": "preact-hooks.mjs",
  htm: "htm.mjs",
  uplot: "uplot.mjs",
  "terra-draw": "terra-draw.mjs",
  "terra-draw-maplibre-gl-adapter": "terra-draw-maplibre.mjs",
};
