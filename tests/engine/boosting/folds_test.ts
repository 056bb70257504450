import assert from "node:assert/strict";
import { subset } from "../../../core/engine/boosting/dataset.ts";
import { foldOf, trainFold } from "../../../core/engine/boosting/folds.ts";
import { trainBooster } from "../../../core/engine/boosting/train.ts";
import { friedman } from "./data.ts";
import fc from "../../fast_check.ts";

Deno.test("foldOf() is fixed by key and seed, and spreads similar keys evenly", () => {
  assert.equal(foldOf("23021110100000", 5), foldOf("23021110100000", 5));
  const rows = [0, 0, 0, 0, 0];
  let moved = 0;
  for (let pin = 0; pin < 5000; pin++) {
    const key = `2302111${String(pin).padStart(3, "0")}0000`;
    rows[foldOf(key, 5)]++;
    if (foldOf(key, 5) !== foldOf(key, 5, 2)) moved++;
  }
  for (const count of rows) assert.ok(count > 850 && count < 1150, `${rows}`);
  assert.ok(moved > 3500);
});

Deno.test("foldOf() stays below k", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 255 }), (key, k) => {
      const fold = foldOf(key, k);
      assert.ok(Number.isInteger(fold) && fold >= 0 && fold < k);
    }),
  );
});

Deno.test("trainFold() predicts the rows of the fold by a model that has not seen them", () => {
  const data = friedman(200);
  const folds = Uint8Array.from(
    data.target,
    (_, row) => foldOf(`parcel ${row >> 1}`, 4),
  );
  const { rows, predictions } = trainFold(data, folds, 2, { trees: 20 });
  assert.deepEqual(
    [...rows],
    [...folds.keys()].filter((row) => folds[row] === 2),
  );
  const others = Uint32Array.from(folds.keys())
    .filter((row) => folds[row] !== 2);
  const expected = trainBooster(subset(data, others), { trees: 20 })
    .predictAll(subset(data, rows).columns);
  assert.deepEqual(predictions, expected);
  const lied = { ...data, target: data.target.slice() };
  for (const row of rows) lied.target[row] = 1000;
  assert.deepEqual(
    trainFold(lied, folds, 2, { trees: 20 }).predictions,
    expected,
  );
});

Deno.test("trainFold() takes what a worker receives", () => {
  const data = friedman(100);
  const folds = Uint8Array.from(data.target, (_, row) => row % 3);
  assert.deepEqual(
    trainFold(structuredClone(data), folds, 0, { trees: 5 }).predictions,
    trainFold(data, folds, 0, { trees: 5 }).predictions,
  );
});
