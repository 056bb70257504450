import { projectionAt } from "../geo/projection.ts";
import type { SnapshotData } from "../snapshot.ts";

/** A rail station near a position. */
export interface NearStation {
  readonly name: string;
  /** Meters. */
  readonly distance: number;
}

/** Finds the rail station nearest to a position; null without stations. */
export function stationFinder(
  { tables: { stations } }: SnapshotData,
): (lat: number, lon: number) => NearStation | null {
  if (stations.rows === 0) return () => null;
  const flat = projectionAt(stations.lat[0], stations.lon[0]);
  const xs = stations.lon.map((lon) => flat.x(lon));
  const ys = stations.lat.map((lat) => flat.y(lat));
  return (lat, lon) => {
    const x = flat.x(lon), y = flat.y(lat);
    let best = 0;
    let distance = Infinity;
    for (let i = 0; i < xs.length; i++) {
      const away = Math.hypot(xs[i] - x, ys[i] - y);
      if (away < distance) {
        distance = away;
        best = i;
      }
    }
    return { name: stations.name.at(best), distance };
  };
}
