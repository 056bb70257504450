import assert from "node:assert/strict";
import { build, value, village } from "../county.ts";

const STRANGER = "99990000000000";

function stranger(change: Record<string, number | string>, houses = 400) {
  const rows = village(houses);
  rows.parcels.push({
    ...rows.parcels[0],
    property_id: STRANGER,
    lat: 41.715,
    lon: -87.735,
    ...change,
  });
  return rows;
}

Deno.test("a refusal for too few comps names the wider search that would find them", () => {
  const { refusal } = value(build(stranger({ lat: 41.762 })), STRANGER);
  assert.equal(refusal?.code, "too_few_comps");
  assert.match(refusal!.fix, /^widen to 4 miles: \d+ comps$/);
  const lost = value(build(stranger({ lat: 43 })), STRANGER).refusal;
  assert.match(
    lost!.fix,
    /^no wider search helps: 0 comps within 8 miles and 60 months$/,
  );
});

Deno.test("a refusal for similarity counts what was near but unlike", () => {
  const { refusal, search, rejected } = value(
    build(stranger({ bldg_sqft: 12_000 })),
    STRANGER,
  );
  assert.equal(refusal?.code, "low_similarity");
  assert.ok(search.candidates > 100 && search.accepted < 4);
  assert.match(refusal!.reason, /reach similarity 0\.45, 4 needed/);
  assert.ok(
    rejected.some(({ reason, detail }) =>
      reason === "below_similarity" && /least alike in size/.test(detail)
    ),
  );
});

Deno.test("comps that disagree are refused, with what would agree", () => {
  const rows = stranger({});
  const wild = {
    ...rows,
    sales: rows.sales.map((sale, i) => ({
      ...sale,
      sale_price: sale.sale_price! * (i % 2 ? 0.5 : 1.6),
    })),
  };
  const { refusal, dispersion, arv, fallback } = value(build(wild), STRANGER);
  assert.equal(refusal?.code, "dispersion");
  assert.ok(dispersion!.iqrShare > dispersion!.gate);
  assert.match(
    refusal!.reason,
    /spreads over \d+% of their median, at most 45% allowed/,
  );
  assert.ok(refusal!.fix.length > 20);
  assert.equal(arv, null);
  assert.ok(fallback!.low < fallback!.high);
  assert.equal(fallback!.method, "price_model");
});

Deno.test("disagreement lowers confidence without a cap", () => {
  const calm = value(build(stranger({})), STRANGER).confidence!;
  const noisy = (share: number) => {
    const rows = stranger({});
    return value(
      build({
        ...rows,
        sales: rows.sales.map((sale, i) => ({
          ...sale,
          sale_price: sale.sale_price! * (i % 2 ? 1 - share : 1 + share),
        })),
      }),
      STRANGER,
    ).confidence!;
  };
  assert.ok(calm > 80);
  const [some, more, most] = [noisy(0.1), noisy(0.2), noisy(0.6)];
  assert.ok(
    calm > some && some > more && more > most,
    `${calm} ${some} ${more} ${most}`,
  );
  assert.ok(most < 25, `${most}`);
});
