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
  bounds(id: string): readonly [number, number, number, number] | null;
}

/** Indexes polygons by bounding box; containment itself is exact (adaptive-precision orientation). */
export function indexShapes(polygons: readonly ShapePolygon[]): ShapeIndex {
  const sorted = polygons.toSorted((a, b) =>
    a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  );
  const extents = new Map<string, [number, number, number, number]>();
  const boxes = sorted.length > 0 ? new Flatbush(sorted.length) : null;
  for (const { id, rings } of sorted) {
    const box: [number, number, number, number] = [
      Infinity,
      Infinity,
      -Infinity,
      -Infinity,
    ];
    for (const [lon, lat] of rings[0]) grow(box, lon, lat, lon, lat);
    boxes!.add(...box);
    const extent = extents.get(id);
    if (extent) grow(extent, ...box);
    else extents.set(id, box);
  }
  boxes?.finish();
  return {
    ids: [...extents.keys()],
    bounds: (id) => extents.get(id) ?? null,
    at(lon, lat) {
      if (!boxes || !Number.isFinite(lon) || !Number.isFinite(lat)) return null;
      let first = sorted.length;
      for (const i of boxes.search(lon, lat, lon, lat)) {
        if (
          i < first && pointInPolygon([lon, lat], sorted[i].rings) !== false
        ) first = i;
      }
      return first < sorted.length ? sorted[first].id : null;
    },
  };
}

function grow(
  box: [number, number, number, number],
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
