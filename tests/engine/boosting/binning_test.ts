import assert from "node:assert/strict";
import {
  binsOf,
  codeCount,
  codeOf,
} from "../../../core/engine/boosting/binning.ts";
import fc from "../../fast_check.ts";

const value = fc.double({ noDefaultInfinity: false });

Deno.test("binsOf() keeps the order of values and gives code 0 to the unknown alone", () => {
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 60 }),
      fc.integer({ min: 2, max: 20 }),
      value,
      value,
      (values, maxBins, a, b) => {
        const bins = binsOf(Float64Array.from(values), "number", maxBins);
        assert.ok(bins.bounds.length < maxBins);
        for (const x of [a, b]) {
          assert.equal(codeOf(bins, x) === 0, Number.isNaN(x));
          assert.ok(codeOf(bins, x) < codeCount(bins));
        }
        if (a <= b) assert.ok(codeOf(bins, a) <= codeOf(bins, b));
      },
    ),
    { numRuns: 500, seed: 3 },
  );
});

Deno.test("binsOf() gives each value its own bin while there are few", () => {
  fc.assert(
    fc.property(fc.uniqueArray(value, { maxLength: 20 }), (values) => {
      const known = values.filter((x) => !Number.isNaN(x))
        .map((x) => x === 0 ? 0 : x);
      const distinct = new Set(known);
      const bins = binsOf(Float64Array.from(values), "number", 20);
      const codes = new Set([...distinct].map((x) => codeOf(bins, x)));
      assert.equal(codes.size, distinct.size);
    }),
    { numRuns: 500, seed: 3 },
  );
});

Deno.test("binsOf() fills bins about evenly beside a value that most rows share", () => {
  const values = Float64Array.from({ length: 10_000 }, (_, i) => i % 2 ? i : 5);
  const bins = binsOf(values, "number", 100);
  const rows = new Uint32Array(256);
  for (const x of values) rows[codeOf(bins, x)]++;
  const used = [...rows].filter((count) => count > 0).sort((a, b) => a - b);
  assert.ok(used.length > 95);
  assert.ok(used.at(-1)! <= 5001);
  assert.ok(used.at(-2)! <= used[1] + 2, `${used}`);
});

Deno.test("binsOf() is the same for every order of the rows", () => {
  const values = Float64Array.from({ length: 999 }, (_, i) => (i * 7919) % 613);
  assert.deepEqual(
    binsOf(values.toReversed(), "number", 50),
    binsOf(values, "number", 50),
  );
});

Deno.test("binsOf() keeps the commonest categories and calls the rest unknown", () => {
  const bins = binsOf(
    Float64Array.of(4, 4, 4, 9, 9, 2, 7, 7, NaN, -1),
    "category",
    3,
  );
  assert.deepEqual([...bins.bounds], [4, 7, 9]);
  assert.deepEqual(
    [4, 7, 9, 2, -1, NaN, 4.5].map((x) => codeOf(bins, x)),
    [1, 2, 3, 0, 0, 0, 0],
  );
});
