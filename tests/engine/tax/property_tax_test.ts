import assert from "node:assert/strict";
import type { SnapshotData } from "../../../core/engine/snapshot.ts";
import { parcelSubject } from "../../../core/engine/subject/resolve.ts";
import {
  propertyTax,
  reassessmentYear,
  taxAfterPurchase,
} from "../../../core/engine/tax/property_tax.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";
import fc from "../../fast_check.ts";

type Rates = NonNullable<MemoryRows["tax_rates"]>;
type Assessments = NonNullable<MemoryRows["assessments"]>;
type Parcel = NonNullable<MemoryRows["parcels"]>[number];

const PIN = "17321110010000";

function county(
  rates: Rates,
  assessments: Assessments,
  parcel: Parcel = {},
): SnapshotData {
  const rows: MemoryRows = {
    parcels: [{
      property_id: PIN,
      county: "cook",
      township: "76",
      tax_code: "76001",
      ...parcel,
    }],
    townships: [{ code: "76", name: "South Chicago", triad: "City" }],
    tax_rates: rates.map((rate) => ({
      tax_code: "76001",
      county: "cook",
      basis: "composite",
      ...rate,
    })),
    assessments: assessments.map((each) => ({ property_id: PIN, ...each })),
  };
  return memorySnapshot(rows);
}

/** The tax of the county's one parcel in 2026. */
function taxOf(snapshot: SnapshotData) {
  return propertyTax(snapshot, parcelSubject(snapshot, 0, "point", null), 2026);
}

const RATE = { tax_year: 2024, rate: 0.07 };
const CERTIFIED = { tax_year: 2024, mailed: 27_000, certified: 25_000 };

Deno.test("propertyTax() bills today's assessment to the cent, with and without the homeowner's exemption", () => {
  const tax = taxOf(county([RATE], [CERTIFIED]))!;
  assert.deepEqual(tax.current, {
    eav: 75_888,
    withHomeowner: 4612.16,
    withoutHomeowner: 5312.16,
  });
  assert.deepEqual(tax.assessment, {
    taxYear: 2024,
    value: 25_000,
    stage: "certified",
  });
  assert.equal(tax.rate.equalizer, 3.0355);
});

Deno.test("taxAfterPurchase() loses the exemption, then is reassessed at the price in the triad's next year", () => {
  const tax = taxOf(county([RATE], [CERTIFIED]))!;
  const after = taxAfterPurchase(tax, { price: 300_000, ownerOccupied: false });
  assert.equal(after.beforeReassessment, 5312.16);
  // 30,000 x 3.0355 = 91,065 at 7%.
  assert.equal(after.reassessed, 6374.55);
  assert.equal(after.underwritten, 6374.55);
  assert.equal(tax.reassessmentYear, 2027);
});

Deno.test("taxAfterPurchase() plans on today's assessment where the price is below it", () => {
  const tax = taxOf(county([RATE], [CERTIFIED]))!;
  const after = taxAfterPurchase(tax, { price: 150_000, ownerOccupied: false });
  assert.ok(after.reassessed < 5312.16);
  assert.equal(after.underwritten, 5312.16);
});

Deno.test("propertyTax() prefers the board's value, then the certified, then the mailed, of the newest year", () => {
  const valueOf = (rows: Assessments) =>
    taxOf(county([RATE], rows))!.assessment;
  const board = { ...CERTIFIED, board: 24_000 };
  assert.equal(valueOf([board])!.stage, "board");
  assert.equal(valueOf([CERTIFIED])!.stage, "certified");
  assert.equal(
    valueOf([{ tax_year: 2025, mailed: 28_000 }, board])!.value,
    28_000,
  );
  assert.equal(
    valueOf([board, { tax_year: 2025, mailed: 28_000 }])!.value,
    28_000,
  );
});

Deno.test("propertyTax() takes the rate nearest before the bill's year, else nearest after", () => {
  const rates = [2021, 2023, 2025].map((tax_year) => ({
    tax_year,
    rate: tax_year / 100_000,
  }));
  const yearOf = (tax_year: number) =>
    taxOf(county(rates, [{ tax_year, mailed: 1 }]))!.rate.year;
  assert.equal(yearOf(2024), 2023);
  assert.equal(yearOf(2025), 2025);
  assert.equal(yearOf(2019), 2021);
});

Deno.test("propertyTax() turns an effective rate into the same share of market value", () => {
  const tax = taxOf(
    county([{ tax_year: 2018, rate: 0.0235, basis: "effective" }], [CERTIFIED]),
  )!;
  assert.equal(tax.rate.basis, "effective");
  assert.ok(Math.abs(tax.effectiveRate - 0.0235) < 1e-12);
  const { reassessed } = taxAfterPurchase(tax, {
    price: 400_000,
    ownerOccupied: false,
  });
  assert.ok(Math.abs(reassessed - 9_400) < 0.1);
});

Deno.test("propertyTax() falls back to the triad's median rate, and to nothing outside the triads", () => {
  const tax = taxOf(county([], []))!;
  assert.equal(tax.rate.basis, "triad_median");
  assert.equal(tax.current, null);
  const { beforeReassessment, underwritten } = taxAfterPurchase(tax, {
    price: 200_000,
    ownerOccupied: false,
  });
  assert.equal(beforeReassessment, null);
  assert.ok(Math.abs(underwritten - 0.0163 * 200_000) < 0.1);
  assert.equal(taxOf(county([], [], { township: "" })), null);
  assert.equal(taxOf(county([], [], { county: "king" })), null);
});

Deno.test("propertyTax() at a point without a parcel is the triad's", () => {
  const place = { parcel: -1, county: "cook", township: "76" };
  const tax = propertyTax(county([RATE], [CERTIFIED]), place, 2026)!;
  assert.equal(tax.rate.basis, "triad_median");
  assert.equal(tax.current, null);
  const nowhere = { parcel: -1, county: "", township: "" };
  assert.equal(propertyTax(county([RATE], []), nowhere, 2026), null);
});

Deno.test("propertyTax() of Lake County is a third of market value at its rate", () => {
  const tax = taxOf(
    county([{ ...RATE, rate: 0.09, county: "lake" }], [], { county: "lake" }),
  )!;
  assert.equal(tax.reassessmentYear, null);
  const { reassessed } = taxAfterPurchase(tax, {
    price: 300_000,
    ownerOccupied: false,
  });
  assert.equal(reassessed, 9_000);
});

Deno.test("reassessmentYear() is the triad's next year that the newest assessment does not belong to", () => {
  assert.equal(reassessmentYear("North", 2024, 2026), 2028);
  assert.equal(reassessmentYear("South", 2024, 2026), 2026);
  assert.equal(reassessmentYear("South", 2026, 2026), 2029);
  assert.equal(reassessmentYear("City", 2024, 2026), 2027);
  assert.equal(reassessmentYear("South", 2023, 2022), 2026);
  assert.equal(reassessmentYear("", 2024, 2026), null);
});

Deno.test("the planned tax never falls as the price rises", () => {
  const tax = taxOf(county([RATE], [CERTIFIED]))!;
  const prices = fc.double({ min: 1_000, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(prices, prices, fc.boolean(), (a, b, ownerOccupied) => {
      const at = (price: number) =>
        taxAfterPurchase(tax, { price, ownerOccupied }).underwritten;
      assert.ok(at(Math.min(a, b)) <= at(Math.max(a, b)));
    }),
  );
});
