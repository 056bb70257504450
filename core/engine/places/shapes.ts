import Flatbush from "flatbush";
import pointInPolygon from "point-in-polygon-hao";
import { codeAt, type Tables } from "../tables.ts";

/** A closed ring of `[lon, lat]` pairs: the last equals the first. */
export type Ring = [number, number][];

/** A polygon of a shape: its shell, then its holes. */
export interface ShapePolygon {
  readonly id: string;
  readonly rings: Ring[];
}

/** Named areas that can be asked which of them holds a point. */
export interface ShapeIndex {
  /** Distinct ids in alphabetical order. */
  readonly ids: readonly string[];
  /**
   * The area that holds a point, boundary included; of areas that share the boundary the
   * alphabetically first. Null outside all of them and for coordinates that are not finite.
   */
  at(lon: number, lat: number): string | null;
  /** West, south, east, north of an area, or null when there is none of that id. */
  bounds(id: string): Readonly<Box> | null;
}

/**
 * Indexes polygons. Containment is exact (adaptive-precision orientation), and asked once for
 * every cell of a grid that no edge passes through: there the answer is the same everywhere.
 */
export function indexShapes(polygons: readonly ShapePolygon[]): ShapeIndex {
  const sorted = polygons.toSorted((a, b) =>
    a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  );
  const extents = new Map<string, Box>();
  const whole: Box = [Infinity, Infinity, -Infinity, -Infinity];
  const boxes = sorted.length > 0 ? new Flatbush(sorted.length) : null;
  for (const { id, rings } of sorted) {
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [lon, lat] of rings[0]) grow(box, lon, lat, lon, lat);
    boxes!.add(...box);
    grow(whole, ...box);
    const extent = extents.get(id);
    if (extent) grow(extent, ...box);
    else extents.set(id, box);
  }
  boxes?.finish();
  const exact = (lon: number, lat: number) => {
    let first = sorted.length;
    for (const i of boxes!.search(lon, lat, lon, lat)) {
      if (i < first && pointInPolygon([lon, lat], sorted[i].rings) !== false) {
        first = i;
      }
    }
    return first < sorted.length ? first : OUTSIDE;
  };
  const grid = gridOver(whole, sorted);
  return {
    ids: [...extents.keys()],
    bounds: (id) => extents.get(id) ?? null,
    at(lon, lat) {
      const [west, south, east, north] = whole;
      // Written so that NaN is outside too.
      if (!(lon >= west && lon <= east && lat >= south && lat <= north)) {
        return null;
      }
      const cell = grid.cellAt(lon, lat);
      let found = grid.answers[cell];
      if (found === CROSSED) found = exact(lon, lat);
      else if (found === NOT_ASKED) {
        found = grid.answers[cell] = exact(lon, lat);
      }
      return found === OUTSIDE ? null : sorted[found].id;
    },
  };
}

/** West, south, east, north. */
type Box = [number, number, number, number];

/** What a cell of the grid knows, when it is not the place of a polygon in its list. */
const OUTSIDE = -1, NOT_ASKED = -2, CROSSED = -3;

/** Cells on a side: about 100 m for a county. */
const GRID = 1024;

/** A grid over a box in which cells that an edge may pass through are marked. */
function gridOver(
  [west, south, east, north]: Box,
  polygons: readonly ShapePolygon[],
) {
  const answers = new Int32Array(polygons.length > 0 ? GRID * GRID : 0)
    .fill(NOT_ASKED);
  // Both grow with their argument, so an edge's cells lie between those of its ends.
  const perLon = GRID / (east - west), perLat = GRID / (north - south);
  const column = (lon: number) =>
    Math.min(GRID - 1, Math.floor((lon - west) * perLon));
  const line = (lat: number) =>
    Math.min(GRID - 1, Math.floor((lat - south) * perLat));
  for (const { rings } of polygons) {
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [x0, y0] = ring[i - 1], [x1, y1] = ring[i];
        const left = column(Math.min(x0, x1)), right = column(Math.max(x0, x1));
        const low = line(Math.min(y0, y1)), high = line(Math.max(y0, y1));
        for (let y = low; y <= high; y++) {
          answers.fill(CROSSED, y * GRID + left, y * GRID + right + 1);
        }
      }
    }
  }
  return {
    answers,
    cellAt: (lon: number, lat: number) => line(lat) * GRID + column(lon),
  };
}

function grow(
  box: Box,
  west: number,
  south: number,
  east: number,
  north: number,
): void {
  box[0] = Math.min(box[0], west);
  box[1] = Math.min(box[1], south);
  box[2] = Math.max(box[2], east);
  box[3] = Math.max(box[3], north);
}

/** The polygons of one layer of the boundaries table. */
export function polygonsOf(
  boundaries: Tables["boundaries"],
  layer: "tract" | "township" | "community_area",
): ShapePolygon[] {
  const polygons: { id: string; part: number; rings: Ring[] }[] = [];
  const layerCode = boundaries.layer.dictionary.indexOf(layer);
  for (let row = 0; row < boundaries.rows; row++) {
    if (boundaries.layer.values[row] !== layerCode) continue;
    const id = codeAt(boundaries.id, row);
    const last = polygons.at(-1);
    const polygon = last?.id === id && last.part === boundaries.part[row]
      ? last
      : (polygons.push({ id, part: boundaries.part[row], rings: [] }),
        polygons.at(-1)!);
    (polygon.rings[boundaries.ring[row]] ??= []).push([
      boundaries.lon[row],
      boundaries.lat[row],
    ]);
  }
  return polygons;
}
