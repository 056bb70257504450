import assert from "node:assert/strict";
import { dayOf } from "../../../core/engine/snapshot.ts";
import {
  marketRent,
  type RentEstimate,
} from "../../../core/engine/rent/market_rent.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";
import fc from "../../fast_check.ts";

const LADDER = { br0: 1_000, br1: 1_200, br2: 1_400, br3: 1_800, br4: 2_000 };
const TODAY = dayOf("2026-11-20");

function rentIn(rows: MemoryRows, units = 2, bedrooms = 5, today = TODAY) {
  return marketRent(memorySnapshot(rows), {
    tract: "17031600100",
    zip: "60608",
    units,
    bedrooms,
    sqft: NaN,
    usualBedrooms: 2,
    lat: 41.8,
    lon: -87.7,
    today,
  });
}

function estimated(...of: Parameters<typeof rentIn>): RentEstimate {
  const rent = rentIn(...of);
  assert.ok(!("reason" in rent));
  return rent;
}

const withMedian = (median_rent: number, fiscal_year = 2027): MemoryRows => ({
  tracts: [{ geoid: "17031600100", county: "cook", median_rent }],
  safmr: [{ fiscal_year, zip: "60608", ...LADDER }],
});

Deno.test("marketRent() is the tract's level times the ZIP's rent by bedrooms", () => {
  const rent = estimated(withMedian(1_260));
  assert.equal(rent.level, 0.9);
  assert.deepEqual(
    rent.units.map(({ bedrooms, market, paymentStandard }) => [
      bedrooms,
      market,
      paymentStandard,
    ]),
    [[3, 1_620, 1_800], [2, 1_260, 1_400]],
  );
  assert.equal(rent.market, 2_880);
  assert.equal(rent.paymentStandard, 3_200);
});

Deno.test("marketRent() stays within 0.7 and 1.6 of the ladder and says which bound held", () => {
  const low = estimated(withMedian(500));
  assert.equal(low.bounded, "floor");
  assert.equal(low.market, Math.round(0.7 * 1_800) + Math.round(0.7 * 1_400));
  const high = estimated(withMedian(3_500));
  assert.equal(high.bounded, "ceiling");
  assert.equal(high.market, 1.6 * 3_200);
  assert.equal(high.renovated, high.market);
});

Deno.test("marketRent() after renovation is 1.5 times the market, never above 1.6 of the ladder", () => {
  assert.equal(estimated(withMedian(1_260)).renovated, 1.35 * 3_200);
  assert.equal(estimated(withMedian(1_680)).renovated, 1.6 * 3_200);
});

Deno.test("marketRent() measures the tract's level against the ladder of the census's own year", () => {
  const rows = withMedian(1_000);
  const then = {
    fiscal_year: 2022,
    zip: "60608",
    br0: 700,
    br1: 800,
    br2: 1_000,
    br3: 1_250,
    br4: 1_500,
  };
  const rent = estimated({ ...rows, safmr: [...rows.safmr!, then] });
  assert.equal(rent.level, 1);
  assert.equal(rent.market, 3_200);
});

Deno.test("marketRent() uses the newest fiscal year that has begun", () => {
  const rows: MemoryRows = {
    ...withMedian(1_260),
    safmr: [2025, 2026, 2027].map((fiscal_year) => ({
      fiscal_year,
      zip: "60608",
      ...LADDER,
    })),
  };
  const yearAt = (iso: string) =>
    estimated(rows, 2, 5, dayOf(iso)).ladder.fiscalYear;
  assert.equal(yearAt("2026-09-30"), 2026);
  assert.equal(yearAt("2026-10-01"), 2027);
});

Deno.test("marketRent() takes HUD's rents where the census publishes none for the tract", () => {
  const rent = estimated({ ...withMedian(NaN) });
  assert.equal(rent.tractMedian, null);
  assert.equal(rent.market, 3_200);
});

Deno.test("marketRent() has no rent without HUD's for the ZIP, and says so", () => {
  for (
    const rent of [
      rentIn({}),
      rentIn(withMedian(1_260, 2028)),
      rentIn({ safmr: [{ fiscal_year: 2027, zip: "60609", ...LADDER }] }),
    ]
  ) {
    assert.ok("reason" in rent);
    assert.match(rent.reason, /60608/);
    assert.match(rent.fix, /rent_override/);
  }
});

Deno.test("marketRent() adds 15% of the four-bedroom rent for each further bedroom", () => {
  const rent = estimated(withMedian(1_400), 1, 6);
  assert.equal(rent.units[0].paymentStandard, 2_000 * 1.3);
});

Deno.test("marketRent() keeps every unit within the ladder's bounds", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 10_000, noNaN: true }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 30 }),
      (median, units, bedrooms) => {
        const rent = estimated(withMedian(median), units, bedrooms);
        assert.equal(rent.units.length, units);
        for (const unit of rent.units) {
          assert.ok(unit.market >= 0.7 * unit.paymentStandard - 1);
          assert.ok(unit.renovated >= unit.market);
          assert.ok(unit.renovated <= 1.6 * unit.paymentStandard + 1);
        }
        assert.equal(
          rent.market,
          rent.units.reduce((sum, { market }) => sum + market, 0),
        );
      },
    ),
  );
});
