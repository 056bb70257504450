import assert from "node:assert/strict";
import fc from "fast-check";
import { crossing } from "../../../core/engine/underwriting/solve.ts";

Deno.test("crossing() of a rounded answer asks fewer times and rounds to the same", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 2, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      fc.integer({ min: 0, max: 5_000 }),
      (at, slope, step) => {
        let asked = 0;
        // Falls with a kink, and in steps as stamps and tax bills do.
        const f = (x: number) => {
          asked++;
          return slope * (at - x) * (x > at / 2 ? 1 : 3) -
            step * (Math.ceil(x / 500) - Math.ceil(at / 500));
        };
        const whole = crossing(f, 1, 1e9, Math.floor);
        const forWhole = asked;
        const exact = crossing(f, 1, 1e9);
        assert.ok(whole !== null && exact !== null);
        assert.equal(Math.floor(whole), Math.floor(exact));
        assert.ok(forWhole <= asked - forWhole);
      },
    ),
    { numRuns: 200 },
  );
});
