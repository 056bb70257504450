import assert from "node:assert/strict";
import type { Dataset } from "../../../core/engine/boosting/dataset.ts";
import { subset } from "../../../core/engine/boosting/dataset.ts";
import { resolveOptions } from "../../../core/engine/boosting/options.ts";
import { encodeBooster } from "../../../core/engine/boosting/serialize.ts";
import { trainBooster } from "../../../core/engine/boosting/train.ts";
import { friedman, onGrid, rmse, straightLine, uniform } from "./data.ts";
import { referenceTrees, type Tree, treesOf } from "./reference.ts";
import fc from "../../fast_check.ts";

/** Small rows with many ties, gaps and unknowns: a number, a rising number and a category. */
const smallData = fc.array(
  fc.record({
    a: fc.constantFrom(NaN, -3, 0, 0.5, 1, 2, 1e9),
    b: fc.integer({ min: 0, max: 12 }),
    c: fc.constantFrom(NaN, 0, 1, 2, 3, 7),
    y: fc.integer({ min: -20, max: 20 }),
    w: fc.constantFrom(0.5, 1, 1.25, 3),
  }),
  { minLength: 4, maxLength: 40 },
).map((rows): Dataset => ({
  features: [
    { name: "a", kind: "number" },
    { name: "b", kind: "number", monotone: 1 },
    { name: "c", kind: "category" },
  ],
  columns: [
    Float64Array.from(rows, ({ a }) => a),
    Float64Array.from(rows, ({ b }) => b),
    Float64Array.from(rows, ({ c }) => c),
  ],
  target: Float64Array.from(rows, ({ y }) => y),
  weight: Float64Array.from(rows, ({ w }) => w),
}));

Deno.test("trainBooster() finds the splits that trying every one of them finds", () => {
  const choices = fc.record({
    objective: fc.constantFrom("l2" as const, "huber" as const),
    lambda: fc.constantFrom(0, 1),
    minLeafRows: fc.integer({ min: 1, max: 5 }),
    maxLeaves: fc.integer({ min: 2, max: 8 }),
    maxDepth: fc.integer({ min: 1, max: 5 }),
    minGain: fc.constantFrom(1e-6, 20),
  });
  fc.assert(
    fc.property(smallData, fc.boolean(), choices, (data, equal, chosen) => {
      const options = resolveOptions({
        trees: 3,
        learningRate: 0.5,
        featureFraction: 1,
        huberDelta: 3,
        categorySmoothing: 1,
        maxBins: 10,
        ...chosen,
      });
      const rows = equal ? { ...data, weight: undefined } : data;
      assert.deepEqual(
        treesOf(trainBooster(rows, options)),
        referenceTrees(rows, options),
      );
    }),
    { numRuns: 200, seed: 7 },
  );
});

Deno.test("trainBooster() gives the same bytes for shuffled rows", () => {
  const data = friedman(600, { unknown: 0.1 });
  const weighted = { ...data, weight: uniform(600, 5) };
  const options = {
    trees: 30,
    rowFraction: 0.6,
    featureFraction: 0.5,
    extraTrees: false,
  };
  for (const dataset of [data, weighted]) {
    const keys = uniform(600, 9);
    const order = Uint32Array.from(keys.keys())
      .sort((a, b) => keys[a] - keys[b]);
    const validation = friedman(200, { seed: 4 });
    const hooks = { validation };
    const bytes = encodeBooster(trainBooster(dataset, options, hooks));
    assert.deepEqual(
      encodeBooster(trainBooster(subset(dataset, order), options, hooks)),
      bytes,
    );
    assert.notDeepEqual(
      encodeBooster(trainBooster(dataset, { ...options, seed: 2 }, hooks)),
      bytes,
    );
  }
});

Deno.test("trainBooster() gives these very bytes on every machine", async () => {
  const rows = 500;
  // Hashes and products only: Math.sin and the like may differ between machines.
  const columns = [1, 2, 3, 4].map((seed) => uniform(rows, seed));
  const [a, b, c, noise] = columns;
  const booster = trainBooster({
    features: ["a", "b", "c"].map((name) => ({ name, kind: "number" })),
    columns: columns.slice(0, 3),
    target: a.map((x, row) => 3 * x * b[row] - c[row] * c[row] + noise[row]),
    weight: noise.map((x) => 0.5 + x),
  }, { trees: 50, objective: "huber", featureFraction: 0.7, rowFraction: 0.8 });
  const bytes = new Uint8Array(encodeBooster(booster));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  // Changes only when training is meant to change.
  assert.equal(
    hash.toHex(),
    "91b1ee3802af7a3a40e9e47af7e50b0fa0efcd639fab04449df04871bf70fcbb",
  );
});

