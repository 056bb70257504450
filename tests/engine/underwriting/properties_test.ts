import assert from "node:assert/strict";
import {
  type AssumptionName,
  type CustomAssumptions,
} from "../../../contracts/assumptions.ts";
import {
  METRIC_NAMES,
  type MetricName,
} from "../../../contracts/underwriting.ts";
import { brrrrOf } from "../../../core/engine/underwriting/brrrr.ts";
import { flipOf } from "../../../core/engine/underwriting/flip.ts";
import { returnsOf } from "../../../core/engine/underwriting/returns.ts";
import { targetPrice } from "../../../core/engine/underwriting/targets.ts";
import { deals } from "./deals.ts";
import {
  asking,
  HOUSE_PIN,
  shown,
  SNAPSHOT,
  TWO_FLAT_PIN,
  valuationIn,
} from "./subjects.ts";
import fc from "../../fast_check.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Sums of thousands of dollars are exact to a millionth. */
const EPSILON = 1e-6;

Deno.test("more rent never lowers cash flow, and never raises the cash a BRRRR leaves in", () => {
  fc.assert(fc.property(deals, share, (deal, more) => {
    const richer = { ...deal, rent: deal.rent! * (1 + more) };
    const cash = returnsOf(deal)!.cashFlow;
    assert.ok(returnsOf(richer)!.cashFlow >= cash - EPSILON);
    assert.ok(brrrrOf(richer)!.cashLeft <= brrrrOf(deal)!.cashLeft + EPSILON);
  }));
});

Deno.test("a higher price never raises a return", () => {
  fc.assert(fc.property(deals, share, (deal, more) => {
    const costlier = { ...deal, price: deal.price * (1 + more) };
    const [low, high] = [returnsOf(deal)!, returnsOf(costlier)!];
    assert.ok(high.cashFlow <= low.cashFlow + EPSILON);
    if (low.cashFlow >= 0) {
      assert.ok(high.cashOnCash! <= low.cashOnCash! + EPSILON);
      assert.ok(high.capRate <= low.capRate + EPSILON);
    }
    assert.ok(
      flipOf(costlier)!.netProfit <= flipOf(deal)!.netProfit + EPSILON,
    );
  }));
});

Deno.test("a deal meets a target at its price and no longer a dollar above it", () => {
  fc.assert(fc.property(deals, (deal) => {
    const rental = targetPrice("break_even", deal, "hold")!;
    if (rental >= 1 && Number.isFinite(rental)) {
      const at = (price: number) => returnsOf({ ...deal, price })!.cashFlow;
      assert.ok(at(rental) >= 0);
      assert.ok(at(rental + 1) < 0);
    }
    const flip = targetPrice("flip_margin", deal, "flip")!;
    if (flip >= 1) {
      const at = (price: number) => {
        const { netProfit, salePrice } = flipOf({ ...deal, price })!;
        return netProfit - 0.1 * salePrice;
      };
      assert.ok(at(flip) >= 0);
      assert.ok(at(flip + 1) < 0);
    }
  }));
});

/** Assumptions that have a range where they are not given. */
const UNCERTAIN = [
  "rent_override",
  "vacancy",
  "tax_annual",
  "insurance_annual",
  "management",
  "repairs",
  "capex_reserve",
] as const satisfies readonly AssumptionName[];

