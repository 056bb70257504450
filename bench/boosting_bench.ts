/**
 * One home explained: 1,000 trees of 31 leaves over 30 features. `difference` is between a home
 * and the eight most like it, as a comparables grid needs it.
 */
import { trainBooster } from "../core/engine/boosting/mod.ts";
import { market } from "./boosting_market.ts";

const sales = market(20_000);
const booster = trainBooster(sales, { trees: 1000 });
const rowAt = (row: number) =>
  Float64Array.from(sales.columns, (column) => column[row]);
const subject = rowAt(0);
const position = ["x", "y", "log_area"].map((name) =>
  sales.columns[booster.features.indexOf(name)]
);
const distance = (row: number) =>
  position.reduce(
    (sum, c, at) => sum + ((c[row] - c[0]) / [0.1, 0.1, 0.15][at]) ** 2,
    0,
  );
const alike = [...sales.target.keys()].slice(1)
  .sort((a, b) => distance(a) - distance(b)).slice(0, 8).map(rowAt);
const out = new Float64Array(booster.features.length);

Deno.bench("predict() one row", () => {
  booster.predict(subject);
});
Deno.bench("difference() from 8 similar rows", () => {
  for (const other of alike) booster.difference(subject, other, out);
});
Deno.bench("contributions() of one row", () => {
  booster.contributions(subject, out);
});
Deno.bench("trainBooster() 2,500 rows, 300 trees", { n: 5, warmup: 2 }, () => {
  trainBooster(market(2500), { trees: 300 });
});
