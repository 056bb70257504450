import { FINANCING_PRESETS } from "../../../contracts/financing.ts";
import type {
  Deal,
  LoanTerms,
} from "../../../core/engine/underwriting/deal.ts";
import fc from "../../fast_check.ts";

/** A two-flat that just works: 200,000 at 7.5%, 2,900 a month. */
export const TWO_FLAT: Deal = {
  price: 200_000,
  rehab: 20_000,
  arv: 280_000,
  rent: 2_900,
  otherIncome: 0,
  vacancy: 0.05,
  management: 0.08,
  repairs: 0.06,
  reserves: 0.05,
  dues: 0,
  purchase: { ...FINANCING_PRESETS.conventional_investor, rate: 0.075 },
  takeout: FINANCING_PRESETS.dscr_loan,
  holdMonths: 6,
  rehabMonths: 6,
  refinance: { ltv: 0.75, month: 6 },
  selling: { commission: 0.05, closing: 0.01 },
  growth: { rent: 0.02, expenses: 0.025, value: 0.03 },
  insurance: 2_000,
  ownerUtilities: 1_440,
  inChicago: true,
  tax: (price) => ({ now: 3_600, planned: Math.max(3_600, 0.0163 * price) }),
};

const double = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true });

/** Long-term terms with some loan in them. */
export const longTerms: fc.Arbitrary<LoanTerms> = fc.record({
  rate: double(0, 0.2),
  down_pct: double(0.03, 0.6),
  term_months: fc.integer({ min: 120, max: 480 }),
  interest_only: fc.constant(false),
  points: double(0, 0.03),
  closing_pct: double(0.005, 0.03),
  upfront_mip: double(0, 0.02),
  annual_mip: double(0, 0.01),
});

/** Any deal, of every way to pay. */
export const deals: fc.Arbitrary<Deal> = fc.record({
  price: double(20_000, 2_000_000),
  rehab: double(0, 300_000),
  arv: double(20_000, 2_500_000),
  rent: double(200, 20_000),
  otherIncome: double(0, 500),
  vacancy: double(0, 0.2),
  management: double(0, 0.12),
  repairs: double(0, 0.15),
  reserves: double(0, 0.15),
  dues: double(0, 5_000),
  purchase: fc.oneof(
    longTerms,
    fc.constantFrom(...Object.values(FINANCING_PRESETS)),
  ),
  takeout: longTerms,
  holdMonths: fc.integer({ min: 1, max: 60 }),
  rehabMonths: fc.integer({ min: 0, max: 12 }),
  refinance: fc.record({
    ltv: double(0.5, 0.85),
    month: fc.integer({ min: 1, max: 24 }),
  }),
  selling: fc.record({ commission: double(0, 0.07), closing: double(0, 0.03) }),
  growth: fc.record({
    rent: double(-0.02, 0.05),
    expenses: double(-0.02, 0.05),
    value: double(-0.05, 0.08),
  }),
  insurance: double(1_000, 6_000),
  ownerUtilities: double(0, 4_000),
  inChicago: fc.boolean(),
  tax: fc.tuple(double(500, 10_000), double(0.01, 0.04)).map(
    ([now, rate]) => (price: number) => ({
      now,
      planned: Math.max(now, rate * price),
    }),
  ),
});
