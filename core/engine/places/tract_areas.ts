import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt, type CodeColumn } from "../tables.ts";
import { layerOf } from "./layers.ts";
import { tractRowOf } from "./tract_rows.ts";

/** What a tract lies in; `""` where unknown. */
export interface TractAreas {
  /** Assessor's township code. */
  readonly township: string;
  readonly communityArea: string;
  /** Of most of its parcels. */
  readonly zip: string;
  /** Of most of its parcels. */
  readonly taxCode: string;
  /** Parcels of the snapshot in it. */
  readonly parcels: number;
}

/**
 * The areas of every tract, by row of `tracts`: of most of its parcels, and where there are
 * none, township and community area of a point in it. Equal counts go to the lesser code.
 */
export const tractAreas: (snapshot: SnapshotData) => readonly TractAreas[] =
  perSnapshot((snapshot) => {
    const { tracts, parcels } = snapshot.tables;
    const rowsByTract: number[][] = Array.from(
      { length: tracts.rows },
      () => [],
    );
    const rowOfCode = parcels.tract.dictionary.map((id) =>
      tractRowOf(snapshot, id)
    );
    for (let row = 0; row < parcels.rows; row++) {
      const tract = rowOfCode[parcels.tract.values[row]];
      if (tract >= 0) rowsByTract[tract].push(row);
    }
    return rowsByTract.map((rows, tract) => {
      const { lat, lon } = pointIn(snapshot, tract);
      const at = (layer: "township" | "community_area") =>
        layerOf(snapshot, layer).at(lon, lat) ?? "";
      return {
        township: mostOf(parcels.township, rows) || at("township"),
        communityArea: mostOf(parcels.community_area, rows) ||
          at("community_area"),
        zip: mostOf(parcels.zip, rows),
        taxCode: mostOf(parcels.tax_code, rows),
        parcels: rows.length,
      };
    });
  });

/** The known code of most rows, `""` without any. */
function mostOf(column: CodeColumn, rows: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const code = column.values[row];
    if (code !== 0) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let best = "";
  let most = 0;
  for (const [code, count] of counts) {
    const word = column.dictionary[code];
    if (count > most || (count === most && word < best)) {
      best = word;
      most = count;
    }
  }
  return best;
}

/** A point inside a tract: its mean vertex, else the first inside of a grid over its extent. */
function pointIn(
  snapshot: SnapshotData,
  row: number,
): { lat: number; lon: number } {
  const { tracts } = snapshot.tables;
  const layer = layerOf(snapshot, "tract");
  const geoid = codeAt(tracts.geoid, row);
  const lat = tracts.lat[row], lon = tracts.lon[row];
  const bounds = layer.bounds(geoid);
  if (!bounds || layer.at(lon, lat) === geoid) return { lat, lon };
  const [west, south, east, north] = bounds;
  for (let step = 1; step < 8; step++) {
    for (let side = 1; side < 8; side++) {
      const x = west + (east - west) * step / 8;
      const y = south + (north - south) * side / 8;
      if (layer.at(x, y) === geoid) return { lat: y, lon: x };
    }
  }
  return { lat, lon };
}
