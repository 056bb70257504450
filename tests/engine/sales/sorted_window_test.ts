import assert from "node:assert/strict";
import { SortedWindow } from "../../../core/engine/sales/sorted_window.ts";
import fc from "../../fast_check.ts";

const number = fc.integer({ min: -50, max: 50 }).map((n) => n / 4);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[half]
    : (sorted[half - 1] + sorted[half]) / 2;
}

Deno.test("SortedWindow agrees with sorting afresh after every step", () => {
  fc.assert(fc.property(
    fc.array(number, { minLength: 1, maxLength: 200 }),
    fc.integer({ min: 1, max: 80 }),
    (values, width) => {
      const window = new SortedWindow();
      values.forEach((value, i) => {
        window.add(value);
        if (i >= width) window.remove(values[i - width]);
        const held = values.slice(Math.max(0, i - width + 1), i + 1);
        const center = median(held);
        assert.equal(window.size, held.length);
        assert.equal(window.median(), center);
        assert.equal(
          window.mad(),
          median(held.map((v) => Math.abs(v - center))),
        );
      });
    },
  ));
});

Deno.test("SortedWindow is NaN when empty and refuses to remove what it does not hold", () => {
  const window = new SortedWindow();
  assert.deepEqual([window.median(), window.mad()], [NaN, NaN]);
  window.add(1);
  assert.throws(() => window.remove(2), RangeError);
});
