/**
 * How well the engine values past sales with some hyperparameters changed, to choose them by, on
 * months that no figure is reported for. Each sale is valued as in a backtest, without intervals.
 * `deno run --allow-read bench/hyperparameters.ts DIR FROM TO [comps.modelWeight.sfh=3 ...]`
 */
import { configWith, SET } from "./model_config.ts";
import { errorLine } from "./errors.ts";
import { dayOf } from "../core/engine/snapshot.ts";
import type { RawEstimate } from "../core/engine/valuation/decision/publish.ts";
import { trainingSales } from "../core/engine/valuation/training/sales.ts";
import { valuePeriod } from "../core/modeling/value_period.ts";
import { periodsOf } from "../core/modeling/refit_periods.ts";
import { openSnapshot } from "../core/snapshot/open.ts";

const [dir, from, to] = Deno.args.filter((arg) => !arg.includes("="));
if (to === undefined) {
  console.error(
    "usage: bench/hyperparameters.ts SNAPSHOT FROM TO [path=value ...]",
  );
  Deno.exit(2);
}
const first = dayOf(from);
const config = configWith(SET);
const snapshot = await openSnapshot(dir);
const { day } = trainingSales(snapshot);
const valued = periodsOf(day, first, dayOf(to) + 1)
  .filter(({ end }) => end > first)
  .flatMap(({ start, end }) =>
    valuePeriod(snapshot, { start: Math.max(start, first), end }, { config })
  );

function report(
  name: string,
  valueOf: (rawEstimate: RawEstimate) => { base: number } | null,
): void {
  const rows = valued.flatMap(({ price, rawEstimate }) => {
    const value = valueOf(rawEstimate);
    return value ? [{ price, base: value.base }] : [];
  });
  console.log(
    `${name}, ${valued.length} test sales: ${errorLine(rows)} ${SET.join(" ")}`,
  );
}
report(
  "comps, else the price model",
  ({ comps, compsRefusal, priceModel }) => compsRefusal ? priceModel : comps,
);
report("the price model alone", ({ priceModel }) => priceModel);
