import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import type { SnapshotData } from "../../../core/engine/snapshot.ts";

type Layer = "tract" | "township" | "community_area";

/** Boundary rows of a square. */
export function square(
  layer: Layer,
  id: string,
  west: number,
  south: number,
  size: number,
) {
  return [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]].map(([x, y]) => ({
    layer,
    id,
    part: 0,
    ring: 0,
    lon: west + x * size,
    lat: south + y * size,
  }));
}

/** Two townships side by side, a tract and a community area in each, a few parcels in the west. */
export function twoTowns(): SnapshotData {
  return memorySnapshot({
    boundaries: [
      ...square("tract", "17031000100", -87.7, 41.8, 0.05),
      ...square("tract", "17097000200", -87.65, 41.8, 0.05),
      ...square("township", "70", -87.7, 41.8, 0.05),
      ...square("community_area", "HYDE PARK", -87.7, 41.8, 0.02),
      ...square("community_area", "BRIDGEPORT", -87.68, 41.82, 0.02),
    ],
    tracts: [
      {
        geoid: "17031000100",
        county: "cook",
        name: "Census Tract 1",
        lat: 41.825,
        lon: -87.675,
      },
      {
        geoid: "17097000200",
        county: "lake",
        name: "Census Tract 2",
        lat: 41.825,
        lon: -87.625,
      },
    ],
    townships: [
      { code: "70", name: "Hyde Park", triad: "City" },
      { code: "17", name: "Evanston", triad: "North" },
    ],
    parcels: [
      { property_id: "1", lat: 41.81, lon: -87.69, tax_code: "70001" },
      { property_id: "2", lat: 41.811, lon: -87.69, zip: "60608" },
      {
        property_id: "3",
        lat: 41.84,
        lon: -87.66,
        zip: "60616",
        city: "CHICAGO",
      },
    ],
  });
}
