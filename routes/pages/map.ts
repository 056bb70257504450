import type { Handler } from "@hono/hono";
import { html, raw } from "@hono/hono/html";
import { median } from "../../core/engine/statistics/quantile.ts";
import { codeAt } from "../../core/engine/tables.ts";
// @ts-types="../../web/drawn_page.d.ts"
import {
  type Center,
  drawPage,
  type FirstHomes,
} from "../../web/drawn_page.js";
import { MODULES } from "../../web/vendor.ts";
import { MAX_ZOOM } from "../../core/tiles/tile_cutter.ts";
import { tilesPath } from "../tiles/routes.ts";
import type { RouteEnv, Service } from "../service.ts";
import { firstHomes } from "./first_homes.ts";
import { sendShell, type ShellPage } from "./shell.ts";

/** Modules that the list and the search need; the rest is loaded after them. */
const PRELOADS = [
  "actions.js",
  "address_bar.js",
  "agent.js",
  "api.js",
  "bounds.js",
  "config.js",
  "events.js",
  "filters.js",
  "first_state.js",
  "homes.js",
  "html.js",
  "list.js",
  "look.js",
  "open_card.js",
  "page.js",
  "query.js",
  "saved.js",
  "search.js",
  "state.js",
  "store.js",
  "words.js",
  ...["preact", "preact/hooks", "htm"]
    .map((name) => MODULES[name]),
];

/** Where a map without data begins: the middle of Chicago. */
const CHICAGO = { lat: 41.88, lon: -87.68 };

/**
 * `GET /`: the map. The page comes drawn, at its plain address with the first homes in it, so that
 * it is read before any script runs; the script takes it over.
 */
export function mapPage(service: Service): Handler<RouteEnv> {
  const config = {
    tiles: tilesPath(service),
    max_zoom: MAX_ZOOM,
    style_url: service.mapStyleUrl,
    center: centerOf(service),
    synthetic: service.snapshot.synthetic,
    self_serve: service.selfServe ?? false,
  };
  let kept: { readonly of: unknown; readonly page: ShellPage } | undefined;

  /** The page of the plain address: made once for each state of the listings. */
  async function plainPage(): Promise<ShellPage> {
    const of = service.index?.() ?? service.inventory();
    if (kept?.of !== of) {
      const first = await firstHomes(service, config.center);
      kept = { of, page: pageOf(service, "", { ...config, first }) };
    }
    return kept.page;
  }

  return async (c) => {
    const { search } = new URL(c.req.url);
    return sendShell(
      c,
      search === "" ? await plainPage() : pageOf(service, search, config),
    );
  };
}

function pageOf(
  { mapStyleUrl, mapOrigins = [] }: Service,
  search: string,
  config: {
    readonly center: Center;
    readonly synthetic: boolean;
    readonly first?: FirstHomes;
  },
): ShellPage {
  // A data block: no script, so `<` alone could end it early.
  const text = JSON.stringify(config).replaceAll("<", "\\u003c");
  return {
    title: "Map",
    at: "/",
    description:
      "Homes for sale in Cook and Lake County analyzed as investments: value ranges with their comparable sales, underwriting and risks.",
    body: html`
      <script type="application/json" id="config">${raw(text)}</script>
      <noscript><p class="callout">The map needs JavaScript, and so do its filters. The same answers are at <a href="/docs">the API</a>.</p></noscript>
      <div id="app">${raw(drawPage({ ...config, search }))}</div>
    `,
    width: "whole",
    styles: ["maplibre-gl.css", "uplot.css", "map.css"],
    scripts: ["main.js"],
    preloads: PRELOADS,
    servers: mapStyleUrl === undefined
      ? []
      : [new URL(mapStyleUrl).origin, ...mapOrigins],
  };
}

function centerOf({ snapshot: { tables: { tracts } } }: Service): Center {
  const rows = Array.from({ length: tracts.rows }, (_, row) => row)
    .filter((row) => codeAt(tracts.county, row) === "cook");
  return rows.length === 0 ? CHICAGO : {
    lat: median(rows.map((row) => tracts.lat[row])),
    lon: median(rows.map((row) => tracts.lon[row])),
  };
}
