import * as maplibre from "maplibre-gl";
import { basemap } from "./basemap.js";
import { money, plural, shortMoney } from "./words.js";

/**
 * @import { Feature, Point } from "geojson"
 * @import { Config } from "./config.js"
 * @import { View } from "./first_state.js"
 */

const VERDICT_COLORS = {
  light: ["#17693f", "#b06f00", "#94372b", "#6d675d"],
  dark: ["#4fb27f", "#d79a2d", "#d97b6a", "#9b958a"],
};

const EMPTY = { type: "FeatureCollection", features: [] };

/** @returns {Feature<Point>} */
const point = (lon, lat, properties, id = undefined) => ({
  type: "Feature",
  id,
  geometry: { type: "Point", coordinates: [lon, lat] },
  properties,
});

/** Layers that another basemap takes the place of. */
const GROUND = /^(land|parks|water|rail|street)/;

/** @returns {[number, number]} */
const positionOf = ({ geometry }) => geometry.coordinates;

/** Columns of pins and clusters as features. */
function pinFeatures({ pins, clusters }) {
  return {
    type: "FeatureCollection",
    features: [
      ...pins.listing_id.map((listing_id, i) =>
        point(pins.lon[i], pins.lat[i], {
          listing_id,
          property_id: pins.property_id[i] ?? "",
          verdict: pins.verdict[i],
          price: shortMoney(pins.price[i]),
          // Drawn over others where they lie close: the better first.
          order: pins.deal_score[i] ?? pins.percentile[i] ?? -1,
        }, i + 1)
      ),
      ...clusters.count.map((count, i) =>
        point(clusters.lon[i], clusters.lat[i], {
          count,
          label: count >= 1000 ? `${(count / 1000).toFixed(1)}k` : `${count}`,
          verdict: clusters.best_verdict[i],
        })
      ),
    ],
  };
}

