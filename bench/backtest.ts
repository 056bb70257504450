/**
 * How many sales a second `twoflat backtest` values, fits included, wall and CPU. Goal: 1,000 on
 * two cores. `deno run -A bench/backtest.ts SNAPSHOT FROM [trees|linear] [workers]`.
 */
import process from "node:process";
import { dayOf } from "../core/engine/snapshot.ts";
import { backtest } from "../core/modeling/backtest.ts";
import { openSnapshot } from "../core/snapshot/open.ts";

const [dir, from, priceModel = "trees", workers] = Deno.args;
if (from === undefined || (priceModel !== "trees" && priceModel !== "linear")) {
  console.error(
    "usage: bench/backtest.ts SNAPSHOT FROM [trees|linear] [workers]",
  );
  Deno.exit(2);
}
const snapshot = await openSnapshot(dir);
let valued = 0;
const start = performance.now();
const { sales, periods, figures } = await backtest(snapshot, {
  from: dayOf(from),
  priceModel,
  workers: workers === undefined ? undefined : Number(workers),
  progress: (_done, total) => valued = total,
});
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage();
const cpu = (user + system) / 1e6;
console.log(
  `${valued} sales valued in ${periods.length} periods (${sales.length} asked about): ${
    seconds.toFixed(1)
  } s, ${Math.round(valued / seconds)} a second; CPU ${cpu.toFixed(1)} s, ${
    Math.round(valued / cpu)
  } a second; median error ${
    (100 * (figures.overall.ratios?.median_error ?? NaN)).toFixed(2)
  }%`,
);
