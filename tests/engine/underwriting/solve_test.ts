import assert from "node:assert/strict";
import {
  crossing,
  lastWhole,
} from "../../../core/engine/underwriting/solve.ts";
import fc from "../../fast_check.ts";

const at = fc.oneof(
  fc.double({ min: 2, max: 1e6, noNaN: true }),
  fc.integer({ min: 1, max: 2_000 }).map((parts) => parts * 500),
);
const slope = fc.double({ min: 1e-3, max: 1e3, noNaN: true });

/** Falls with a kink, and by a jump at each multiple of 500 as stamps do; zero at `at`. */
const falling = (at: number, slope: number, jump: number) => (x: number) =>
  slope * (at - x) * (x > at / 2 ? 1 : 3) -
  jump * (Math.ceil(x / 500) - Math.ceil(at / 500));

Deno.test("lastWhole() returns the last whole number that meets, between jumps and on them", () => {
  fc.assert(
    fc.property(
      at,
      slope,
      fc.integer({ min: 0, max: 5_000 }),
      fc.oneof(fc.constant(1e9), fc.double({ min: 2, max: 2e6, noNaN: true })),
      (at, slope, jump, high) => {
        const f = falling(at, slope, jump);
        const found = lastWhole(f, 1, high)!;
        if (found === Infinity) return assert.ok(f(high) >= 0);
        assert.ok(Number.isInteger(found) && found < high);
        assert.ok(f(found) >= 0);
        assert.ok(found + 1 > high || f(found + 1) < 0);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("lastWhole() has no answer where the function is negative from the start, or not a number", () => {
  assert.equal(lastWhole((x) => -x, 1, 100), null);
  assert.equal(lastWhole(() => NaN, 1, 100), null);
  assert.equal(lastWhole((x) => 1 - x, 1, 100), 1);
});

Deno.test("crossing() finds a root or a jump, whether the function falls or rises", () => {
  fc.assert(
    fc.property(
      at,
      slope,
      fc.integer({ min: 0, max: 5_000 }),
      fc.constantFrom(1, -1),
      (at, slope, jump, sign) => {
        const f = falling(at, slope, jump);
        const found = crossing((x) => sign * f(x), 1, 1e9)!;
        assert.ok(Math.abs(found - at) <= 1e-4, `${found} for ${at}`);
      },
    ),
    { numRuns: 200 },
  );
});