/** What is drawn over the basemap. Its sources keep their data when the basemap changes. */
function overlays(theme, data) {
  const [pursue, screen, skip, noRead] = VERDICT_COLORS[theme];
  const dark = theme === "dark";
  const surface = dark ? "#1e1f1d" : "#ffffff";
  const ink = dark ? "#eeece7" : "#1c1a17";
  const accent = dark ? "#7cc4d8" : "#0b5a70";
  const color = [
    "match",
    ["get", "verdict"],
    "pursue",
    pursue,
    "screen",
    screen,
    "skip",
    skip,
    noRead,
  ];
  const isCluster = ["has", "count"];
  const source = (name) => ({ type: "geojson", data: data[name] ?? EMPTY });
  const own = {
    sources: {
      "own-pins": source("own-pins"),
      "own-marks": source("own-marks"),
      "own-comps": source("own-comps"),
      "own-subject": source("own-subject"),
      "own-area": source("own-area"),
    },
    layers: [
      {
        id: "own-area-fill",
        type: "fill",
        source: "own-area",
        paint: { "fill-color": accent, "fill-opacity": 0.08 },
      },
      {
        id: "own-area-line",
        type: "line",
        source: "own-area",
        paint: {
          "line-color": accent,
          "line-width": 2,
          "line-dasharray": [2, 1],
        },
      },
      {
        id: "own-clusters",
        type: "circle",
        source: "own-pins",
        filter: isCluster,
        paint: {
          "circle-color": surface,
          "circle-stroke-color": color,
          "circle-stroke-width": 3.5,
          "circle-radius": [
            "interpolate",
            ["linear"],
            ["ln", ["get", "count"]],
            0.7,
            14,
            9,
            34,
          ],
        },
      },
      {
        id: "own-cluster-counts",
        type: "symbol",
        source: "own-pins",
        filter: isCluster,
        layout: {
          "text-field": ["get", "label"],
          "text-font": ["Inter Bold"],
          "text-size": 12.5,
          "text-allow-overlap": true,
          // Names of the basemap keep away from the ring.
          "text-padding": 14,
        },
        paint: { "text-color": ink },
      },
      {
        id: "own-marks",
        type: "circle",
        source: "own-marks",
        paint: {
          "circle-color": "rgba(0,0,0,0)",
          "circle-radius": 14,
          "circle-stroke-color": accent,
          "circle-stroke-width": 3,
        },
      },
      {
        id: "own-comps",
        type: "circle",
        source: "own-comps",
        paint: {
          "circle-color": accent,
          "circle-radius": 9,
          "circle-opacity": ["case", ["get", "out"], 0.25, 0.95],
          "circle-stroke-color": surface,
          "circle-stroke-width": 2,
        },
      },
      {
        id: "own-comp-numbers",
        type: "symbol",
        source: "own-comps",
        layout: {
          "text-field": ["get", "number"],
          "text-font": ["Inter Bold"],
          "text-size": 11,
          "text-allow-overlap": true,
        },
        paint: { "text-color": dark ? "#0d2026" : "#ffffff" },
      },
      {
        id: "own-pins",
        type: "circle",
        source: "own-pins",
        filter: ["!", isCluster],
        layout: { "circle-sort-key": ["get", "order"] },
        paint: {
          "circle-color": color,
          "circle-radius": [
            "interpolate",
            ["linear"],
            ["zoom"],
            9,
            4.5,
            13,
            7,
            17,
            10,
          ],
          "circle-stroke-color": [
            "case",
            ["boolean", ["feature-state", "hover"], false],
            ink,
            surface,
          ],
          "circle-stroke-width": [
            "case",
            ["boolean", ["feature-state", "hover"], false],
            3,
            1.6,
          ],
        },
      },
      {
        id: "own-prices",
        type: "symbol",
        source: "own-pins",
        minzoom: 13,
        filter: ["!", isCluster],
        layout: {
          "text-field": ["get", "price"],
          "text-font": ["Inter Bold"],
          "text-size": 11.5,
          "text-offset": [0, -1.6],
          "symbol-sort-key": ["-", ["get", "order"]],
        },
        paint: {
          "text-color": ink,
          "text-halo-color": surface,
          "text-halo-width": 2,
        },
      },
      {
        id: "own-subject",
        type: "circle",
        source: "own-subject",
        paint: {
          "circle-color": "rgba(0,0,0,0)",
          "circle-radius": 12.5,
          "circle-stroke-color": ink,
          "circle-stroke-width": 3,
        },
      },
    ],
  };
  return /** @type {Pick<maplibre.StyleSpecification, "sources" | "layers">} */ (own);
}

/**
 * Callbacks of the map.
 *
 * @typedef {object} MapHandlers
 * @property {() => void} ready
 * @property {(view: View, bounds: import("./first_state.js").Bounds) => void} view
 * @property {(listing_id: string | null) => void} hover
 * @property {(pin: any) => void} pin
 * @property {(property_id: string) => void} comp
 */

/** @typedef {ReturnType<typeof createMap>} PropertyMap */

/** @param {maplibre.MapOptions} options */
function newMap(options) {
  try {
    return new maplibre.Map(options);
  } catch (cause) {
    if (!(cause instanceof maplibre.GPUInitializationError)) throw cause;
    throw new Error("This browser does not support WebGL.", { cause });
  }
}

/**
 * Draws the map into an element. Throws where the browser has no WebGL.
 *
 * @param {{container: HTMLElement, config: Config, theme: string, view: View, on: MapHandlers}} options
 */
