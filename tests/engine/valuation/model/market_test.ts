import assert from "node:assert/strict";
import { marketOf } from "../../../../core/engine/valuation/model/market.ts";
import { fitPrices } from "../../../../core/engine/valuation/model/price_fit.ts";
import { evidenceSales } from "../../../../core/engine/valuation/training/sales.ts";
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
  const evidence = evidenceSales(county);
  const before = evidence.count - 1;
  const fit = fitPrices(evidence, before, evidence.count);
  const market = marketOf(fit, evidence.count);
  assert(Number.isFinite(market.ahead));
  for (const id of [parcels[0].property_id!, flats[0]!]) {
    const { arv, ownSale } = value(county, id, { market });
    assert(arv === null || Number.isFinite(arv.base));
    assert(ownSale === null || Number.isFinite(ownSale.raises));
  }
  assert.notEqual(value(county, parcels[0].property_id!, { market }).arv, null);
});
