import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Layers } from "./layers.ts";

/** The deepest zoom that tiles are cut for; beyond it the map enlarges them. */
export const MAX_ZOOM = 14;

/** Pixels of 512 that a tile reaches beyond its edge, so that lines join. */
const BUFFER = 64;

/**
 * Returns a cutter of vector tiles (MVT 2) with all layers in each; undefined for a tile that
 * holds nothing. Cutting an index the first time takes longer than all tiles after.
 */
export function tileCutter(
  layers: Layers,
): (z: number, x: number, y: number) => Uint8Array<ArrayBuffer> | undefined {
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
    return new Uint8Array(fromGeojsonVt(tile, { version: 2, extent: 4096 }));
  };
}
