import assert from "node:assert/strict";
import {
  isArmsLength,
  type Rejection,
  REJECTIONS,
  validateSales,
} from "../../../core/engine/sales/validate.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import fc from "../../fast_check.ts";

interface Sale {
  readonly parcel?: number;
  readonly date?: string | number;
  readonly price?: number;
  readonly document?: string;
  readonly deed?: string;
  readonly prop_type?: string;
  readonly sqft?: number;
  readonly cards?: number;
  readonly township?: string;
  readonly multiParcel?: boolean;
  readonly sameSale?: boolean;
}

/** Verdicts of the sales in the order given; the table is sorted in between. */
function verdicts(
  sales: readonly Sale[],
  options: { deedsKnown?: boolean } = {},
): (Rejection | "")[] {
  const full = sales.map((sale, i) => ({
    at: i,
    parcel: sale.parcel ?? i,
    day: typeof sale.date === "number"
      ? sale.date
      : dayOf(sale.date ?? "2022-06-01"),
    price: sale.price ?? 300_000,
    document: sale.document ?? `doc${i}`,
    deed: sale.deed ?? "Warranty Deed",
    prop_type: sale.prop_type ?? "sfh",
    sqft: sale.sqft ?? 1500,
    cards: sale.cards ?? 1,
    township: sale.township ?? "19",
    multiParcel: Number(sale.multiParcel ?? false),
    sameSale: Number(sale.sameSale ?? false),
  })).sort((a, b) =>
    a.day - b.day || a.parcel - b.parcel || (a.document < b.document ? -1 : 1)
  );
  const code = (of: (sale: typeof full[number]) => string) => {
    const dictionary = [...new Set(["", ...full.map(of)])];
    const values = Int32Array.from(full, (s) => dictionary.indexOf(of(s)));
    return { values, dictionary };
  };
  const result = validateSales({
    rows: full.length,
    parcel: Int32Array.from(full, (s) => s.parcel),
    sale_date: Int32Array.from(full, (s) => s.day),
    sale_price: Float64Array.from(full, (s) => s.price),
    document: { length: full.length, at: (row) => full[row].document },
    deed_type: code((s) => s.deed),
    prop_type: code((s) => s.prop_type),
    bldg_sqft: Float32Array.from(full, (s) => s.sqft),
    cards: Float32Array.from(full, (s) => s.cards),
  }, {
    township: code((s) => s.township),
    multiParcel: Uint8Array.from(full, (s) => s.multiParcel),
    sameSale: Uint8Array.from(full, (s) => s.sameSale),
    packaged: new Uint8Array(full.length),
    deedsKnown: options.deedsKnown ?? true,
  });
  const byInput: (Rejection | "")[] = [];
  full.forEach((sale, row) => byInput[sale.at] = result[row]);
  return byInput;
}

Deno.test("validateSales() rejects by price floor, deed, several parcels, several buildings, missing facts", () => {
  const cases: readonly (readonly [Sale, Rejection | ""])[] = [
    [{}, ""],
    [{ price: 10_000 }, "price_floor"],
    [{ price: 10_001 }, ""],
    [{ price: NaN }, "price_floor"],
    [{ deed: "Quit Claim Deed" }, "deed_type"],
    [{ deed: "" }, "deed_type"],
    [{ multiParcel: true }, "multi_parcel"],
    [{ sameSale: true }, "same_sale"],
    [{ cards: 2 }, "multi_card"],
    [{ cards: NaN }, ""],
    [{ prop_type: "" }, "missing_facts"],
    [{ sqft: NaN }, "missing_facts"],
    [{ sqft: 0 }, "missing_facts"],
    [{ price: 1, deed: "" }, "price_floor"],
  ];
  assert.deepEqual(
    verdicts(cases.map(([sale]) => sale)),
    cases.map(([, verdict]) => verdict),
  );
});

Deno.test("validateSales() does not ask for a deed type where the county has none", () => {
  assert.deepEqual(verdicts([{ deed: "" }], { deedsKnown: false }), [""]);
});

