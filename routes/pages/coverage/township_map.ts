import { html } from "@hono/hono/html";
import type { CoveredSegment } from "../../../contracts/coverage.ts";
import { townshipName } from "../../../core/engine/places/named.ts";
import { polygonsOf } from "../../../core/engine/places/shapes.ts";
import type { SnapshotData } from "../../../core/engine/snapshot.ts";
import type { Markup } from "../shell.ts";
import { GATES } from "./words.ts";

const WIDTH = 420;
/** Best first. */
const ORDER: readonly CoveredSegment["gate"][] = ["point", "range", "suppress"];

/** The townships in the color of the best that a home in them gets. The table below says the same. */
export function townshipMap(
  snapshot: SnapshotData,
  segments: readonly CoveredSegment[],
): Markup {
  const polygons = polygonsOf(snapshot.tables.boundaries, "township");
  if (polygons.length === 0) return html``;
  const points = polygons.flatMap(({ rings }) => rings[0]);
  const west = points.reduce((least, [lon]) => Math.min(least, lon), Infinity);
  const east = points.reduce((most, [lon]) => Math.max(most, lon), -Infinity);
  const south = points.reduce(
    (least, [, lat]) => Math.min(least, lat),
    Infinity,
  );
  const north = points.reduce(
    (most, [, lat]) => Math.max(most, lat),
    -Infinity,
  );
  // A degree of longitude is shorter than one of latitude.
  const squeeze = Math.cos((south + north) / 2 * Math.PI / 180);
  const scale = WIDTH / ((east - west) * squeeze);
  const x = (lon: number) => ((lon - west) * squeeze * scale).toFixed(1);
  const y = (lat: number) => ((north - lat) * scale).toFixed(1);
  const best = (township: string) =>
    ORDER.find((gate) =>
      segments.some((each) => each.township === township && each.gate === gate)
    );
  const height = Math.ceil((north - south) * scale);
  return html`
    <svg class="townships" role="img"
      aria-label="Townships by the best state of their values; the table below lists them all"
      viewBox="${`-2 -2 ${WIDTH + 4} ${height + 4}`}">${polygons.map(
        ({ id, rings: [shell] }) => {
          const gate = best(id);
          const path =
            shell.map(([lon, lat], i) =>
              `${i === 0 ? "M" : "L"}${x(lon)} ${y(lat)}`
            ).join("") + "Z";
          return html`
            <path class="${gate ?? "none"}" d="${path}">
              <title>${townshipName(snapshot, id)}: ${gate
                ? GATES[gate].name
                : "context only"}</title>
            </path>
          `;
        },
      )}</svg>
  `;
}
