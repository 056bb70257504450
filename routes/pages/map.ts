import type { Handler } from "@hono/hono";
import { html, raw } from "@hono/hono/html";
import { median } from "../../core/engine/statistics/quantile.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { ASSETS } from "../../web/assets.ts";
import { MODULES } from "../../web/vendor.ts";
import { MAX_ZOOM } from "../tiles/tile_cutter.ts";
import { tilesPath } from "../tiles/routes.ts";
import type { RouteEnv, Service } from "../service.ts";
import { sendShell } from "./shell.ts";

/** Modules that the map needs at once; what draws a chart or an area comes when it is asked for. */
const PRELOADS = [
  ...[...ASSETS.keys()].filter((name) =>
    name.endsWith(".js") && !["main.js", "draw.js", "copy.js"].includes(name)
  ),
  ...["preact", "preact/hooks", "htm", "htm/preact", "maplibre-gl"]
    .map((name) => MODULES[name]),
];

/** Where a map without data begins: the middle of Chicago. */
const CHICAGO = { lat: 41.88, lon: -87.68 };

/** `GET /`: the map. Without script it says what it would show, and where else that is. */
export function mapPage(service: Service): Handler<RouteEnv> {
  const config = {
    tiles: tilesPath(service),
    max_zoom: MAX_ZOOM,
    style_url: service.mapStyleUrl,
    center: centerOf(service),
    synthetic: service.snapshot.synthetic,
    self_serve: service.selfServe ?? false,
  };
  // A data block: no script, so `<` alone could end it early.
  const text = JSON.stringify(config).replaceAll("<", "\\u003c");
  const body = html`
    <script type="application/json" id="config">${raw(text)}</script>
    <div id="app">
      <div class="starting">
        <h1>Homes for sale, analyzed as investments</h1>
        <p>Value ranges, comps, underwriting and risks of homes in Cook and Lake County, on a map and in a list.</p>
        <noscript><p>The map and the list need JavaScript. The same answers are at <a href="/docs">the API</a>.</p></noscript>
      </div>
    </div>
  `;
  return (c) =>
    sendShell(c, {
      title: "Map",
      at: "/",
      description:
        "Homes for sale in Cook and Lake County analyzed as investments: value ranges with their comparable sales, underwriting and risks.",
      body,
      width: "whole",
      styles: ["maplibre-gl.css", "uplot.css", "map.css"],
      scripts: ["main.js"],
      preloads: PRELOADS,
      servers: service.mapStyleUrl === undefined
        ? []
        : [new URL(service.mapStyleUrl).origin, ...service.mapOrigins ?? []],
    });
}

function centerOf({ snapshot: { tables: { tracts } } }: Service) {
  const rows = Array.from({ length: tracts.rows }, (_, row) => row)
    .filter((row) => codeAt(tracts.county, row) === "cook");
  return rows.length === 0 ? CHICAGO : {
    lat: median(rows.map((row) => tracts.lat[row])),
    lon: median(rows.map((row) => tracts.lon[row])),
  };
}
