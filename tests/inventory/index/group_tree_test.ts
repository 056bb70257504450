import assert from "node:assert/strict";
import {
  CLOSEST,
  clusterLevels,
  FARTHEST,
} from "../../../core/inventory/index/cluster_levels.ts";
import { GroupTree } from "../../../core/inventory/index/group_tree.ts";
import fc from "../../fast_check.ts";

const degrees = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true });

Deno.test("the groups that meet a box are found, at every zoom, and no other", () => {
  const point = fc.tuple(degrees(-88, -87), degrees(41, 42));
  fc.assert(fc.property(
    fc.array(point, { maxLength: 60 }),
    fc.tuple(point, degrees(0, 0.6), degrees(0, 0.6)),
    (points, [[west, south], width, height]) => {
      const lon = Float64Array.from(points, ([x]) => x);
      const lat = Float64Array.from(points, ([, y]) => y);
      const levels = clusterLevels(
        Uint32Array.from(points, (_, row) => row),
        lon,
        lat,
      );
      const tree = new GroupTree(levels, lon, lat);
      const [east, north] = [west + width, south + height];
      for (let level = 0; level <= CLOSEST - FARTHEST; level++) {
        const starts = levels.starts[level];
        const expected: number[] = [];
        for (let group = 0; group < starts.length - 1; group++) {
          const rows = levels.order.subarray(starts[group], starts[group + 1]);
          const xs = Array.from(rows, (row) => lon[row]);
          const ys = Array.from(rows, (row) => lat[row]);
          if (
            Math.min(...xs) <= east && Math.max(...xs) >= west &&
            Math.min(...ys) <= north && Math.max(...ys) >= south
          ) expected.push(group);
        }
        assert.deepEqual(
          tree.meeting(level, [west, south, east, north]),
          expected,
        );
      }
    },
  ));
});
