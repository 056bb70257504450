import Supercluster from "supercluster";

/** Closest zoom at which listings are still grouped. */
export const CLOSEST = 18;
/** Farthest zoom with groups of its own; nearer to 0 these are used. */
export const FARTHEST = 6;

/** Listings grouped for every zoom: those of a group lie next to each other in `order`. */
export interface ClusterLevels {
  /** Rows, so that every group of every zoom is one run of them. */
  readonly order: Uint32Array;
  /** By zoom from `FARTHEST` to `CLOSEST`: where in `order` each group begins, and the end. */
  readonly starts: readonly Uint32Array[];
}

/**
 * Returns the groups of points for every zoom of a map with tiles of 512 pixels.
 *
 * @param rows their numbers
 * @param lon degrees, by row
 * @param lat degrees, by row
 */
export function clusterLevels(
  rows: Uint32Array,
  lon: Float64Array,
  lat: Float64Array,
): ClusterLevels {
  const index = new Supercluster<{ row: number }>({
    radius: 60, // pixels within which points become one group
    extent: 512, // pixels of a tile
    minZoom: FARTHEST,
    maxZoom: CLOSEST,
  });
  index.load(Array.from(rows, (row) => ({
    type: "Feature",
    properties: { row },
    geometry: { type: "Point", coordinates: [lon[row], lat[row]] },
  })));
  const order = new Uint32Array(rows.length);
  const starts: number[][] = Array.from(
    { length: CLOSEST - FARTHEST + 1 },
    () => [],
  );
  let filled = 0;
  // A group opens at the zoom of its parent and stays whole until its own expansion zoom.
  const place = (
    feature: ReturnType<typeof index.getChildren>[number],
    zoom: number,
  ) => {
    const { properties } = feature;
    if ("row" in properties) {
      for (let z = zoom; z <= CLOSEST; z++) starts[z - FARTHEST].push(filled);
      order[filled++] = properties.row;
      return;
    }
    const opens = index.getClusterExpansionZoom(properties.cluster_id);
    for (let z = zoom; z < Math.min(opens, CLOSEST + 1); z++) {
      starts[z - FARTHEST].push(filled);
    }
    for (const child of index.getChildren(properties.cluster_id)) {
      place(child, Math.min(opens, CLOSEST + 1));
    }
  };
  for (const feature of index.getClusters([-180, -90, 180, 90], FARTHEST)) {
    place(feature, FARTHEST);
  }
  return {
    order,
    starts: starts.map((each) => Uint32Array.from([...each, filled])),
  };
}
