/** Colors of the map, light and dark. */
const COLORS = {
  light: {
    land: "#f1eee7",
    water: "#bfd9e2",
    park: "#dbe7cd",
    road: "#ffffff",
    roadEdge: "#d9d3c6",
    rail: "#b0a89b",
    line: "#b9b1a2",
    text: "#4a453d",
    halo: "#f6f4ef",
    low: "#e9d5c0",
    mid: "#f3efe4",
    high: "#5ea08a",
  },
  dark: {
    land: "#1b1d1b",
    water: "#14313c",
    park: "#20301f",
    road: "#343733",
    roadEdge: "#262824",
    rail: "#5d5a54",
    line: "#53554f",
    text: "#d5d1c8",
    halo: "#151614",
    low: "#4a3426",
    mid: "#2a2c29",
    high: "#2f7d68",
  },
};

const FONT = ["Inter"];
const BOLD = ["Inter Bold"];

const width = (z10, z14, z18) => [
  "interpolate",
  ["exponential", 1.6],
  ["zoom"],
  10,
  z10,
  14,
  z14,
  18,
  z18,
];

/** Percentile 0-100 as a color; transparent where there is none. */
function choropleth({ low, mid, high }) {
  const value = ["feature-state", "percentile"];
  return [
    "case",
    ["==", ["typeof", value], "number"],
    ["interpolate", ["linear"], value, 0, low, 50, mid, 100, high],
    "rgba(0,0,0,0)",
  ];
}

/** Streets by how much they carry: 0 motorways, 1 main roads, 2 others. */
function streets(colors) {
  const ranks = [
    {
      rank: 2,
      from: 12.5,
      edge: width(0.2, 2.4, 18),
      body: width(0.1, 1.6, 15),
    },
    { rank: 1, from: 10, edge: width(1, 4.5, 26), body: width(0.6, 3.4, 22) },
    { rank: 0, from: 7, edge: width(2, 7, 34), body: width(1.4, 5.4, 29) },
  ];
  const layer = (rank, from, color, lineWidth, part) => ({
    id: `streets-${rank}-${part}`,
    type: "line",
    source: "county",
    "source-layer": "streets",
    minzoom: from,
    filter: ["==", ["get", "rank"], rank],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": color, "line-width": lineWidth },
  });
  return [
    ...ranks.map(({ rank, from, edge }) =>
      layer(rank, from, colors.roadEdge, edge, "edge")
    ),
    ...ranks.map(({ rank, from, body }) =>
      layer(rank, from, colors.road, body, "body")
    ),
  ];
}

/** The style of the basemap: everything in it is cut by this server. */
export function basemap(theme, tiles, maxZoom) {
  const colors = COLORS[theme];
  const fill = (id, color) => ({
    id,
    type: "fill",
    source: "county",
    "source-layer": id,
    paint: { "fill-color": color },
  });
  const label = (id, layer, size, more = {}) => ({
    id,
    type: "symbol",
    source: "county",
    "source-layer": layer,
    layout: {
      "text-field": ["get", "name"],
      "text-font": BOLD,
      "text-size": size,
      "text-max-width": 7,
      ...more.layout,
    },
    paint: {
      "text-color": colors.text,
      "text-halo-color": colors.halo,
      "text-halo-width": 2,
    },
    ...more.layer,
  });
  return {
    version: 8,
    sources: {
      county: {
        type: "vector",
        tiles: [`${location.origin}${tiles}/{z}/{x}/{y}`],
        maxzoom: maxZoom,
        attribution: "Public records of Cook and Lake County",
      },
    },
    layers: [
      {
        id: "land",
        type: "background",
        paint: { "background-color": colors.land },
      },
      {
        id: "tracts",
        type: "fill",
        source: "county",
        "source-layer": "tracts",
        paint: { "fill-color": choropleth(colors), "fill-opacity": 0.55 },
      },
      fill("parks", colors.park),
      fill("water", colors.water),
      ...streets(colors),
      {
        id: "rail",
        type: "line",
        source: "county",
        "source-layer": "rail",
        minzoom: 9.5,
        paint: {
          "line-color": colors.rail,
          "line-width": width(0.8, 1.6, 3),
          "line-dasharray": [4, 2],
        },
      },
      {
        id: "tract-lines",
        type: "line",
        source: "county",
        "source-layer": "tracts",
        minzoom: 10.5,
        paint: {
          "line-color": colors.line,
          "line-width": 0.6,
          "line-opacity": 0.6,
        },
      },
      {
        id: "area-lines",
        type: "line",
        source: "county",
        "source-layer": "areas",
        paint: {
          "line-color": colors.line,
          "line-width": width(0.8, 1.6, 3),
        },
      },
      {
        id: "township-lines",
        type: "line",
        source: "county",
        "source-layer": "townships",
        layout: { visibility: "none" },
        paint: {
          "line-color": colors.text,
          "line-width": 1.2,
          "line-dasharray": [3, 2],
        },
      },
      {
        id: "station-dots",
        type: "circle",
        source: "county",
        "source-layer": "stations",
        minzoom: 11.5,
        paint: {
          "circle-color": colors.land,
          "circle-radius": 3.5,
          "circle-stroke-color": colors.text,
          "circle-stroke-width": 1.5,
        },
      },
      label("station-labels", "stations", 11, {
        layout: { "text-offset": [0, 0.9], "text-anchor": "top" },
        layer: { minzoom: 13 },
      }),
      {
        id: "street-labels",
        type: "symbol",
        source: "county",
        "source-layer": "streets",
        minzoom: 14,
        layout: {
          "symbol-placement": "line",
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": 11,
        },
        paint: {
          "text-color": colors.text,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.5,
        },
      },
      label("area-labels", "area_labels", [
        "interpolate",
        ["linear"],
        ["zoom"],
        9.5,
        10,
        14,
        15,
      ], {
        layer: { minzoom: 9.8, maxzoom: 15 },
        // Beside a group of homes where one covers the middle.
        layout: {
          "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
          "text-radial-offset": 1.6,
        },
      }),
      label("township-labels", "township_labels", 12, {
        layer: { minzoom: 8.5, maxzoom: 11 },
        layout: { visibility: "none" },
      }),
    ],
  };
}