Deno.test("trainBooster() counts a row of weight 2 like the row twice", () => {
  const data = onGrid(friedman(300));
  const weight = Float64Array.from(data.target, (_, row) => row % 3);
  const rows = Uint32Array.from(data.target.keys())
    .filter((row) => row % 3 > 0);
  const twice = Uint32Array.of(...rows, ...rows.filter((row) => row % 3 === 2));
  const options = { trees: 20, minLeafRows: 1 };
  const weighted = trainBooster({ ...data, weight }, {
    ...options,
    minLeafWeight: 10,
  });
  const repeated = trainBooster(subset(data, twice), {
    ...options,
    minLeafRows: 10,
  });
  const { columns } = onGrid(friedman(200, { seed: 3 }));
  const expected = repeated.predictAll(columns);
  assert.ok(rmse(weighted.predictAll(columns), expected) < 1e-6);
  assert.ok(
    rmse(trainBooster(data, options).predictAll(columns), expected) > 0.1,
  );
});

Deno.test("trainBooster() never lets a prediction fall along a rising feature", () => {
  const data = friedman(500);
  const features = data.features.map((feature, f) => ({
    ...feature,
    monotone: f === 0 ? 1 as const : f === 3 ? -1 as const : 0 as const,
  }));
  const booster = trainBooster({ ...data, features }, {
    trees: 60,
    minLeafRows: 3,
    learningRate: 0.2,
  });
  const row = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 10,
    maxLength: 10,
  });
  fc.assert(
    fc.property(row, fc.double({ min: 0, max: 1, noNaN: true }), (x, to) => {
      for (const [f, sign] of [[0, 1], [3, -1]]) {
        const moved = x.with(f, Math.max(x[f], to));
        const change = booster.predict(moved) - booster.predict(x);
        assert.ok(sign * change >= 0, `feature ${f}: ${change}`);
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
});

Deno.test("trainBooster() sends the unknown where they fit best", () => {
  const x = Float64Array.from({ length: 300 }, (_, i) => i % 3 ? i % 7 : NaN);
  const y = x.map((value) => Number.isNaN(value) || value === 6 ? 5 : 0);
  const booster = trainBooster({
    features: [{ name: "x", kind: "number" }],
    columns: [x],
    target: y,
  }, { trees: 100, learningRate: 0.3, lambda: 0, maxLeaves: 3 });
  const predicted = [NaN, 6, 5, 0].map((value) => booster.predict([value]));
  [5, 5, 0, 0].forEach((value, at) =>
    assert.ok(Math.abs(predicted[at] - value) < 1e-6, `${predicted}`)
  );
});

Deno.test("trainBooster() groups categories by their effect, and new ones are unknown", () => {
  const codes = Int32Array.from({ length: 900 }, (_, i) => i % 9);
  const effect = [3, -1, 3, 0, -1, 0, 3, -1, 0];
  const booster = trainBooster({
    features: [{ name: "c", kind: "category" }],
    columns: [codes],
    target: Float64Array.from(codes, (code) => effect[code]),
  }, { trees: 100, learningRate: 0.3, lambda: 0, maxLeaves: 3 });
  effect.forEach((value, code) =>
    assert.ok(Math.abs(booster.predict([code]) - value) < 1e-6)
  );
  assert.equal(booster.predict([77]), booster.predict([NaN]));
});

Deno.test("trainBooster() stops when the validation loss no longer falls, and keeps the best trees", () => {
  const withCategory = (data: Dataset): Dataset => ({
    ...data,
    features: [...data.features, { name: "c", kind: "category" }],
    columns: [...data.columns, data.target.map((_, row) => row % 4)],
    target: data.target.map((y, row) => y + row % 4 * (row % 2)),
  });
  const data = withCategory(friedman(200, { noise: 4 }));
  const validation = withCategory(friedman(200, { seed: 8, noise: 4 }));
  const options = { trees: 500, earlyStoppingRounds: 15, learningRate: 0.2 };
  const losses: number[] = [];
  const booster = trainBooster(data, options, {
    validation,
    onProgress: ({ loss }) => losses.push(loss!),
  });
  const best = losses.indexOf(Math.min(...losses));
  assert.equal(losses.length, best + 1 + options.earlyStoppingRounds);
  assert.deepEqual(
    encodeBooster(booster),
    encodeBooster(trainBooster(data, { ...options, trees: best + 1 })),
  );
});

Deno.test("trainBooster() reports the loss it lowers, by the weights of the validation rows", () => {
  const data = friedman(200);
  const validation = { ...friedman(100, { seed: 8 }), weight: uniform(100, 3) };
  const delta = 0.5;
  const lossOf = {
    l2: (error: number) => error ** 2,
    huber: (error: number) =>
      Math.abs(error) < delta
        ? error ** 2
        : delta * (2 * Math.abs(error) - delta),
  };
  for (const objective of ["l2", "huber"] as const) {
    let reported = NaN;
    const options = {
      trees: 30,
      objective,
      huberDelta: delta,
      earlyStoppingRounds: 30,
    };
    const booster = trainBooster(data, options, {
      validation,
      onProgress: ({ loss }) => reported = loss!,
    });
    assert.equal(booster.trees, 30);
    const { weight, target, columns } = validation;
    const sum = booster.predictAll(columns).reduce(
      (sum, p, row) => sum + weight[row] * lossOf[objective](p - target[row]),
      0,
    );
    const mean = sum / weight.reduce((a, b) => a + b);
    assert.ok(Math.abs(reported - mean) < 1e-9);
  }
});

Deno.test("trainBooster() lets a tree use its share of the features, and each tree others", () => {
  const booster = trainBooster(friedman(500), {
    trees: 40,
    featureFraction: 0.3,
  });
  const featuresOf = (tree: Tree): number[] =>
    "value" in tree
      ? []
      : [tree.feature, ...featuresOf(tree.no), ...featuresOf(tree.yes)];
  const used = treesOf(booster).map((tree) => new Set(featuresOf(tree)));
  for (const features of used) assert.ok(features.size <= 3);
  assert.ok(new Set(used.flatMap((features) => [...features])).size > 8);
});

Deno.test("trainBooster() with huber ignores how far an outlier lies", () => {
  const data = friedman(400);
  const outliers = (size: number) => ({
    ...data,
    target: data.target.map((y, row) => row % 20 ? y : y + size),
  });
  const test = friedman(300, { seed: 6 });
  const errorOf = (size: number, objective: "l2" | "huber") =>
    rmse(
      trainBooster(outliers(size), { objective, huberDelta: 1, trees: 300 })
        .predictAll(test.columns),
      test.target,
    );
  assert.ok(errorOf(200, "huber") < errorOf(200, "l2") / 3);
});

Deno.test("trainBooster() explains what a straight line cannot", () => {
  const data = friedman(2000);
  const test = friedman(1000, { seed: 2 });
  const error = rmse(trainBooster(data).predictAll(test.columns), test.target);
  // Of the line's error of about 2.6 the noise is 1.
  assert.ok(error < 0.55 * rmse(straightLine(data, test), test.target));
});

Deno.test("trainBooster() with extraTrees fits too, by other thresholds", () => {
  const data = friedman(1000);
  const test = friedman(500, { seed: 2 });
  const [all, one] = [false, true].map((extraTrees) =>
    trainBooster(data, { extraTrees, trees: 300 }).predictAll(test.columns)
  );
  assert.notDeepEqual(one, all);
  assert.ok(rmse(one, test.target) < 1.7);
});

Deno.test("trainBooster() stops at once when its signal is aborted", () => {
  const stop = new AbortController();
  let trees = 0;
  assert.throws(
    () =>
      trainBooster(friedman(100), {}, {
        signal: stop.signal,
        onProgress: ({ tree }) => {
          trees = tree;
          if (tree === 3) stop.abort(new Error("enough"));
        },
      }),
    /enough/,
  );
  assert.equal(trees, 3);
});

Deno.test("trainBooster() names what it cannot train on", () => {
  const data = friedman(50);
  const wrong: [RegExp, () => unknown][] = [
    [/options\.trees: 0/, () => trainBooster(data, { trees: 0 })],
    [/options\.maxBins: 256/, () => trainBooster(data, { maxBins: 256 })],
    [
      /target\[7\]: NaN/,
      () =>
        trainBooster({
          ...data,
          target: data.target.map((y, row) => row === 7 ? NaN : y),
        }),
    ],
    [
      /column x3: 10 rows/,
      () =>
        trainBooster({
          ...data,
          columns: data.columns.map((c, f) => f === 2 ? c.slice(0, 10) : c),
        }),
    ],
    [
      /weight\[0\]: -1/,
      () => trainBooster({ ...data, weight: data.target.map(() => -1) }),
    ],
  ];
  for (const [message, run] of wrong) {
    assert.throws(
      run,
      (error) => error instanceof RangeError && message.test(error.message),
    );
  }
});
