import KDBush from "kdbush";

/** Days of one slab: about a year, so that a search window of a few years touches few slabs. */
const SLAB_DAYS = 366;

/** Points found by place and day. */
export interface SlabIndex {
  /**
   * Calls `visit` with every point within `radius` meters of (x, y) whose day is in
   * [fromDay, toDay], in no particular order but always the same.
   */
  within(
    x: number,
    y: number,
    radius: number,
    fromDay: number,
    toDay: number,
    visit: (point: number) => void,
  ): void;
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
  const slabs: {
    from: number;
    to: number;
    points: Int32Array;
    tree: KDBush;
  }[] = [];
  let start = 0;
  while (start < day.length) {
    let end = start;
    while (end < day.length && day[end] < day[start] + SLAB_DAYS) end++;
    const points = Int32Array.from(
      { length: end - start },
      (_, i) => start + i,
    ).filter(keep);
    if (points.length > 0) {
      const tree = new KDBush(points.length);
      for (const point of points) tree.add(x[point], y[point]);
      tree.finish();
      slabs.push({ from: day[start], to: day[end - 1], points, tree });
    }
    start = end;
  }
  return {
    within(qx, qy, radius, fromDay, toDay, visit) {
      for (const { from, to, points, tree } of slabs) {
        if (to < fromDay || from > toDay) continue;
        for (const i of tree.within(qx, qy, radius)) {
          const point = points[i];
          if (day[point] >= fromDay && day[point] <= toDay) visit(point);
        }
      }
    },
  };
}
