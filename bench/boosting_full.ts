/**
 * Times one training on a large synthetic market, and checks it on held-back rows. With a second
 * argument, also leaves the rows there for `boosting_lightgbm.py`.
 *
 *     deno run -A bench/boosting_full.ts [rows=400000] [dump directory]
 */
import { encodeBooster, trainBooster } from "../core/engine/boosting/mod.ts";
import { market } from "./boosting_market.ts";

const rows = Number(Deno.args[0] ?? 400_000);
const dump = Deno.args[1];
const options = {
  trees: 1000,
  learningRate: 0.05,
  maxLeaves: 31,
  minLeafRows: 20,
  lambda: 0,
  featureFraction: 1,
};
const train = market(rows);
const test = market(20_000, 2);
if (dump) {
  for (const [name, { columns, target }] of Object.entries({ train, test })) {
    const table = new Float64Array(target.length * (columns.length + 1));
    [...columns, target].forEach((column, at) =>
      table.set(column, at * target.length)
    );
    Deno.writeFileSync(`${dump}/${name}.f64`, new Uint8Array(table.buffer));
  }
}
const started = performance.now();
const booster = trainBooster(train, options, {
  onProgress: ({ tree }) => {
    if (tree % 100) return;
    const seconds = (performance.now() - started) / 1000;
    console.log(`${tree} trees, ${seconds.toFixed(1)} s`);
  },
});
const seconds = (performance.now() - started) / 1000;
const predicted = booster.predictAll(test.columns);
const rmse = Math.sqrt(
  predicted.reduce((sum, p, row) => sum + (p - test.target[row]) ** 2, 0) /
    predicted.length,
);
const errors = predicted.map((p, row) =>
  Math.abs(Math.exp(p - test.target[row]) - 1)
).sort();
console.log(
  `${rows} rows x ${train.features.length} features x ${booster.trees} trees: ${
    seconds.toFixed(1)
  } s; ` +
    `rmse ${rmse.toFixed(5)}, median error ${
      (100 * errors[errors.length >> 1]).toFixed(3)
    }%, ` +
    `${encodeBooster(booster).length} bytes`,
);
