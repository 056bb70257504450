import type { Bounds } from "../../engine/places/named.ts";
import { CLOSEST, FARTHEST } from "./cluster_levels.ts";
import type { InventoryIndex, SortKey } from "./inventory_index.ts";

/** The box that everything lies in. */
const EVERYWHERE: Bounds = [-Infinity, -Infinity, Infinity, Infinity];

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

/** What of each group of a zoom passes a set of filters: summed up once for all views. */
interface GroupSums {
  readonly count: Uint32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly best: Int32Array;
}

/** Listings in view, summed up. */
interface Sum {
  count: number;
  lat: number;
  lon: number;
  best: number;
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
    const level = Math.min(CLOSEST, Math.max(FARTHEST, Math.floor(zoom))) -
      FARTHEST;
    const bounds = box ?? EVERYWHERE;
    const inView: { readonly group: number; readonly sum: Sum }[] = [];
    let total = 0;
    for (const group of this.index.groups.meeting(level, bounds)) {
      const sum = this.#sumOf(level, group, bounds);
      if (sum.count === 0) continue;
      inView.push({ group, sum });
      total += sum.count;
    }
    if (total <= most) {
      const pins = inView.flatMap(({ group }) =>
        this.#rowsOf(level, group, bounds)
      );
      return { pins, clusters: [], total };
    }
    const pins: number[] = [];
    const clusters: Cluster[] = [];
    for (const { sum: { count, lat, lon, best } } of inView) {
      if (count === 1) pins.push(best);
      else {
        clusters.push({ count, lat: lat / count, lon: lon / count, best });
      }
    }
    return { pins, clusters, total };
  }

  #sumOf(level: number, group: number, box: Bounds): Sum {
    const { lat, lon } = this.index.columns.figures;
    const sum: Sum = { count: 0, lat: 0, lon: 0, best: -1 };
    const add = (count: number, y: number, x: number, best: number) => {
      sum.count += count;
      sum.lat += y;
      sum.lon += x;
      if (sum.best < 0 || this.#rank[best] < this.#rank[sum.best]) {
        sum.best = best;
      }
    };
    this.#walk(level, group, box, {
      whole: (at, each) => {
        const sums = this.#sumsAt(at);
        add(sums.count[each], sums.lat[each], sums.lon[each], sums.best[each]);
      },
      single: (row) => add(1, lat[row], lon[row], row),
    });
    return sum;
  }

  #rowsOf(level: number, group: number, box: Bounds): number[] {
    const { order, starts } = this.index.clusters;
    const rows: number[] = [];
    this.#walk(level, group, box, {
      whole: (at, each) => {
        for (let n = starts[at][each]; n < starts[at][each + 1]; n++) {
          if (this.#passes[order[n]] === 1) rows.push(order[n]);
        }
      },
      single: (row) => rows.push(row),
    });
    return rows;
  }

  /** Visits what of a group passes and lies in a box: groups of it as a whole where they do, else rows. */
  #walk(
    level: number,
    group: number,
    box: Bounds,
    visit: {
      readonly whole: (level: number, group: number) => void;
      readonly single: (row: number) => void;
    },
  ): void {
    const { groups, clusters: { order, starts } } = this.index;
    if (this.#sumsAt(level).count[group] === 0) return;
    if (groups.isWithin(level, group, box)) return visit.whole(level, group);
    if (level < starts.length - 1) {
      const [from, end] = groups.children(level, group);
      for (let each = from; each < end; each++) {
        if (groups.meets(level + 1, each, box)) {
          this.#walk(level + 1, each, box, visit);
        }
      }
      return;
    }
    const { lat, lon } = this.index.columns.figures;
    const [west, south, east, north] = box;
    for (let at = starts[level][group]; at < starts[level][group + 1]; at++) {
      const row = order[at];
      if (
        this.#passes[row] === 1 && lon[row] >= west && lon[row] <= east &&
        lat[row] >= south && lat[row] <= north
      ) visit.single(row);
    }
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
    };
    for (let group = 0; group < groups; group++) {
      let best = -1;
      for (let at = from[group]; at < from[group + 1]; at++) {
        const row = order[at];
        if (this.#passes[row] === 0) continue;
        sums.count[group]++;
        sums.lon[group] += lon[row];
        sums.lat[group] += lat[row];
        if (best < 0 || this.#rank[row] < this.#rank[best]) best = row;
      }
      sums.best[group] = best;
    }
    this.#sums.set(level, sums);
    return sums;
  }
}
