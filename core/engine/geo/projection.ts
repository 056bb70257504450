import type { Tables } from "../tables.ts";

/** Mean radius of the earth in meters (IUGG). */
const EARTH_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * A flat map of one county: meters east and north of an origin. Equirectangular, so distances
 * are right to about 0.5% within half a degree of the origin, which is all a comp search needs.
 */
export interface Projection {
  readonly originLat: number;
  readonly originLon: number;
  /** Meters east of the origin. */
  x(lon: number): number;
  /** Meters north of the origin. */
  y(lat: number): number;
}

/** A projection around a point. */
export function projectionAt(lat: number, lon: number): Projection {
  const perLat = EARTH_METERS * RADIANS;
  const perLon = perLat * Math.cos(lat * RADIANS);
  return {
    originLat: lat,
    originLon: lon,
    x: (degrees) => (degrees - lon) * perLon,
    y: (degrees) => (degrees - lat) * perLat,
  };
}

const projections = new WeakMap<Tables["parcels"], Projection>();

/** The projection of a snapshot: around its parcels, to a tenth of a degree so that single parcels do not move it. */
export function projectionOf(parcels: Tables["parcels"]): Projection {
  let projection = projections.get(parcels);
  if (!projection) {
    projection = projectionAt(center(parcels.lat), center(parcels.lon));
    projections.set(parcels, projection);
  }
  return projection;
}

function center(degrees: Float64Array): number {
  let sum = 0;
  let known = 0;
  for (const value of degrees) {
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return known === 0 ? 0 : Math.round((sum / known) * 10) / 10;
}

/** Meters between two points of a projection. A root of squares: `Math.hypot` takes eight times as long, to guard against sizes no map has. */
export function metersBetween(
  x: number,
  y: number,
  otherX: number,
  otherY: number,
): number {
  const east = x - otherX;
  const north = y - otherY;
  return Math.sqrt(east * east + north * north);
}
