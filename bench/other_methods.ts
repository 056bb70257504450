/**
 * Values of past sales by simpler methods, each as in a backtest, and the rows other
 * boosters need to be held against ours: `other_methods.py` trains those.
 *
 *     deno run --allow-read --allow-write bench/other_methods.ts SNAPSHOT FROM TO DIRECTORY
 *
 * Rule comps and area medians are those of `twoflat scorecard`. The boosters get the rows, features and index that our price model gets, and the
 * nowcast of our linear fit.
 */
import { errorLine, type Valued } from "./errors.ts";
import { MODEL_CONFIG } from "../core/engine/model_config.ts";
import { dayOf, isoOf } from "../core/engine/snapshot.ts";
import { codeAt, MODELLED_TYPES } from "../core/engine/tables.ts";
import {
  areaEstimate,
  ruleCompsEstimate,
} from "../core/engine/backtest/simple_estimates.ts";
import {
  featureReader,
  FEATURES,
} from "../core/engine/valuation/training/features.ts";
import {
  countBefore,
  marketOf,
} from "../core/engine/valuation/model/market.ts";
import {
  fitPrices,
  treeTasks,
} from "../core/engine/valuation/model/price_fit.ts";
import { trainingSales } from "../core/engine/valuation/training/sales.ts";
import { testSales } from "../core/modeling/value_period.ts";
import { periodsOf } from "../core/modeling/refit_periods.ts";
import { openSnapshot } from "../core/snapshot/open.ts";

const [dir, from, to, out] = Deno.args;
if (out === undefined) {
  console.error("usage: bench/other_methods.ts SNAPSHOT FROM TO DIRECTORY");
  Deno.exit(2);
}
// Boosters of others get the whole log price, and no trial of how large ours should be.
const { trees } = MODEL_CONFIG;
const config = {
  ...MODEL_CONFIG,
  trees: { ...trees, linearShare: 0, many: { ...trees.many, fromRows: 0 } },
};

const snapshot = await openSnapshot(dir);
const { tables: { sales, parcels } } = snapshot;
const training = trainingSales(snapshot);
const reader = featureReader(snapshot);
/** Numbers of any length as one row of doubles after another. */
function write(name: string, values: Iterable<number>): void {
  Deno.writeFileSync(
    `${out}/${name}.f64`,
    new Uint8Array(Float64Array.from(values).buffer),
  );
}

const byRule: Valued[] = [];
const byArea: Valued[] = [];
const first = dayOf(from);
Deno.mkdirSync(out); // a directory of its own: what is in it is trained on
for (const period of periodsOf(training.day, first, dayOf(to) + 1)) {
  if (period.end <= first) continue;
  const start = Math.max(period.start, first);
  const fit = fitPrices(
    training,
    countBefore(training.day, start),
    countBefore(training.day, period.end),
    config,
  );
  const month = isoOf(start);
  treeTasks(fit, (parcel) => parcels.property_id.at(parcel)).forEach(
    (task, type) => {
      if (!task) return;
      const { dataset: { columns, features, target } } = task;
      const asked = testSales(snapshot, { start, end: period.end })
        .filter((sale) =>
          codeAt(sales.prop_type, sale) === MODELLED_TYPES[type] &&
          sales.bldg_sqft[sale] > 0
        );
      const rows: number[] = [];
      for (const sale of asked) {
        const known = countBefore(training.day, sales.sale_date[sale]);
        const market = marketOf(fit, known);
        const row = new Float64Array(FEATURES.length);
        reader.fill(sales, sale, sales.parcel[sale], row, 0);
        const price = sales.sale_price[sale];
        rows.push(...row.subarray(0, features.length));
        rows.push(market.nowcastDrift, Math.log(price));
        byRule.push({
          base: ruleCompsEstimate(snapshot, market, sale, type),
          price,
        });
        byArea.push({
          base: areaEstimate(snapshot, market, sale, type),
          price,
        });
      }
      const name = `${month}.${MODELLED_TYPES[type]}`;
      write(`${name}.asked`, rows);
      write(`${name}.train`, [...columns, target].flatMap((c) => [...c]));
      Deno.writeTextFileSync(
        `${out}/${name}.json`,
        JSON.stringify({ rows: target.length, asked: asked.length, features }),
      );
      console.log(`${name}: ${target.length} rows, ${asked.length} asked`);
    },
  );
}
const known = ({ base }: Valued) => !Number.isNaN(base);
console.log(`rule comps: ${errorLine(byRule.filter(known))}`);
console.log(`area: ${errorLine(byArea.filter(known))}`);
