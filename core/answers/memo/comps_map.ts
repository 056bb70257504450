import type { CompsOutput } from "../../../contracts/valuation.ts";

/** Half the side of the map's square, and what of it the farthest comp takes. */
const HALF = 100;
const REACH = 86;

/** Returns a map of the property and its comps to scale, as SVG: numbers only, no text of anyone's. */
export function compsMap({ subject, comps }: CompsOutput): string {
  const { lat, lon } = subject;
  if (lat === null || lon === null) return "";
  const perLon = Math.cos(lat * Math.PI / 180) * 111_320;
  const points = comps.map((comp) => ({
    x: ((comp.lon ?? lon) - lon) * perLon,
    y: ((comp.lat ?? lat) - lat) * 110_540,
  }));
  const far = Math.max(200, ...points.map(({ x, y }) => Math.hypot(x, y)));
  const dots = points.map(({ x, y }, i) => {
    const [cx, cy] = [x, -y].map((each) => (each / far * REACH).toFixed(1));
    return `<circle cx="${cx}" cy="${cy}" r="6" fill="#1f5fa8" fill-opacity=".8"/><text x="${cx}" y="${cy}" dy="2.6" font-size="7.5" text-anchor="middle" fill="#fff">${
      i + 1
    }</text>`;
  });
  return `<svg viewBox="-${HALF} -${HALF} ${2 * HALF} ${
    2 * HALF
  }" role="img" aria-label="the property and its comparable sales"><circle r="${REACH}" fill="none" stroke="#9aa5b1"/>${
    dots.join("")
  }<path d="M0-7 6 5-6 5z" fill="#a8321f"/><text x="-${HALF - 6}" y="${
    HALF - 6
  }" font-size="7.5" fill="#5b6571">circle: ${
    (far / 1609.344).toFixed(2)
  } miles</text></svg>`;
}
