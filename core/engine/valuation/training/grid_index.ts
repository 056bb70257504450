import { metersBetween } from "../../geo/projection.ts";

/** Side of a cell, meters: half the narrowest search ring, so that few points beside a ring are looked at. */
const CELL = 400;
/** A row and a column make one number; the earth is 100,000 cells round. */
const ROW = 2 ** 17;

/** Row or column of a coordinate in meters. */
const cellAt = (meters: number) => Math.floor(meters / CELL);

/** Points of a `GridIndex` that were asked for, in no order. The next question to the same index overwrites them. */
export interface Nearby {
  /** How many there are: the first ones of both arrays. */
  readonly count: number;
  /** Where each stands in `points`. */
  readonly places: Int32Array;
  /** How far away each is, meters. */
  readonly distances: Float64Array;
}

/**
 * Points found by place and day. It keeps them in an order of its own, by cells of a grid and in a
 * cell by day, so that what is laid out in this order is read in long runs.
 */
export interface GridIndex {
  /** The indexed points, in its order. */
  readonly points: Int32Array;
  /** Day of each of `points`. */
  readonly days: Int32Array;
  /** The points within `radius` meters of (x, y) whose day is in [fromDay, toDay]. */
  within(
    x: number,
    y: number,
    radius: number,
    fromDay: number,
    toDay: number,
  ): Nearby;
}

/**
 * Indexes points by place and day. A search reads the newest days of a few cells, however long
 * the history is.
 *
 * @param day ascending
 * @param keep which points to index
 */
export function gridIndex(
  x: Float64Array,
  y: Float64Array,
  day: Int32Array,
  keep: (point: number) => boolean,
): GridIndex {
  const cellOf = new Float64Array(day.length);
  const sizes = new Map<number, number>();
  for (let point = 0; point < day.length; point++) {
    if (!keep(point)) {
      cellOf[point] = NaN;
      continue;
    }
    const cell = cellAt(y[point]) * ROW + cellAt(x[point]);
    cellOf[point] = cell;
    sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  }
  const cells = Float64Array.from(sizes.keys()).sort();
  const starts = new Int32Array(cells.length + 1);
  const place = new Map<number, number>();
  cells.forEach((cell, i) => {
    place.set(cell, i);
    starts[i + 1] = starts[i] + sizes.get(cell)!;
  });
  const free = starts.slice();
  const points = new Int32Array(starts[cells.length]);
  const xs = new Float64Array(points.length);
  const ys = new Float64Array(points.length);
  const days = new Int32Array(points.length);
  for (let point = 0; point < day.length; point++) {
    const cell = cellOf[point];
    if (Number.isNaN(cell)) continue;
    const at = free[place.get(cell)!]++;
    points[at] = point;
    xs[at] = x[point];
    ys[at] = y[point];
    days[at] = day[point];
  }
  const places = new Int32Array(points.length);
  const distances = new Float64Array(points.length);
  return {
    points,
    days,
    within(qx, qy, radius, fromDay, toDay) {
      let count = 0;
      // A meter more: rounding must not lose a point on the edge of a cell.
      const reach = radius + 1;
      const lastRow = cellAt(qy + reach);
      const firstColumn = cellAt(qx - reach);
      const lastColumn = cellAt(qx + reach);
      for (let row = cellAt(qy - reach); row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          const cell = place.get(row * ROW + column);
          if (cell === undefined) continue;
          for (let at = starts[cell + 1] - 1; at >= starts[cell]; at--) {
            if (days[at] < fromDay) break;
            if (days[at] > toDay) continue;
            const distance = metersBetween(xs[at], ys[at], qx, qy);
            if (distance > radius) continue;
            places[count] = at;
            distances[count++] = distance;
          }
        }
      }
      return { count, places, distances };
    },
  };
}
