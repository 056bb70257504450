import assert from "node:assert/strict";
import type { Booster } from "../../../core/engine/boosting/booster.ts";
import { codeOf } from "../../../core/engine/boosting/binning.ts";
import { goesRight } from "../../../core/engine/boosting/forest.ts";
import { trainBooster } from "../../../core/engine/boosting/train.ts";
import { friedman, uniform } from "./data.ts";
import fc from "../../fast_check.ts";

/** Deep trees over few features, unknowns and a category, so that features repeat on a path. */
function model(): Booster {
  const data = friedman(400, { unknown: 0.15 });
  const category = Float64Array.from(
    uniform(400, 77),
    (u) => u < 0.1 ? NaN : Math.floor(u * 6),
  );
  return trainBooster({
    features: [
      ...data.features.slice(0, 4),
      { name: "category", kind: "category" },
    ],
    columns: [...data.columns.slice(0, 4), category],
    target: data.target.map((y, row) => y + 3 * ((category[row] || 0) % 2)),
  }, { trees: 12, maxLeaves: 16, minLeafRows: 3, featureFraction: 1 });
}

const unit = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constant(NaN),
);
const row = fc.tuple(
  unit,
  unit,
  unit,
  unit,
  fc.constantFrom(NaN, 0, 1, 2, 3, 4, 5, 9),
);

/** Shapley values by their definition: the mean gain over all orders in which features join. */
function bruteForce(
  features: number,
  worth: (inPlay: readonly boolean[]) => number,
): number[] {
  const factorial = (n: number): number => n < 2 ? 1 : n * factorial(n - 1);
  return Array.from({ length: features }, (_, f) => {
    let sum = 0;
    for (let set = 0; set < 1 << features; set++) {
      const inPlay = Array.from(
        { length: features },
        (_, i) => (set >> i & 1) === 1,
      );
      if (inPlay[f]) continue;
      const size = inPlay.filter(Boolean).length;
      const share = factorial(size) * factorial(features - size - 1) /
        factorial(features);
      sum += share * (worth(inPlay.with(f, true)) - worth(inPlay));
    }
    return sum;
  });
}

/** Prediction when the features out of play take both ways, by the rows that went there. */
function partial(
  { forest, bins, base }: Booster,
  row: readonly number[],
  inPlay: readonly boolean[],
): number {
  const { roots, split, child, value, cover, sets } = forest;
  const at = (node: number): number => {
    const left = child[node];
    if (left === 0) return value[node];
    const f = split[node] >>> 24;
    if (inPlay[f]) {
      return at(left + goesRight(split[node], codeOf(bins[f], row[f]), sets));
    }
    return (cover[left] * at(left) + cover[left + 1] * at(left + 1)) /
      (cover[left] + cover[left + 1]);
  };
  return roots.reduce((sum, root) => sum + at(root), base);
}

function assertClose(actual: ArrayLike<number>, expected: ArrayLike<number>) {
  for (let at = 0; at < expected.length; at++) {
    assert.ok(
      Math.abs(actual[at] - expected[at]) < 1e-9,
      `${at}: ${actual[at]}, expected ${expected[at]}`,
    );
  }
}

Deno.test("Booster.contributions() are the Shapley values that every coalition gives", () => {
  const booster = model();
  fc.assert(
    fc.property(row, (x) => {
      const out = new Float64Array(5);
      const base = booster.contributions(x, out);
      assertClose(out, bruteForce(5, (inPlay) => partial(booster, x, inPlay)));
      assertClose(
        [base + out.reduce((a, b) => a + b)],
        [booster.predict(x)],
      );
    }),
    { numRuns: 60, seed: 2 },
  );
});

Deno.test("Booster.contributions() start from the mean prediction of the training rows", () => {
  const data = friedman(500);
  const booster = trainBooster(data, { trees: 40 });
  const out = new Float64Array(10);
  const base = booster.contributions(data.columns.map((c) => c[0]), out);
  const predicted = booster.predictAll(data.columns);
  assertClose([base], [predicted.reduce((a, b) => a + b) / 500]);
});

Deno.test("Booster.difference() is the Shapley split of replacing one row by another", () => {
  const booster = model();
  fc.assert(
    fc.property(row, row, (x, other) => {
      const out = new Float64Array(5);
      const change = booster.difference(x, other, out);
      const expected = bruteForce(
        5,
        (inPlay) =>
          booster.predict(x.map((value, f) => inPlay[f] ? value : other[f])),
      );
      assertClose(out, expected);
      assertClose([change], [booster.predict(x) - booster.predict(other)]);
    }),
    { numRuns: 200, seed: 2 },
  );
});

Deno.test("Booster.difference() is 0 for a feature that is the same, and turns with the rows", () => {
  const booster = model();
  fc.assert(
    fc.property(row, row, fc.nat(4), (x, other, same) => {
      const alike = other.map((value, f) => f === same ? x[f] : value);
      const [there, back] = [new Float64Array(5), new Float64Array(5)];
      booster.difference(x, alike, there);
      booster.difference(alike, x, back);
      assert.equal(there[same], 0);
      assertClose(there, back.map((value) => -value));
    }),
    { numRuns: 200, seed: 4 },
  );
});