Deno.test("isArmsLength() reads the county's words in every spelling", () => {
  for (const deed of ["Warranty Deed", "warranty", "Trustee", "OTHER"]) {
    assert.equal(isArmsLength(deed), true, deed);
  }
  for (
    const deed of ["Quit Claim", "Executor Deed", "Beneficiary", "Unknown", ""]
  ) {
    assert.equal(isArmsLength(deed), false, deed);
  }
});

Deno.test("validateSales() rejects the second sale at the same price within 365 days", () => {
  const first = { parcel: 1, date: "2022-01-01" };
  assert.deepEqual(
    verdicts([
      { ...first, date: "2023-01-02" },
      { ...first, date: "2023-01-01" },
      { ...first, price: 310_000, date: "2022-02-01" },
      { ...first, parcel: 2, date: "2022-02-01" },
      first,
    ]),
    ["same_sale", "same_sale", "", "", ""],
  );
  assert.deepEqual(verdicts([first, { ...first, date: "2023-01-02" }]), [
    "",
    "",
  ]);
});

Deno.test("validateSales() rejects every parcel of one document", () => {
  assert.deepEqual(
    verdicts([
      { document: "d" },
      { document: "d" },
      { document: "d", date: "2022-06-02" },
      { document: "" },
      { document: "" },
    ]),
    ["multi_parcel", "multi_parcel", "", "", ""],
  );
});

/** A steady market: 40 sales in the weeks before June 2022. */
const MARKET: readonly Sale[] = Array.from({ length: 40 }, (_, i) => ({
  date: dayOf("2022-04-01") + i,
  price: 290_000 + 500 * i,
}));

Deno.test("validateSales() rejects a price far from its group's year before", () => {
  const reasonFor = (sale: Sale, market: readonly Sale[] = MARKET) =>
    verdicts([...market, sale]).at(-1);
  assert.equal(reasonFor({ price: 300_000 }), "");
  assert.equal(reasonFor({ price: 3_000_000 }), "outlier_price");
  assert.equal(reasonFor({ price: 30_000 }), "outlier_price");
  assert.equal(
    reasonFor({ price: 300_000, sqft: 150 }),
    "outlier_price_per_sqft",
  );
  assert.equal(reasonFor({ price: 3e6, township: "30" }), "", "another group");
  assert.equal(
    reasonFor({ price: 3e6, date: "2023-06-01" }),
    "",
    "out of window",
  );
  assert.equal(
    reasonFor({ price: 3e6, date: MARKET[5].date }),
    "",
    "a thin past",
  );
  assert.equal(
    reasonFor({ price: 3e6 }, MARKET.slice(0, 29)),
    "",
    "a thin group",
  );
});

const anySale: fc.Arbitrary<Sale> = fc.record({
  parcel: fc.integer({ min: 0, max: 8 }),
  date: fc.integer({ min: 19_000, max: 19_120 }),
  price: fc.oneof(
    fc.integer({ min: 200_000, max: 210_000 }),
    fc.constantFrom(9_000, 250_000, 5_000_000),
  ),
  document: fc.constantFrom("", "a", "b", "c", "d", "e"),
  deed: fc.constantFrom("Warranty", "Trustee", "Other", "Quit claim"),
  sqft: fc.constantFrom(NaN, 1000, 1010, 1020, 9000),
});

Deno.test("validateSales() never lets a later sale change an earlier verdict", () => {
  fc.assert(
    fc.property(
      fc.array(anySale, { minLength: 40, maxLength: 120 }),
      fc.integer({ min: 19_000, max: 19_120 }),
      (sales, until) => {
        const all = verdicts(sales);
        const numbered = sales.map((sale, at) => ({ ...sale, at }));
        const early = numbered.filter((sale) => sale.date! as number <= until);
        verdicts(early).forEach((verdict, i) =>
          assert.equal(verdict, all[early[i].at])
        );
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("validateSales() gives only reasons that REJECTIONS explains", () => {
  fc.assert(
    fc.property(fc.array(anySale, { maxLength: 80 }), (sales) => {
      for (const verdict of verdicts(sales)) {
        assert.ok(verdict === "" || verdict in REJECTIONS);
      }
    }),
    { numRuns: 30 },
  );
});
