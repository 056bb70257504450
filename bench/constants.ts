/**
 * How well the engine values past sales with some constants changed, to choose constants by, on
 * months that no figure is reported for. Each sale is judged as in a backtest, without intervals.
 * `deno run --allow-read bench/constants.ts DIR FROM TO [comps.surface_comps=3 ...]`
 */
import { SET } from "./set_constants.ts";
import { errorLine } from "./errors.ts";
import { dayOf } from "../core/engine/snapshot.ts";
import type { Judgement } from "../core/engine/valuation/decision/publish.ts";
import { evidenceSales } from "../core/engine/valuation/training/sales.ts";
import { judgePeriod } from "../core/modeling/value_period.ts";
import { periodsOf } from "../core/modeling/refit_periods.ts";
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

function report(
  name: string,
  valueOf: (judgement: Judgement) => { base: number } | null,
): void {
  const valued = judged.flatMap(({ price, judgement }) => {
    const value = valueOf(judgement);
    return value ? [{ price, base: value.base }] : [];
  });
  console.log(
    `${name}, ${judged.length} asked: ${errorLine(valued)} ${SET.join(" ")}`,
  );
}
report(
  "comps, else the surface",
  ({ comps, compsRefusal, surface }) => compsRefusal ? surface : comps,
);
report("the surface alone", ({ surface }) => surface);
