/**
 * Values of past sales by simpler methods, each as in a backtest, and the rows other
 * boosters need to be held against ours: `other_methods.py` trains those.
 *
 *     deno run --allow-read --allow-write bench/other_methods.ts SNAPSHOT FROM TO DIRECTORY
 *
 * Rule comps: sales of the type within half a mile (one, then two miles where fewer than three are
 * there), 12 months and 25% of the living area; the median of their prices per square foot, each
 * brought to the day by our index. Area: the median price per square foot of the tract, else the
 * neighborhood. The boosters get the rows, features and index that our price model gets, and the
 * nowcast of our straight-line fit.
 */
import { errorLine, type Valued } from "./errors.ts";
import { MODEL_CONFIG } from "../core/engine/model_config.ts";
import { dayOf, isoOf } from "../core/engine/snapshot.ts";
import { median } from "../core/engine/statistics/quantile.ts";
import { parcelSubject } from "../core/engine/subject/resolve.ts";
import { codeAt, MODELLED_TYPES } from "../core/engine/tables.ts";
import { areaContext } from "../core/engine/valuation/decision/area_context.ts";
import {
  featureReader,
  FEATURES,
} from "../core/engine/valuation/training/features.ts";
import {
  countBefore,
  type Market,
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
const RADII_M = [805, 1609, 3219];
const FEWEST = 3;
const AREA = 0.25;

/** Price by the median of similar sales nearby, per square foot; NaN where there are too few. */
function ruleComps(
  { index, count, asOf }: Market,
  sale: number,
  type: number,
): number {
  const near = training.near[type];
  const parcel = sales.parcel[sale];
  const sqft = sales.bldg_sqft[sale];
  for (const radius of RADII_M) {
    const { places, count: found } = near.within(
      training.projection.x(parcels.lon[parcel]),
      training.projection.y(parcels.lat[parcel]),
      radius,
      asOf - 365,
      asOf,
    );
    const perSqft: number[] = [];
    for (let i = 0; i < found; i++) {
      const comp = near.points[places[i]];
      const area = sales.bldg_sqft[training.row[comp]];
      if (
        comp >= count || training.parcel[comp] === parcel ||
        Math.abs(area / sqft - 1) > AREA
      ) continue;
      const log = training.logPrice[comp] -
        index.logAt(training.segment[comp], training.day[comp]);
      perSqft.push(Math.exp(log) / area);
    }
    if (perSqft.length >= FEWEST) return median(perSqft) * sqft;
  }
  return NaN;
}

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
        byRule.push({ base: ruleComps(market, sale, type), price });
        const subject = {
          ...parcelSubject(snapshot, sales.parcel[sale], "property_id", null),
          propType: MODELLED_TYPES[type],
        };
        const area = areaContext(
          snapshot,
          market,
          subject,
          type,
          sales.bldg_sqft[sale],
        );
        byArea.push({
          base: area ? area.medianPricePerSqft * sales.bldg_sqft[sale] : NaN,
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
