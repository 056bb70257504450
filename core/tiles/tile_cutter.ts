import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Layers } from "./layers.ts";

/** The deepest zoom that tiles are cut for; beyond it the map enlarges them. */
export const MAX_ZOOM = 14;

/** Pixels of 512 that a tile reaches beyond its edge, so that lines join. */
const BUFFER = 64;

/** Returns a tile, gzipped; undefined for one that holds nothing. */
export type CutTile = (
  z: number,
  x: number,
  y: number,
) => Uint8Array<ArrayBuffer> | undefined;

/**
 * Returns a cutter of vector tiles (MVT 2) with all layers in each. The first tiles take longest:
 * a tile is cut from the one above it.
 */
export function tileCutter(layers: Layers): CutTile {
  const indexes = Object.entries(layers).map(([name, data]) =>
    [name, new GeoJSONVT(data, { maxZoom: MAX_ZOOM, buffer: BUFFER })] as const
  );
  return (z, x, y) => {
    const tile = Object.fromEntries(
      indexes.flatMap(([name, index]) => {
        const cut = index.getTile(z, x, y);
        return cut && cut.features.length > 0 ? [[name, cut]] : [];
      }),
    );
    if (Object.keys(tile).length === 0) return undefined;
    return new Uint8Array(
      gzipSync(fromGeojsonVt(tile, { version: 2, extent: 4096 })),
    );
  };
}
