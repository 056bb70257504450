import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { indexShapes, polygonsOf, type ShapeIndex } from "./shapes.ts";

/** A layer of the boundaries table. */
export type Layer = "tract" | "township" | "community_area";

const layers = perSnapshot(() => new Map<Layer, ShapeIndex>());

/** The shapes of a layer, indexed once a snapshot. */
export function layerOf(snapshot: SnapshotData, layer: Layer): ShapeIndex {
  const known = layers(snapshot);
  let index = known.get(layer);
  if (!index) {
    index = indexShapes(polygonsOf(snapshot.tables.boundaries, layer));
    known.set(layer, index);
  }
  return index;
}
