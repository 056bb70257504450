import assert from "node:assert/strict";
import { COMPS } from "../../../contracts/constants/valuation.ts";
import { resolveSubject } from "../../../core/engine/subject/resolve.ts";
import type { Valuation } from "../../../core/engine/valuation/valuation.ts";
import { valueSubject } from "../../../core/engine/valuation/value.ts";
import { build, LAST_DAY, shuffled, TODAY, value, village } from "./county.ts";
import fc from "../../fast_check.ts";

const ROWS = village();
const COUNTY = build(ROWS);
const IDS = ROWS.parcels.map((parcel) => parcel.property_id!);

/** What must not change; ids of other snapshots differ by design. */
function numbers(valuation: Valuation) {
  const { valuationId: _, modelVersion: __, subject: ___, ...rest } = valuation;
  return withoutTable(rest);
}

/** A valuation without the table that its subject's facts are read from. */
function withoutTable<T extends { readonly facts: unknown }>(
  { facts: _, ...rest }: T,
): Omit<T, "facts"> {
  return rest;
}

Deno.test("valueSubject() explains every dollar: lines sum exactly, parts multiply to similarity", () => {
  for (const id of IDS.slice(0, 60)) {
    const { comps, search } = value(COUNTY, id);
    assert.equal(
      comps.length,
      Math.min(search.accepted, COMPS.displayed),
    );
    for (const comp of comps) {
      const lines = comp.adjustments.reduce(
        (sum, line) => sum + line.amount,
        0,
      );
      assert.equal(lines, comp.adjustedPrice - comp.timeAdjustedPrice);
      assert.ok(
        comp.adjustments.every((line) => Number.isInteger(line.amount)),
      );
      const price = COUNTY.tables.sales.sale_price[comp.sale];
      assert.equal(comp.timeAdjustedPrice, Math.round(price * comp.timeIndex));
      const product = Object.values(comp.parts).reduce(
        (all, part) => all * part,
        1,
      );
      assert.ok(Math.abs(product - comp.similarity) < 1e-12);
      assert.ok(comp.similarity >= COMPS.similarity_floor);
    }
  }
});

Deno.test("valueSubject() is near the truth of a market it can see through", () => {
  const errors = IDS.slice(0, 100).map((id, i) => {
    const parcel = ROWS.parcels[i];
    const truth = Math.exp(
      8 + 0.5 * Math.log(parcel.bldg_sqft!) +
        0.1 * Math.log(parcel.land_sqft!) +
        0.003 * (parcel.year_built! - 1960) + 5 * (parcel.lat! - 41.7),
    );
    return Math.abs(value(COUNTY, id).arv!.base / truth - 1);
  }).sort((a, b) => a - b);
  assert.ok(errors[50] < 0.03, `median error ${errors[50]}`);
  assert.ok(errors[95] < 0.12, `95th percentile ${errors[95]}`);
});

Deno.test("valueSubject() does not depend on the order of rows", () => {
  const other = build(shuffled(ROWS));
  assert.equal(other.id, COUNTY.id);
  for (const id of IDS.slice(0, 20)) {
    assert.deepEqual(
      withoutTable(value(other, id)),
      withoutTable(value(COUNTY, id)),
    );
  }
});

Deno.test("valueSubject() before a day knows nothing of later sales", () => {
  const day = LAST_DAY - 200;
  const earlier = ROWS.sales.filter((sale) => Number(sale.sale_date) < day);
  const deleted = build({ ...ROWS, sales: earlier });
  const scrambled = build({
    ...ROWS,
    sales: ROWS.sales.map((sale, i) =>
      Number(sale.sale_date) < day ? sale : {
        ...sale,
        sale_price: 20_000 + i * 977 % 900_000,
        bldg_sqft: 500 + i,
        rejected: "",
      }
    ),
  });
  for (const id of IDS.slice(0, 25)) {
    const known = numbers(value(COUNTY, id, { before: day }));
    assert.deepEqual(numbers(value(deleted, id, { before: day })), known);
    assert.deepEqual(numbers(value(scrambled, id, { before: day })), known);
    assert.deepEqual(numbers(value(deleted, id)), known);
  }
});

Deno.test("valueSubject() never takes a sale of the subject itself as a comp", () => {
  const { sales, parcels } = COUNTY.tables;
  let own = 0;
  for (const id of IDS.slice(0, 150)) {
    const { comps, rejected } = value(COUNTY, id);
    const isOwn = ({ sale }: { sale: number }) =>
      parcels.property_id.at(sales.parcel[sale]) === id;
    assert.ok(!comps.some(isOwn));
    for (const { reason } of rejected.filter(isOwn)) {
      own += reason === "prior_sale" ? 1 : 0;
    }
  }
  assert.ok(own > 5, "the market must have subjects that sold before");
});

