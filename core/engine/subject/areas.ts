import { indexShapes, polygonsOf, type ShapeIndex } from "../places/shapes.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** The areas a point lies in; `""` outside the snapshot's boundaries. */
export interface PointAreas {
  readonly tract: string;
  readonly township: string;
  readonly county: string;
}

interface Layers {
  readonly tract: ShapeIndex;
  readonly township: ShapeIndex;
  /** Tract GEOID -> county. */
  readonly counties: ReadonlyMap<string, string>;
}

const layersOf = new WeakMap<SnapshotData, Layers>();

/** The tract, township and county of a point, by the snapshot's boundaries. */
export function areasAt(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
): PointAreas {
  let layers = layersOf.get(snapshot);
  if (!layers) {
    const { boundaries, tracts } = snapshot.tables;
    layers = {
      tract: indexShapes(polygonsOf(boundaries, "tract")),
      township: indexShapes(polygonsOf(boundaries, "township")),
      counties: new Map(
        Array.from({ length: tracts.rows }, (_, row) => [
          codeAt(tracts.geoid, row),
          codeAt(tracts.county, row),
        ]),
      ),
    };
    layersOf.set(snapshot, layers);
  }
  const tract = layers.tract.at(lon, lat) ?? "";
  return {
    tract,
    township: layers.township.at(lon, lat) ?? "",
    county: layers.counties.get(tract) ?? "",
  };
}
