import assert from "node:assert/strict";
import { marketOf } from "../../../../core/engine/valuation/model/market.ts";
import { fitPrices } from "../../../../core/engine/valuation/model/price_fit.ts";
import { trainingSales } from "../../../../core/engine/valuation/training/sales.ts";
import { build, LAST_DAY, value, village } from "../county.ts";

Deno.test("marketOf() takes no news from the first sale of a type that the fit does not know", () => {
  const { parcels, sales } = village(200);
  const flats = parcels.filter(({ prop_type }) => prop_type === "mf2_4")
    .map(({ property_id }) => property_id);
  const houses = sales.filter(({ property_id }) =>
    !flats.includes(property_id)
  );
  const first = {
    ...sales.find(({ property_id }) => property_id === flats[0])!,
    sale_date: LAST_DAY,
    rejected: "",
  };
  const county = build({ parcels, sales: [...houses, first] });
  const training = trainingSales(county);
  const before = training.count - 1;
  const fit = fitPrices(training, before, training.count);
  const market = marketOf(fit, training.count);
  assert(Number.isFinite(market.nowcastDrift));
  for (const id of [parcels[0].property_id!, flats[0]!]) {
    const { arv, priorSale } = value(county, id, { market });
    assert(arv === null || Number.isFinite(arv.base));
    assert(priorSale === null || Number.isFinite(priorSale.adjustment));
  }
  assert.notEqual(value(county, parcels[0].property_id!, { market }).arv, null);
});
