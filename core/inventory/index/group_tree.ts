import type { Bounds } from "../../engine/places/named.ts";
import type { ClusterLevels } from "./cluster_levels.ts";

/** The groups of one zoom: those of the next closer one lie within them. */
interface Level {
  /** West, south, east, north of each group. */
  readonly bounds: Float64Array;
  /** First group of each in the next closer level, and the end. */
  readonly children: Uint32Array;
}

/** Groups of every zoom as a tree: what lies in a view is found without looking at the rest. */
export class GroupTree {
  readonly #levels: readonly Level[];

  /**
   * @param lon degrees, by row
   * @param lat degrees, by row
   */
  constructor(
    { order, starts }: ClusterLevels,
    lon: Float64Array,
    lat: Float64Array,
  ) {
    const last = starts.length - 1;
    const levels: Level[] = new Array(starts.length);
    for (let level = last; level >= 0; level--) {
      const from = starts[level];
      const children = level === last
        ? from
        : positions(from, starts[level + 1]);
      const inner = levels[level + 1]?.bounds;
      const bounds = new Float64Array((from.length - 1) * 4);
      for (let group = 0; group < from.length - 1; group++) {
        let west = Infinity, south = Infinity;
        let east = -Infinity, north = -Infinity;
        for (let at = children[group]; at < children[group + 1]; at++) {
          const row = order[at], b = at * 4;
          west = Math.min(west, inner ? inner[b] : lon[row]);
          south = Math.min(south, inner ? inner[b + 1] : lat[row]);
          east = Math.max(east, inner ? inner[b + 2] : lon[row]);
          north = Math.max(north, inner ? inner[b + 3] : lat[row]);
        }
        bounds.set([west, south, east, north], group * 4);
      }
      levels[level] = { bounds, children };
    }
    this.#levels = levels;
  }

  /** Returns the groups of a level whose extent meets a box, ascending. */
  meeting(level: number, box: Bounds): number[] {
    const found: number[] = [];
    const visit = (at: number, from: number, end: number) => {
      for (let group = from; group < end; group++) {
        if (!this.meets(at, group, box)) continue;
        if (at === level) found.push(group);
        else visit(at + 1, ...this.children(at, group));
      }
    };
    visit(0, 0, this.#levels[0].bounds.length / 4);
    return found;
  }

  /** Whether the extent of a group meets a box. */
  meets(level: number, group: number, box: Bounds): boolean {
    const { bounds } = this.#levels[level];
    const [west, south, east, north] = box;
    const b = group * 4;
    return bounds[b] <= east && bounds[b + 1] <= north &&
      bounds[b + 2] >= west && bounds[b + 3] >= south;
  }

  /** Whether the extent of a group lies in a box. */
  isWithin(level: number, group: number, box: Bounds): boolean {
    const { bounds } = this.#levels[level];
    const [west, south, east, north] = box;
    const b = group * 4;
    return bounds[b] >= west && bounds[b + 1] >= south &&
      bounds[b + 2] <= east && bounds[b + 3] <= north;
  }

  /** Returns the first group of the next closer level that lies in a group, and the one after the last. */
  children(level: number, group: number): [from: number, end: number] {
    const { children } = this.#levels[level];
    return [children[group], children[group + 1]];
  }
}

/** Where in a list in order each of some of its values stands. */
function positions(values: Uint32Array, all: Uint32Array): Uint32Array {
  let at = 0;
  return values.map((value) => {
    while (all[at] < value) at++;
    return at;
  });
}
