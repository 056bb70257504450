import KDBush from "kdbush";
import { metersBetween } from "../geo/projection.ts";

/** Days of one slab: about a year, so that a search window of a few years touches few slabs. */
const SLAB_DAYS = 366;

/**
 * Points found by place and day. It keeps them in an order of its own, by slab and then
 * neighbours together, so that what is laid out in this order is read in long runs.
 */
export interface SlabIndex {
  /** The indexed points, in its order. */
  readonly points: Int32Array;
  /**
   * Calls `visit` with every point within `radius` meters of (x, y) whose day is in
   * [fromDay, toDay]: where it stands in `points`, how far away it is (meters), and its day.
   */
  within(
    x: number,
    y: number,
    radius: number,
    fromDay: number,
    toDay: number,
    visit: (at: number, distance: number, day: number) => void,
  ): void;
}

/** The points of some days, by place. */
interface Slab {
  readonly from: number;
  readonly to: number;
  /** Where its first point stands in `points`. */
  readonly start: number;
  readonly tree: KDBush;
}

/**
 * Indexes points by slabs of days, each with its own tree: a search reads only the years it asks
 * for, however long the history is.
 *
 * @param day ascending
 * @param keep which points to index
 */
export function slabIndex(
  x: Float64Array,
  y: Float64Array,
  day: Int32Array,
  keep: (point: number) => boolean,
): SlabIndex {
  const slabs: Slab[] = [];
  const points: number[] = [];
  let from = 0;
  while (from < day.length) {
    let to = from;
    const kept: number[] = [];
    while (to < day.length && day[to] < day[from] + SLAB_DAYS) {
      if (keep(to)) kept.push(to);
      to++;
    }
    if (kept.length > 0) {
      const tree = new KDBush(kept.length);
      for (const point of kept) tree.add(x[point], y[point]);
      tree.finish();
      slabs.push({
        from: day[from],
        to: day[to - 1],
        start: points.length,
        tree,
      });
      for (const id of tree.ids) points.push(kept[id]);
      // From here on the tree finds where a point stands in it instead of its number.
      for (let place = 0; place < kept.length; place++) tree.ids[place] = place;
    }
    from = to;
  }
  const days = Int32Array.from(points, (point) => day[point]);
  const places = new Uint32Array(
    Math.max(0, ...slabs.map(({ tree }) => tree.numItems)),
  );
  return {
    points: Int32Array.from(points),
    within(qx, qy, radius, fromDay, toDay, visit) {
      for (const { from, to, start, tree } of slabs) {
        if (to < fromDay || from > toDay) continue;
        const found = tree.withinInto(qx, qy, radius, places);
        for (let i = 0; i < found; i++) {
          const place = places[i];
          const at = start + place;
          if (days[at] < fromDay || days[at] > toDay) continue;
          const east = tree.coords[2 * place];
          const north = tree.coords[2 * place + 1];
          visit(at, metersBetween(east, north, qx, qy), days[at]);
        }
      }
    },
  };
}