export function createMap({ container, config, theme, view, on }) {
  const data = {};
  let percentiles = {};
  let currentTheme = theme;
  let hovered;

  const styleFor = (name) => {
    const base = basemap(name, config.tiles, config.max_zoom);
    const own = overlays(name, data);
    const layers = [...base.layers, ...own.layers];
    const isText = ({ type }) => type === "symbol";
    return /** @type {maplibre.StyleSpecification} */ ({
      ...base,
      sources: { ...base.sources, ...own.sources },
      // No pin covers a name.
      layers: [
        ...layers.filter((layer) => !isText(layer)),
        ...layers.filter(isText),
      ],
    });
  };

  const map = newMap({
    container,
    style: config.style_url ?? styleFor(theme),
    center: [view.lon, view.lat],
    zoom: view.zoom,
    minZoom: 7,
    maxZoom: 18.5,
    maxPitch: 0,
    dragRotate: false,
    attributionControl: false,
    fadeDuration: 120,
    cancelPendingTileRequestsWhileZooming: true,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(
    new maplibre.NavigationControl({ showCompass: false }),
    "bottom-right",
  );
  map.addControl(
    new maplibre.AttributionControl({ compact: true }),
    "bottom-left",
  );
  const canvas = map.getCanvas();
  canvas.setAttribute(
    "aria-label",
    "Map of homes for sale; the list beside it has all of them",
  );

  const source = (
    name,
  ) => /** @type {maplibre.GeoJSONSource | undefined} */ (map.getSource(name));
  const setData = (name, features) => {
    data[name] = features;
    source(name)?.setData(features);
  };
  const colorTracts = () => {
    if (!map.getSource("county")) return;
    for (const [geoid, percentile] of Object.entries(percentiles)) {
      map.setFeatureState(
        { source: "county", sourceLayer: "tracts", id: Number(geoid) },
        { percentile },
      );
    }
  };
  const tellView = () => {
    const { lng, lat } = map.getCenter();
    const box = map.getBounds();
    on.view({ lon: lng, lat, zoom: map.getZoom() }, {
      west: box.getWest(),
      south: box.getSouth(),
      east: box.getEast(),
      north: box.getNorth(),
    });
  };
  // What came before the style was there is drawn now.
  map.on("style.load", () => {
    for (const [name, features] of Object.entries(data)) {
      source(name)?.setData(features);
    }
    colorTracts();
  });
  map.on("load", () => {
    if (config.style_url) addOverlays();
    colorTracts();
    on.ready();
  });
  map.on("moveend", tellView);

  /** Over another basemap: what only this server has, tracts and places among it. */
  function addOverlays() {
    const { sources, layers } = styleFor(currentTheme);
    for (const [name, source] of Object.entries(sources)) {
      if (!map.getSource(name)) map.addSource(name, source);
    }
    for (const layer of layers) {
      if (!GROUND.test(layer.id) && !map.getLayer(layer.id)) {
        map.addLayer(layer);
      }
    }
  }

  const hover = (id) => {
    if (hovered !== undefined) {
      map.setFeatureState({ source: "own-pins", id: hovered }, {
        hover: false,
      });
    }
    hovered = id;
    if (id !== undefined) {
      map.setFeatureState({ source: "own-pins", id }, { hover: true });
    }
  };
  const popup = new maplibre.Popup({
    closeButton: false,
    closeOnClick: false,
    offset: 14,
    className: "pin-popup",
  });
  for (const layer of ["own-pins", "own-clusters", "own-comps"]) {
    map.on("mouseenter", layer, () => canvas.style.cursor = "pointer");
    map.on("mouseleave", layer, () => canvas.style.cursor = "");
  }
  map.on("mousemove", "own-pins", ({ features: [pin] = [] }) => {
    if (!pin) return;
    hover(pin.id);
    on.hover(pin.properties.listing_id);
    popup.setLngLat(positionOf(pin))
      .setText(`${pin.properties.price}`).addTo(map);
  });
  map.on("mouseleave", "own-pins", () => {
    hover(undefined);
    on.hover(null);
    popup.remove();
  });
  map.on("mousemove", "own-clusters", ({ features: [cluster] = [] }) => {
    if (!cluster) return;
    popup.setLngLat(positionOf(cluster))
      .setText(`${plural(cluster.properties.count, "home")} for sale`)
      .addTo(map);
  });
  map.on("mouseleave", "own-clusters", () => popup.remove());
  map.on("click", (event) => {
    const [hit] = map.queryRenderedFeatures(
      [[event.point.x - 6, event.point.y - 6], [
        event.point.x + 6,
        event.point.y + 6,
      ]],
      {
        layers: ["own-pins", "own-clusters", "own-comps"].filter((id) =>
          map.getLayer(id)
        ),
      },
    );
    if (!hit) return;
    if (hit.layer.id === "own-clusters") {
      map.easeTo({
        center: positionOf(hit),
        zoom: Math.min(map.getZoom() + 2, 17),
      });
    } else if (hit.layer.id === "own-comps") {
      on.comp(hit.properties.property_id);
    } else on.pin(hit.properties);
  });
  // A tile that did not come is asked for again with the next move.
  map.on("error", () => {});

  return {
    map,
    setPins(answer) {
      hover(undefined);
      setData("own-pins", pinFeatures(answer));
    },
    setPercentiles(next) {
      percentiles = next;
      colorTracts();
    },
    setMarks(properties) {
      setData("own-marks", {
        type: "FeatureCollection",
        features: properties.filter(({ lat }) => lat !== null)
          .map(({ lat, lon, property_id }) => point(lon, lat, { property_id })),
      });
    },
    setComps(comps, out) {
      setData("own-comps", {
        type: "FeatureCollection",
        features: comps.map((comp, i) =>
          point(comp.lon, comp.lat, {
            property_id: comp.property_id,
            number: String(i + 1),
            price: money(comp.sale_price),
            out: out.has(comp.property_id),
          })
        ),
      });
    },
    setSubject(subject) {
      setData(
        "own-subject",
        subject?.lat
          ? {
            type: "FeatureCollection",
            features: [point(subject.lon, subject.lat, {})],
          }
          : EMPTY,
      );
    },
    setArea(corners) {
      setData(
        "own-area",
        corners
          ? {
            type: "Feature",
            properties: {},
            geometry: {
              type: "Polygon",
              coordinates: [[...corners, corners[0]]],
            },
          }
          : EMPTY,
      );
    },
    hoverListing(listing_id) {
      const { features = [] } = data["own-pins"] ?? {};
      hover(
        features.find(({ properties }) => properties.listing_id === listing_id)
          ?.id,
      );
    },
    showLayer(name, shown) {
      const layers = {
        listings: [
          "own-pins",
          "own-prices",
          "own-clusters",
          "own-cluster-counts",
        ],
        tracts: ["tracts", "tract-lines"],
        townships: ["township-lines", "township-labels"],
        stations: ["station-dots", "station-labels", "rail"],
      }[name];
      for (const id of layers) {
        if (map.getLayer(id)) {
          map.setLayoutProperty(id, "visibility", shown ? "visible" : "none");
        }
      }
    },
    /** @param {Record<string, any>} place */
    flyTo({ lat, lon, zoom, bounds }) {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const duration = still ? 0 : 900;
      // The card covers a part of the map on the right.
      const card = document.querySelector(".stage > .card");
      const covered = card && innerWidth > 896 ? card.clientWidth : 0;
      if (bounds) {
        map.fitBounds([[bounds[0], bounds[1]], [bounds[2], bounds[3]]], {
          padding: { top: 40, bottom: 40, left: 40, right: 40 + covered },
          duration,
        });
      } else {
        map.easeTo({
          center: [lon, lat],
          zoom: zoom ?? Math.max(map.getZoom(), 14.5),
          offset: [-covered / 2, 0],
          duration,
        });
      }
    },
    setTheme(next) {
      if (next === currentTheme || config.style_url) return;
      currentTheme = next;
      map.setStyle(styleFor(next), {
        // Terra Draw's own sources and layers would be lost.
        transformStyle: (before, after) => ({
          ...after,
          sources: {
            ...after.sources,
            ...Object.fromEntries(
              Object.entries(before?.sources ?? {}).filter(([id]) =>
                id.startsWith("td")
              ),
            ),
          },
          layers: [
            ...after.layers,
            ...(before?.layers ?? []).filter(({ id }) => id.startsWith("td")),
          ],
        }),
      });
    },
  };
}
