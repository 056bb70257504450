import assert from "node:assert/strict";
import { percentileRanks } from "../../../core/engine/statistics/percentile_ranks.ts";
import fc from "../../fast_check.ts";

Deno.test("percentileRanks() reads 100 for the best, 50 for the middle, 0 for the worst", () => {
  assert.deepEqual([...percentileRanks([5, 1, 3], "high")], [100, 0, 50]);
  assert.deepEqual([...percentileRanks([5, 1, 3], "low")], [0, 100, 50]);
});

Deno.test("percentileRanks() gives equal values one percentile and a lone value 50", () => {
  assert.deepEqual([...percentileRanks([2, 2, 2], "high")], [50, 50, 50]);
  assert.deepEqual([...percentileRanks([7], "low")], [50]);
  assert.deepEqual([...percentileRanks([], "low")], []);
});

Deno.test("percentileRanks() skips unknown values", () => {
  assert.deepEqual([...percentileRanks([NaN, 2, 1], "high")], [NaN, 100, 0]);
});

Deno.test("percentileRanks() equals the share of others that are worse plus half of the equal ones", () => {
  const values = fc.array(fc.integer({ min: 0, max: 9 }), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(fc.property(values, (all) => {
    const ranks = percentileRanks(all, "high");
    all.forEach((value, at) => {
      const others = all.filter((_, i) => i !== at);
      const worse = others.filter((other) => other < value).length;
      const equal = others.filter((other) => other === value).length;
      const expected = 100 * (worse + equal / 2) / others.length;
      assert.ok(Math.abs(ranks[at] - expected) < 1e-9);
    });
  }));
});
