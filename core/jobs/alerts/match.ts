import { Fault } from "../../../contracts/errors.ts";
import { ListedType } from "../../../contracts/inventory_filters.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { findArea } from "../../engine/places/named.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { codeAt } from "../../engine/tables.ts";
import { type Columns, FRESHNESS } from "../../inventory/index/columns.ts";

/** The listings that meet every condition of a profile. */
export interface Match<P> {
  readonly profile: P;
  /** Rows of the index. */
  readonly rows: readonly number[];
}

/**
 * Yields the listings that meet every condition of each profile. What is unknown meets no condition;
 * a listing without a current score or a parcel matches nothing.
 *
 * @param profiles paused ones match nothing
 * @param rows those that are looked at, as `readyRows` returns them
 */
export function* matchProfiles<P extends { readonly profile: Profile }>(
  snapshot: SnapshotData,
  columns: Columns,
  profiles: Iterable<P>,
  rows: Uint32Array = readyRows(columns),
): Generator<Match<P>> {
  const inArea = areaRows(snapshot, columns, rows);
  const { price, confidence, lat, lon } = columns.figures;
  const types = columns.codes.type;
  for (const owned of profiles) {
    const { profile } = owned;
    if (profile.paused) continue;
    const percentile = columns.figures[`percentile:${profile.strategy}`];
    const most = profile.max_price ?? Infinity;
    const byPercentile = profile.min_percentile !== undefined;
    const leastPercentile = profile.min_percentile ?? 0;
    const byConfidence = profile.min_confidence !== undefined;
    const leastConfidence = profile.min_confidence ?? 0;
    const { west = 0, south = 0, east = 0, north = 0 } = profile;
    const byBox = profile.west !== undefined;
    const wanted = profile.prop_types &&
      new Set(
        profile.prop_types.map((each) => ListedType.options.indexOf(each)),
      );
    const found: number[] = [];
    const candidates = profile.area === undefined ? rows : inArea(profile.area);
    for (let at = 0; at < candidates.length; at++) {
      const row = candidates[at];
      // The cheapest come first.
      if (price[row] > most) break;
      if (
        byBox &&
        !(lon[row] >= west && lon[row] <= east && lat[row] >= south &&
          lat[row] <= north)
      ) continue;
      if (byPercentile && !(percentile[row] >= leastPercentile)) continue;
      if (byConfidence && !(confidence[row] >= leastConfidence)) continue;
      if (wanted && !wanted.has(types[row])) continue;
      found.push(row);
    }
    yield { profile: owned, rows: found };
  }
}

/** Returns the rows that can match, the cheapest first. */
export function readyRows(
  { rows, codes: { freshness }, parcel, figures: { price } }: Columns,
): Uint32Array {
  const current = FRESHNESS.indexOf("current");
  const found = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (freshness[row] === current && parcel[row] >= 0) found[count++] = row;
  }
  return found.subarray(0, count).sort((a, b) => price[a] - price[b]);
}

/** Rows of a named area, looked up once. */
function areaRows(
  snapshot: SnapshotData,
  columns: Columns,
  rows: Uint32Array,
): (name: string) => Uint32Array {
  const known = new Map<string, Uint32Array>();
  return (name) => {
    let found = known.get(name);
    if (!found) {
      const area = areaOf(snapshot, name);
      found = area
        ? rows.filter((row) =>
          codeAt(
            snapshot.tables.parcels[area.kind],
            columns.parcel[row],
          ) === area.id
        )
        : new Uint32Array();
      known.set(name, found);
    }
    return found;
  };
}

/** The area of a name; null when a newer snapshot has none of it. */
function areaOf(snapshot: SnapshotData, name: string) {
  try {
    return findArea(snapshot, name);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
