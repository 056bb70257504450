import { REFIT } from "../../core/modeling/refit_periods.ts";
import assert from "node:assert/strict";
import { backtest } from "../../core/modeling/backtest.ts";
import { trainingSales } from "../../core/engine/valuation/training/sales.ts";
import {
  build,
  type CountyRows,
  LAST_DAY,
} from "../engine/valuation/county.ts";
import { backtestOf, FROM, inMemory, saidOf, VILLAGE } from "./county.ts";

const whole = await backtestOf(VILLAGE);
const dayOfSale = ({ sale_date }: CountyRows["sales"][number]) =>
  Number(sale_date);

Deno.test("a backtest has one row for every sale asked about, with the trees at work", () => {
  const asked = VILLAGE.sales.filter((sale) =>
    dayOfSale(sale) >= FROM && !sale.rejected
  );
  assert.equal(whole.sales.length, asked.length);
  assert(asked.length > 80);
  const { hit_rate, ratios } = whole.figures.overall;
  assert.equal(hit_rate, 1);
  assert(ratios!.median_error < 0.1, String(ratios!.median_error));
});

Deno.test("deleting every sale after a day changes no prediction up to that day", async () => {
  for (const day of [FROM + 20, FROM + 44]) {
    const past = {
      ...VILLAGE,
      sales: VILLAGE.sales.filter((sale) => dayOfSale(sale) <= day),
    };
    const said = saidOf(whole, VILLAGE, day);
    assert(said.length > 20);
    assert.deepEqual(saidOf(await backtestOf(past), past, day), said);
  }
});

Deno.test("no price and no fact of a later sale, nor its verdict, changes an earlier prediction", async () => {
  const day = FROM + 33;
  const scrambled = {
    ...VILLAGE,
    sales: VILLAGE.sales.map((sale, i) =>
      dayOfSale(sale) <= day ? sale : {
        ...sale,
        sale_price: 20_000 + 7_919 * i % 3_000_000,
        bldg_sqft: 400 + i % 5_000,
        year_built: 1850 + i % 170,
        rejected: i % 3 === 0 ? "deed_type" : "",
      }
    ),
  };
  assert.deepEqual(
    saidOf(await backtestOf(scrambled), scrambled, day),
    saidOf(whole, VILLAGE, day),
  );
});

Deno.test("a sale's own price changes nothing that is said of it, nor do other sales of its day", async () => {
  const day = LAST_DAY - 3;
  const changed = {
    ...VILLAGE,
    sales: VILLAGE.sales.map((sale) =>
      dayOfSale(sale) < day ? sale : { ...sale, sale_price: 1_234_567 }
    ),
  };
  const priceless = (rows: ReturnType<typeof saidOf>) =>
    rows.map(({ price: _, ...said }) => said);
  assert.deepEqual(
    priceless(saidOf(await backtestOf(changed), changed, day)),
    priceless(saidOf(whole, VILLAGE, day)),
  );
});

Deno.test("with a publication lag nothing of the days before a sale is known either", async () => {
  const lag = 90;
  const lagged = await backtestOf(VILLAGE, { lag });
  const changed = {
    ...VILLAGE,
    sales: VILLAGE.sales.map((sale) =>
      dayOfSale(sale) < LAST_DAY - 20 - lag ||
        dayOfSale(sale) >= LAST_DAY - 20
        ? sale
        : { ...sale, sale_price: Math.round(3 * sale.sale_price!) }
    ),
  };
  const newest = (rows: ReturnType<typeof saidOf>) =>
    rows.filter(({ day }) => day === LAST_DAY - 20);
  const said = newest(saidOf(lagged, VILLAGE, LAST_DAY));
  assert(said.length > 0);
  assert.deepEqual(
    newest(saidOf(await backtestOf(changed, { lag }), changed, LAST_DAY)),
    said,
  );
  assert.notDeepEqual(said, newest(saidOf(whole, VILLAGE, LAST_DAY)));
});

Deno.test("assessed values, whatever they are, change nothing; no other table is read at all", async () => {
  const snapshot = inMemory(VILLAGE);
  const asked: string[] = [];
  const watched = {
    ...snapshot,
    tables: new Proxy(snapshot.tables, {
      get(tables, name) {
        asked.push(String(name));
        return Reflect.get(tables, name);
      },
    }),
  };
  assert(trainingSales(watched).features.length > 0);
  const options = { from: FROM, workers: 0, trees: 4 };
  assert.deepEqual(await backtest(watched, options), whole);
  assert.deepEqual([...new Set(asked)].sort(), [
    "parcels",
    "sales",
    "year_only_sales",
  ]);
});

Deno.test("the sales are there to be learned from in any order of rows", async () => {
  const turned = {
    parcels: VILLAGE.parcels.toReversed(),
    sales: VILLAGE.sales.toReversed(),
  };
  assert.deepEqual(
    saidOf(await backtestOf(turned), turned, LAST_DAY),
    saidOf(whole, VILLAGE, LAST_DAY),
  );
  assert.equal(build(turned).id, build(VILLAGE).id);
});

Deno.test("sales from before there were enough to fit on have a row, suppressed", async () => {
  const { sales } = await backtestOf(VILLAGE, {
    from: 0,
    priceModel: "linear",
  });
  const asked = VILLAGE.sales.filter(({ rejected }) => !rejected);
  assert.equal(sales.length, asked.length);
  const early = sales.findIndex(({ value }) => value !== null);
  assert(early >= REFIT.minTrainingSales);
  for (const { state, shown } of sales.slice(0, early)) {
    assert.deepEqual([state, shown], ["suppressed", false]);
  }
});