Deno.test("ranges hold the exact result of any assumptions inside them", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(TWO_FLAT_PIN, HOUSE_PIN),
      fc.constantFrom("flip", "brrrr", "hold", "section8"),
      fc.integer({ min: 60_000, max: 500_000 }),
      fc.array(share, {
        minLength: UNCERTAIN.length + 1,
        maxLength: UNCERTAIN.length + 1,
      }),
      (pin, strategy, purchase_price, shares) => {
        const wide = { purchase_price, rehab_budget: 12_000 };
        const { ranges, assumptions } = shown(
          SNAPSHOT,
          valuationIn("range-only", pin),
          asking(wide, { strategy }),
        ).answer;
        const inside = (name: AssumptionName, at: number) => {
          const { low, high } = assumptions[name];
          return low! + at * (high! - low!);
        };
        const given: CustomAssumptions = {
          ...wide,
          ...Object.fromEntries(
            UNCERTAIN.map((name, i) => [name, inside(name, shares[i])]),
          ),
          // A two-flat's value is capped by its income; a house's is not.
          ...(pin === HOUSE_PIN && { arv: inside("arv", shares.at(-1)!) }),
        };
        const exactly = (custom: CustomAssumptions) =>
          shown(
            SNAPSHOT,
            valuationIn("point-actionable", pin),
            asking(custom, { strategy }),
          ).answer.metrics!;
        // A tax that is given stays as the price falls; an offer's range lets it fall too.
        const { suggested_offer } = exactly({
          ...given,
          tax_annual: undefined,
        });
        const metrics = { ...exactly(given), suggested_offer };
        for (const name of METRIC_NAMES) {
          const point = metrics[name];
          const range = ranges![name];
          if (point === null || !range) continue;
          const step = Math.abs(point) < 100 ? 2e-4 : 2;
          assert.ok(
            (range.low === null || range.low <= point + step) &&
              (range.high === null || point <= range.high + step),
            `${name} ${point} outside ${range.low}..${range.high}`,
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

const RENTAL: readonly MetricName[] = [
  "noi",
  "dscr",
  "cash_flow",
  "cash_on_cash",
  "cap_rate",
  "max_loan_at_dscr_1_2",
];
const FLIP: readonly MetricName[] = ["flip_net_profit", "flip_roi"];
const LOAN: readonly MetricName[] = [
  "dscr",
  "rent_to_pitia",
  "cash_flow",
  "cash_on_cash",
];
/** What follows from others by a limit or a rule, and need not move with each. */
const DERIVED: readonly MetricName[] = [
  "brrrr_cash_on_cash",
  "brrrr_dscr",
  "cash_needed",
  "suggested_offer",
];

/** What an assumption moves, of the exact metrics of a BRRRR; `DERIVED` may move with it unless `alone`. */
interface Moves {
  readonly to: number;
  readonly metrics: readonly MetricName[];
  readonly alone?: true;
}

const income = (to: number, ...others: MetricName[]): Moves => ({
  to,
  metrics: [...RENTAL, "brrrr_cash_left", ...others],
});

/** Every assumption that a caller may set: a new one needs a line here. */
const MOVES: Readonly<Record<AssumptionName, Moves>> = {
  purchase_price: {
    to: 170_000,
    metrics: [
      ...LOAN,
      ...FLIP,
      "cap_rate",
      "gross_rent_multiplier",
      "brrrr_cash_left",
      "cash_needed",
      "suggested_offer",
    ],
  },
  rehab_budget: income(
    40_000,
    ...FLIP,
    "rent_to_pitia",
    "gross_rent_multiplier",
    "cash_needed",
  ),
  arv: { to: 250_000, metrics: [...FLIP, "brrrr_cash_left", "brrrr_dscr"] },
  rent_override: income(4_000, "rent_to_pitia", "gross_rent_multiplier"),
  other_income: income(100),
  units: income(3, "rent_to_pitia", "gross_rent_multiplier"),
  vacancy: income(0.2),
  tax_annual: income(9_000, ...FLIP, "rent_to_pitia"),
  insurance_annual: income(5_000, ...FLIP, "rent_to_pitia"),
  management: income(0.02),
  repairs: income(0.15),
  capex_reserve: income(0.15),
  hoa_monthly: income(100),
  utilities_monthly: income(300),
  rate: {
    to: 0.09,
    metrics: [...LOAN, ...FLIP, "max_loan_at_dscr_1_2", "brrrr_cash_left"],
  },
  down_pct: {
    to: 0.4,
    metrics: [...LOAN, ...FLIP, "cash_needed", "brrrr_cash_left"],
  },
  closing_buy: {
    to: 0.06,
    metrics: ["cash_on_cash", "cash_needed", ...FLIP, "brrrr_cash_left"],
  },
  hold_months: {
    to: 12,
    metrics: [...FLIP, "cash_needed", "brrrr_cash_left"],
  },
  rehab_months: { to: 6, metrics: ["cash_needed", "brrrr_cash_left"] },
  refi_month: { to: 12, metrics: ["cash_needed", "brrrr_cash_left"] },
  refi_ltv: { to: 0.5, metrics: ["brrrr_cash_left", "brrrr_dscr"] },
  refi_rate: { to: 0.09, metrics: ["brrrr_cash_left"] },
  commission: { to: 0.02, metrics: FLIP, alone: true },
  closing_sell: { to: 0.04, metrics: FLIP, alone: true },
  rent_growth: { to: 0.05, metrics: [], alone: true },
  expense_growth: { to: 0.06, metrics: [], alone: true },
  appreciation: { to: 0.06, metrics: [], alone: true },
};

for (const [name, { to, metrics, alone }] of Object.entries(MOVES)) {
  Deno.test(`${name} moves what it should and nothing else`, () => {
    const at = (custom: CustomAssumptions) =>
      shown(
        SNAPSHOT,
        valuationIn("point-actionable"),
        asking({ purchase_price: 150_000, rehab_budget: 20_000, ...custom }),
      ).answer;
    const [before, after] = [at({}), at({ [name]: to })];
    const moved = METRIC_NAMES.filter((each) =>
      before.metrics![each] !== after.metrics![each]
    );
    for (const each of metrics) assert.ok(moved.includes(each), each);
    const allowed = new Set([...metrics, ...(alone ? [] : DERIVED)]);
    for (const each of moved) assert.ok(allowed.has(each), each);
    assert.equal(after.assumptions[name as AssumptionName].source, "given");
    if (metrics.length === 0) {
      assert.notDeepEqual(before.outlook, after.outlook);
    }
  });
}
