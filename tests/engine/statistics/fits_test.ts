import assert from "node:assert/strict";
import { bootstrapIntervals } from "../../../core/engine/statistics/bootstrap.ts";
import {
  fitIsotonic,
  isotonicAt,
} from "../../../core/engine/statistics/isotonic.ts";
import {
  median,
  quantileSorted,
  weightedQuantiles,
} from "../../../core/engine/statistics/quantile.ts";
import fc from "../../fast_check.ts";

Deno.test("quantileSorted() interpolates between order statistics", () => {
  assert.equal(quantileSorted([1, 2, 3, 4], 0.5), 2.5);
  assert.equal(quantileSorted([1, 2, 3, 4], 0), 1);
  assert.equal(quantileSorted([1, 2, 3, 4], 1), 4);
  assert.throws(() => quantileSorted([], 0.5), /no values/);
  assert.throws(() => quantileSorted([1], 2), /0-1/);
});

Deno.test("weightedQuantiles() equals repeating each value weight times", () => {
  const item = fc.tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: 1, max: 5 }),
  );
  fc.assert(fc.property(
    fc.array(item, { minLength: 1, maxLength: 20 }),
    fc.constantFrom(0.1, 0.25, 0.5, 0.9),
    (items, q) => {
      const repeated = items.flatMap(([value, weight]) =>
        Array(weight).fill(value)
      ).sort((a, b) => a - b);
      const slow =
        repeated[Math.max(0, Math.ceil(q * repeated.length - 1e-9) - 1)];
      assert.equal(
        weightedQuantiles(items.map((i) => i[0]), items.map((i) => i[1]))(q),
        slow,
      );
    },
  ));
});

Deno.test("fitIsotonic() never decreases, keeps the mean and ignores the order of points", () => {
  const point = fc.tuple(
    fc.integer({ min: 0, max: 10 }),
    fc.integer({ min: 0, max: 100 }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
      const fit = fitIsotonic(points.map((p) => p[0]), points.map((p) => p[1]));
      for (let i = 1; i < fit.values.length; i++) {
        assert.ok(fit.values[i] > fit.values[i - 1]);
      }
      const fitted = points.reduce((sum, p) => sum + isotonicAt(fit, p[0]), 0);
      const observed = points.reduce((sum, p) => sum + p[1], 0);
      assert.ok(Math.abs(fitted - observed) < 1e-6);
      const reversed = points.toReversed();
      assert.deepEqual(
        fitIsotonic(
          reversed.map((p) => p[0]),
          reversed.map((p) => p[1]),
        ),
        fit,
      );
    }),
  );
});

Deno.test("fitIsotonic() pools the classic violation", () => {
  const fit = fitIsotonic([1, 2, 3], [1, 3, 2]);
  assert.deepEqual(fit, { knots: [1, 2], values: [1, 2.5] });
  assert.equal(isotonicAt(fit, 0), 1);
  assert.equal(isotonicAt(fit, 99), 2.5);
});

Deno.test("bootstrapIntervals() hold the sample median and narrow with more rows", () => {
  let state = 7;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const width = (n: number) => {
    const values = Float64Array.from({ length: n }, () => uniform());
    const { middle: { low, high } } = bootstrapIntervals(
      n,
      (rows) => ({ middle: median(Float64Array.from(rows, (i) => values[i])) }),
      uniform,
    );
    const middle = median(values);
    assert.ok(low <= middle && middle <= high);
    return high - low;
  };
  assert.ok(width(1600) < width(100) / 2);
});
