import { layerOf } from "./layers.ts";
import { tractRowOf } from "./tract_rows.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** The areas a point lies in; `""` outside the snapshot's boundaries. */
export interface PointAreas {
  readonly tract: string;
  readonly township: string;
  readonly county: string;
}

/** The tract, township and county of a point, by the snapshot's boundaries. */
export function areasAt(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
): PointAreas {
  const tract = layerOf(snapshot, "tract").at(lon, lat) ?? "";
  const row = tractRowOf(snapshot, tract);
  return {
    tract,
    township: layerOf(snapshot, "township").at(lon, lat) ?? "",
    county: row < 0 ? "" : codeAt(snapshot.tables.tracts.county, row),
  };
}
