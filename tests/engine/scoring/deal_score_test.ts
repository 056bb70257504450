import assert from "node:assert/strict";
import {
  dealScore,
  economicsFactor,
} from "../../../core/engine/scoring/deal_score.ts";
import fc from "../../fast_check.ts";

Deno.test("economicsFactor() runs from 0.35 to 1, which meeting the test earns", () => {
  assert.equal(economicsFactor(0), 0.35);
  assert.equal(economicsFactor(25), 0.675);
  assert.equal(economicsFactor(50), 1);
  assert.equal(economicsFactor(100), 1);
});

Deno.test("dealScore() never exceeds the tract's percentile, and null is not 0", () => {
  assert.equal(dealScore(80, 25), 54);
  assert.equal(dealScore(null, 50), null);
  assert.equal(dealScore(80, null), null);
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(fc.property(percent, percent, (percentile, outcome) => {
    const score = dealScore(percentile, outcome)!;
    assert.ok(score >= percentile * 0.35 - 0.05 && score <= percentile + 0.05);
  }));
});
