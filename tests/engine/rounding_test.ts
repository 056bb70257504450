import assert from "node:assert/strict";
import { yieldWords } from "../../core/engine/figures.ts";
import { apportion, roundTo } from "../../core/engine/rounding.ts";
import fc from "../fast_check.ts";

const money = fc.double({ min: -1e7, max: 1e7, noNaN: true });

Deno.test("roundTo() rounds halves away from zero, also where a double falls short of its half", () => {
  assert.equal(roundTo(1.005, 2), 1.01);
  assert.equal(roundTo(-1.005, 2), -1.01);
  assert.equal(roundTo(2.5, 0), 3);
  assert.equal(roundTo(75_887.5, 0), 75_888);
  assert.equal(roundTo(1.0049, 2), 1);
  assert.ok(Object.is(roundTo(-0.001, 2), 0), "never minus zero");
});

Deno.test("roundTo() moves by at most half a step and leaves whole steps alone", () => {
  fc.assert(
    fc.property(money, fc.integer({ min: 0, max: 4 }), (amount, decimals) => {
      const rounded = roundTo(amount, decimals);
      assert.ok(Math.abs(rounded - amount) <= 0.5 / 10 ** decimals + 1e-5);
      assert.equal(roundTo(rounded, decimals), rounded);
    }),
  );
});

Deno.test("apportion() sums to the rounded total, no amount moved a whole step", () => {
  fc.assert(
    fc.property(
      fc.array(money, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0, 2),
      (amounts, decimals) => {
        const scale = 10 ** decimals;
        const shown = apportion(amounts, decimals);
        const steps = shown.reduce(
          (sum, each) => sum + Math.round(each * scale),
          0,
        );
        const total = amounts.reduce((sum, each) => sum + each, 0);
        assert.equal(steps, Math.round(roundTo(total, decimals) * scale));
        shown.forEach((each, index) =>
          assert.ok(Math.abs(each - amounts[index]) * scale < 1 + 1e-6)
        );
      },
    ),
  );
});

Deno.test("apportion() leaves whole steps alone", () => {
  assert.deepEqual(apportion([0.29, 1.13, -0.57], 2), [0.29, 1.13, -0.57]);
});

Deno.test("a return reads the same before it is rounded for an answer and after", () => {
  assert.equal(yieldWords(-0.00749), "-0.8%");
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 2, noNaN: true }),
      (share) => assert.equal(yieldWords(share), yieldWords(roundTo(share, 4))),
    ),
  );
});