Deno.test("valueSubject() values a sold house by its facts as of the sale", () => {
  const { sales, parcels } = COUNTY.tables;
  const row = 700;
  const id = parcels.property_id.at(sales.parcel[row]);
  const day = sales.sale_date[row];
  const asSold = value(COUNTY, id, { before: day, asSold: row, today: day });
  assert.deepEqual(
    numbers(asSold),
    numbers(value(COUNTY, id, { before: day, today: day })),
  );
  // The county has measured it anew since; what was on record at the sale stays with the sale.
  const { bldg_sqft } = ROWS.parcels.find((each) => each.property_id === id)!;
  const grown = build({
    parcels: ROWS.parcels.map((parcel) =>
      parcel.property_id === id ? { ...parcel, bldg_sqft: 9000 } : parcel
    ),
    sales: ROWS.sales.map((sale) =>
      sale.property_id === id ? { ...sale, bldg_sqft } : sale
    ),
  });
  const { arv } = value(grown, id, { before: day, asSold: row, today: day });
  assert.deepEqual(arv, asSold.arv);
  assert.notDeepEqual(value(grown, id, { before: day, today: day }).arv, arv);
});

Deno.test("valueSubject() gives the same id to the same inputs, and another to others", () => {
  const first = value(COUNTY, IDS[0]);
  assert.equal(value(build(ROWS), IDS[0]).valuationId, first.valuationId);
  assert.equal(
    value(COUNTY, IDS[0], { strategy: "flip" }).valuationId,
    first.valuationId,
  );
  const others = [
    value(COUNTY, IDS[1]),
    value(COUNTY, IDS[0], { before: LAST_DAY - 10 }),
    value(build({ ...ROWS, sales: ROWS.sales.slice(1) }), IDS[0]),
  ].map(({ valuationId }) => valuationId);
  assert.equal(new Set([first.valuationId, ...others]).size, 4);
  assert.match(first.modelVersion, new RegExp(`\\+${COUNTY.id.slice(0, 12)}$`));
});

Deno.test("valueSubject() orders its figures: conservative <= base <= aggressive, weights at most 1", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), (id) => {
      const { arv, comps, confidence, dispersion } = value(COUNTY, id);
      assert.ok(
        arv && arv.conservative <= arv.base && arv.base <= arv.aggressive,
      );
      assert.ok(confidence! >= 0 && confidence! <= 100);
      assert.ok(dispersion!.q1 <= dispersion!.q3);
      assert.ok(comps.reduce((sum, comp) => sum + comp.weight, 0) <= 1 + 1e-12);
      assert.deepEqual(
        comps.map((c) => c.similarity),
        comps.map((c) => c.similarity).toSorted((a, b) => b - a),
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("valueSubject() says why sales around did not count", () => {
  const seen = new Set<string>();
  for (const id of IDS.slice(0, 80)) {
    const { rejected, rejectedByReason, comps } = value(COUNTY, id);
    const accepted = new Set(comps.map((comp) => comp.sale));
    assert.ok(rejected.length <= COMPS.displayed_rejected);
    for (const comp of rejected) {
      seen.add(comp.reason);
      assert.ok(!accepted.has(comp.sale));
      assert.ok(comp.detail.length > 10);
      assert.ok(rejectedByReason[comp.reason] > 0);
      if (comp.reason === "below_similarity") {
        assert.ok(comp.similarity! < COMPS.similarity_floor);
      }
      if (comp.reason === "too_far" || comp.reason === "too_old") {
        assert.ok(comp.similarity! >= COMPS.similarity_floor);
      }
    }
  }
  for (
    const reason of [
      "deed_type",
      "different_type",
      "prior_sale",
      "too_far",
    ]
  ) {
    assert.ok(seen.has(reason), `${reason} is missing from ${[...seen]}`);
  }
});

Deno.test("valueSubject() at a bare point has an area but no value", () => {
  const subject = resolveSubject(COUNTY, {
    by: "point",
    lat: 41.2,
    lon: -87.7,
  });
  const nowhere = valueSubject(COUNTY, subject, { today: TODAY });
  assert.equal(nowhere.state, "unscored");
  assert.equal(nowhere.refusal?.code, "no_property");
  const inTract = valueSubject(COUNTY, { ...subject, tract: "17031841001" }, {
    today: TODAY,
  });
  assert.equal(inTract.state, "area-context");
  assert.equal(inTract.refusal?.code, "no_property");
  assert.equal(inTract.arv, null);
  assert.equal(inTract.confidence, null);
  const { method, low, high } = inTract.fallback!;
  assert.equal(method, "tract_heuristic");
  const { medianPrice } = inTract.areaContext!;
  assert.ok(low < medianPrice && medianPrice < high);
  assert.ok(inTract.areaContext!.sales > 100);
});
