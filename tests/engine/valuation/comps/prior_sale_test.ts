import assert from "node:assert/strict";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import { dayOf } from "../../../../core/engine/snapshot.ts";
import { build, value, village } from "../county.ts";

const { parcels, sales } = village(500, 5);
/** A house of which no sale is known. */
const HOUSE = parcels[0].property_id!;
const OTHERS = sales.filter(({ property_id }) => property_id !== HOUSE);
/** What others brought in 2018, the day unknown. */
const IN_2018 = OTHERS.filter((_, i) => i % 4 === 0)
  .map(({ property_id, sale_price }) => ({
    property_id,
    sale_year: 2018,
    sale_price,
  }));

const WORTH = valued([]).arv!.base;

/** What is said of the house when it was sold in 2018 for some prices. */
function valued(prices: readonly number[]) {
  const own = prices.map((sale_price) => ({
    property_id: HOUSE,
    sale_year: 2018,
    sale_price,
  }));
  const year_only_sales = [...IN_2018, ...own];
  return value(build({ parcels, sales: OTHERS, year_only_sales }), HOUSE);
}

Deno.test("an prior sale above the price model raises the value by its share, and no more than that", () => {
  const { share, cap } = MODEL_CONFIG.priorSale;
  for (const times of [1.2, 1.4, 3]) {
    const { priorSale, arv } = valued([times * WORTH]);
    const { year, date, price, premiumOverModel, adjustment } = priorSale!;
    assert.deepEqual([year, date, price], [2018, null, times * WORTH]);
    const premium = Math.log1p(premiumOverModel);
    assert(Math.abs(premium - Math.log(times)) < 0.1, `${times}: ${premium}`);
    const carried = share * Math.min(cap, premium);
    assert(Math.abs(adjustment - Math.expm1(carried)) < 1e-12);
    const higher = Math.log(arv!.base / WORTH);
    assert(Math.abs(higher - carried) < 0.02, `${higher}, not ${carried}`);
  }
});

Deno.test("an prior sale below the price model does not lower the value", () => {
  const { priorSale, arv } = valued([0.7 * WORTH]);
  assert(priorSale!.premiumOverModel < -0.2);
  assert.equal(priorSale!.adjustment, 0);
  assert(Math.abs(arv!.base / WORTH - 1) < 0.01);
});

Deno.test("a prior sale is a line of every comp's adjustments", () => {
  const { comps } = valued([1.3 * WORTH]);
  assert(comps.length > 0);
  for (const { adjustments, adjustedPrice, timeAdjustedPrice } of comps) {
    const line = adjustments.find(({ feature }) => feature === "prior_sale")!;
    assert.match(String(line.subject), /^\$[\d,]+ in 2018$/);
    assert.equal(line.comp, null);
    assert(line.amount > 0.1 * timeAdjustedPrice);
    assert.equal(
      adjustments.reduce((sum, { amount }) => sum + amount, 0),
      adjustedPrice - timeAdjustedPrice,
    );
  }
});

Deno.test("only sales known before the day asked for speak, the last of them first", () => {
  const [sale] = sales;
  const days = ["2022-06-03", "2023-06-03"].map(dayOf);
  const own = days.map((sale_date) => ({
    ...sale,
    sale_date,
    sale_price: 300_000 + sale_date,
  }));
  const sold = build({ parcels, sales: [...OTHERS, ...own] });
  const known = (before?: number) => value(sold, HOUSE, { before }).priorSale;
  assert.equal(known()!.date, "2023-06-03");
  assert.equal(known(days[1])!.price, 300_000 + days[0]);
  assert.equal(known(days[0]), null);
});

Deno.test("a sale of another type, or of a building that stood there before, is not carried", () => {
  const own = (changed: Record<string, unknown>) => {
    const sale = { ...sales[0], sale_date: dayOf("2022-06-03"), ...changed };
    return value(build({ parcels, sales: [...OTHERS, sale] }), HOUSE).priorSale;
  };
  assert.notEqual(own({}), null);
  assert.equal(own({ prop_type: "mf2_4" }), null);
  const rebuilt = parcels.map((parcel) =>
    parcel.property_id === HOUSE ? { ...parcel, year_built: 2023 } : parcel
  );
  const then = { ...sales[0], sale_date: dayOf("2022-06-03") };
  const now = value(
    build({ parcels: rebuilt, sales: [...OTHERS, then] }),
    HOUSE,
  );
  assert.equal(now.priorSale, null);
});
