/**
 * How well the engine values past sales with some constants changed, to choose constants by, on
 * months that no figure is reported for. Each sale is judged as in a backtest, without intervals.
 * `deno run --allow-read bench/constants.ts DIR FROM TO [comps.surface_comps=3 ...]`
 */
import { SET } from "./set_constants.ts";
import { dayOf } from "../core/engine/snapshot.ts";
import { quantileSorted } from "../core/engine/statistics/quantile.ts";
import type { Judgement } from "../core/engine/valuation/publish.ts";
import { evidenceSales } from "../core/engine/valuation/sales.ts";
import { judgePeriod } from "../core/jobs/judge_period.ts";
import { periodsOf } from "../core/jobs/schedule.ts";
import { openSnapshot } from "../core/snapshot/open.ts";

const [dir, from, to] = Deno.args.filter((arg) => !arg.includes("="));
if (to === undefined) {
  console.error("usage: bench/constants.ts SNAPSHOT FROM TO [path=value ...]");
  Deno.exit(2);
}
const first = dayOf(from);
const snapshot = await openSnapshot(dir);
const { day } = evidenceSales(snapshot);
const judged = periodsOf(day, first, dayOf(to) + 1)
  .filter(({ end }) => end > first)
  .flatMap(({ start, end }) =>
    judgePeriod(snapshot, { start: Math.max(start, first), end })
  );
const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

function report(
  name: string,
  valueOf: (judgement: Judgement) => { base: number } | null,
): void {
  const valued = judged.flatMap(({ price, judgement }) => {
    const value = valueOf(judgement);
    return value ? [{ price, base: value.base }] : [];
  });
  const errors = Float64Array.from(
    valued,
    ({ base, price }) => Math.abs(base / price - 1),
  ).sort();
  const logs = valued.map(({ base, price }) =>
    Math.min(0.5, Math.abs(Math.log(base / price)))
  );
  console.log(
    `${name}: ${valued.length} of ${judged.length} sales, median error ${
      percent(quantileSorted(errors, 0.5))
    }, mean |log error| (each at most 0.5) ${
      percent(logs.reduce((sum, each) => sum + each, 0) / logs.length)
    }, within 20% ${
      percent(errors.filter((each) => each <= 0.2).length / errors.length)
    } ${SET.join(" ")}`,
  );
}
report(
  "comps, else the surface",
  ({ comps, compsRefusal, surface }) => compsRefusal ? surface : comps,
);
report("the surface alone", ({ surface }) => surface);
