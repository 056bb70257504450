import type { Bounds } from "../../engine/places/named.ts";
import { CLOSEST, FARTHEST } from "./cluster_levels.ts";
import type { InventoryIndex, SortKey } from "./inventory_index.ts";

/** Listings that are shown as one. */
export interface Cluster {
  readonly count: number;
  /** Mean position of its listings in view, degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Row of the best of them. */
  readonly best: number;
}

/** What a map shows: every listing in view is one of `pins` or counts in one of `clusters`. */
export interface PinsInView {
  /** Rows. */
  readonly pins: readonly number[];
  readonly clusters: readonly Cluster[];
  readonly total: number;
}

/** What of a group passes a set of filters: summed up once for all views. */
interface GroupSums {
  readonly count: Uint32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly best: Int32Array;
  /** Extent of each group: west, south, east, north. */
  readonly bounds: Float64Array;
}

/** Which listings pass a set of filters, ready to be looked at from any place and zoom. */
export class MapLayer {
  readonly #sums = new Map<number, GroupSums>();
  readonly #rank: Uint32Array;
  /** 1 for every row that passes. */
  readonly #passes: Uint8Array;
  /** Rows that pass and cannot be put on a map. */
  readonly withoutPosition: number;

  /**
   * @param rows that pass the filters
   * @param keys what the best of a group is best by
   */
  constructor(
    readonly index: InventoryIndex,
    rows: Uint32Array,
    keys: readonly SortKey[],
  ) {
    this.#rank = index.rank(keys);
    this.#passes = new Uint8Array(index.size);
    const { lat, lon } = index.columns.figures;
    let without = 0;
    for (const row of rows) {
      this.#passes[row] = 1;
      if (Number.isNaN(lat[row] + lon[row])) without++;
    }
    this.withoutPosition = without;
  }

  /**
   * Returns what a view shows.
   *
   * @param box null for everything
   * @param most pins that are shown singly; of more, groups
   */
  view(box: Bounds | null, zoom: number, most: number): PinsInView {
    const { order, starts } = this.index.clusters;
    const level = Math.min(CLOSEST, Math.max(FARTHEST, Math.floor(zoom))) -
      FARTHEST;
    const from = starts[level];
    const sums = this.#sumsAt(level);
    const { lat, lon } = this.index.columns.figures;
    const [west, south, east, north] = box ??
      [-Infinity, -Infinity, Infinity, Infinity];
    const rowsOf = (group: number): number[] => {
      const rows: number[] = [];
      for (let at = from[group]; at < from[group + 1]; at++) {
        const row = order[at];
        if (
          this.#passes[row] === 1 && lon[row] >= west && lon[row] <= east &&
          lat[row] >= south && lat[row] <= north
        ) rows.push(row);
      }
      return rows;
    };
    const inView: { group: number; rows: number[] | null; count: number }[] =
      [];
    let total = 0;
    const met = this.index.groups.meeting(level, [west, south, east, north]);
    for (const group of met) {
      const all = sums.count[group];
      if (all === 0) continue;
      const b = group * 4, { bounds } = sums;
      if (
        bounds[b] > east || bounds[b + 1] > north || bounds[b + 2] < west ||
        bounds[b + 3] < south
      ) continue;
      const isInside = bounds[b] >= west && bounds[b + 1] >= south &&
        bounds[b + 2] <= east && bounds[b + 3] <= north;
      const rows = isInside ? null : rowsOf(group);
      const count = rows ? rows.length : all;
      if (count === 0) continue;
      inView.push({ group, rows, count });
      total += count;
    }
    if (total <= most) {
      return {
        pins: inView.flatMap(({ group, rows }) => rows ?? rowsOf(group)),
        clusters: [],
        total,
      };
    }
    const pins: number[] = [];
    const clusters: Cluster[] = [];
    for (const { group, rows, count } of inView) {
      if (count === 1) pins.push(rows ? rows[0] : sums.best[group]);
      else if (rows) clusters.push(this.#sum(rows));
      else {
        clusters.push({
          count,
          lat: sums.lat[group] / count,
          lon: sums.lon[group] / count,
          best: sums.best[group],
        });
      }
    }
    return { pins, clusters, total };
  }

  #sum(rows: readonly number[]): Cluster {
    const { lat, lon } = this.index.columns.figures;
    let x = 0, y = 0, best = rows[0];
    for (const row of rows) {
      x += lon[row];
      y += lat[row];
      if (this.#rank[row] < this.#rank[best]) best = row;
    }
    return {
      count: rows.length,
      lat: y / rows.length,
      lon: x / rows.length,
      best,
    };
  }

  #sumsAt(level: number): GroupSums {
    let sums = this.#sums.get(level);
    if (sums) return sums;
    const { order, starts } = this.index.clusters;
    const { lat, lon } = this.index.columns.figures;
    const from = starts[level];
    const groups = from.length - 1;
    sums = {
      count: new Uint32Array(groups),
      lat: new Float64Array(groups),
      lon: new Float64Array(groups),
      best: new Int32Array(groups).fill(-1),
      bounds: new Float64Array(groups * 4),
    };
    for (let group = 0; group < groups; group++) {
      let west = Infinity, south = Infinity, east = -Infinity;
      let north = -Infinity, best = -1;
      for (let at = from[group]; at < from[group + 1]; at++) {
        const row = order[at];
        if (this.#passes[row] === 0) continue;
        const x = lon[row], y = lat[row];
        sums.count[group]++;
        sums.lon[group] += x;
        sums.lat[group] += y;
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
        if (best < 0 || this.#rank[row] < this.#rank[best]) best = row;
      }
      sums.best[group] = best;
      sums.bounds.set([west, south, east, north], group * 4);
    }
    this.#sums.set(level, sums);
    return sums;
  }
}
