import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import type { Line } from "../../../contracts/underwriting.ts";
import { ValuationState } from "../../../contracts/valuation.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import {
  asking,
  CONDO_PIN,
  HOUSE_PIN,
  ROWS,
  shown,
  SNAPSHOT,
  TODAY,
  TWO_FLAT_PIN,
  valuationIn,
} from "./subjects.ts";

const EXACT = [
  "metrics",
  "arv_used",
  "pro_forma",
  "cashflow",
  "flip",
  "brrrr",
  "offers",
  "suggested_offer",
  "sensitivity",
  "break_even",
] as const;

/** Everything settled by the caller, so that no exact figure would want the model. */
const GIVEN = {
  purchase_price: 220_000,
  rehab_budget: 20_000,
  rate: 0.075,
  down_pct: 0.25,
  rent_override: 3_000,
  hold_months: 6,
} as const;

for (const state of ValuationState.options) {
  Deno.test(`underwrite() emits what ${state} allows, also when the caller gives price and rent`, () => {
    for (const custom of [{}, GIVEN, { purchase_price: 220_000 }]) {
      const { answer, read } = shown(
        SNAPSHOT,
        valuationIn(state),
        asking(custom),
      );
      const isExact = state === "point-actionable";
      for (const field of EXACT) {
        if (field === "suggested_offer" && isExact) continue;
        assert.equal(answer[field] !== null, isExact, field);
      }
      const hasPrice = answer.assumptions.purchase_price.value !== null;
      assert.equal(answer.ranges !== null, !isExact && hasPrice);
      assert.equal(answer.withheld === null, isExact);
      if (answer.withheld) {
        assert.equal(answer.withheld.state, state);
        for (const field of EXACT) {
          assert.ok(answer.withheld.fields.includes(field), field);
        }
      }
      for (const { score, read } of Object.values(answer.strategy_scores)) {
        assert.equal(score !== null, isExact);
        assert.ok(isExact || read.verdict !== "pursue");
      }
      assert.deepEqual(read, answer.strategy_scores.brrrr.read);
      const valued = ["stale", "hedonic", "range-only", "point-actionable"];
      assert.equal(read.verdict !== "no_read", valued.includes(state));
      const hold = answer.strategy_scores.hold!.read.verdict;
      assert.equal(hold !== "no_read", hasPrice, "a rental needs no value");
    }
  });

  Deno.test(`underwrite() keeps in ${state} what follows from the caller's price and terms`, () => {
    const { answer } = shown(
      SNAPSHOT,
      valuationIn(state),
      asking(GIVEN),
    );
    assert.equal(answer.financing?.loan_amount, 165_000);
    assert.equal(answer.financing?.principal_and_interest, 1_153.70);
    assert.equal(
      answer.property_tax?.current?.with_homeowner_exemption,
      4612.16,
    );
    assert.equal(answer.assumptions.purchase_price.value, 220_000);
  });
}

Deno.test("underwrite() says skip with its figures where even the favorable end fails", () => {
  for (const state of ["range-only", "point-actionable"] as const) {
    const { read } = shown(
      SNAPSHOT,
      valuationIn(state),
      asking({ purchase_price: 2_000_000 }),
    );
    assert.equal(read.verdict, "skip");
    assert.match(
      read.reasons[0],
      /; the test is DSCR 1\.2 and 8% cash-on-cash after the refinance$/,
    );
    // Of an exact rental there is no better end.
    assert.equal(/^at best /.test(read.reasons[0]), state === "range-only");
  }
});

Deno.test("underwrite() gives ranges that hold the exact figures", () => {
  const exact = shown(
    SNAPSHOT,
    valuationIn("point-actionable"),
    asking({ purchase_price: 200_000 }),
  ).answer.metrics!;
  const { ranges } = shown(
    SNAPSHOT,
    valuationIn("range-only"),
    asking({ purchase_price: 200_000 }),
  ).answer;
  for (const [name, range] of Object.entries(ranges!)) {
    const point = exact[name as keyof typeof exact];
    if (point === null) continue;
    assert.ok(range, name);
    assert.ok(range.low === null || range.low <= point, name);
    assert.ok(range.high === null || point <= range.high, name);
  }
  assert.ok(ranges!.noi && ranges!.dscr && ranges!.flip_net_profit);
});

Deno.test("underwrite() narrows a range with the caller's own rent, and never removes it", () => {
  for (const state of ["range-only", "suppressed", "unscored"] as const) {
    const at = (custom: object) =>
      shown(
        SNAPSHOT,
        valuationIn(state),
        asking({ purchase_price: 220_000, ...custom }, { strategy: "hold" }),
      ).answer.ranges!;
    const [free, given] = [at({}), at({ rent_override: 3_000 })];
    for (const name of ["noi", "dscr", "cash_on_cash", "cash_flow"] as const) {
      const width = (of: typeof free) => of[name]!.high! - of[name]!.low!;
      assert.ok(width(given) > 0, `${state} ${name}`);
      assert.ok(width(given) < width(free), `${state} ${name}`);
    }
  }
});

Deno.test("underwrite() never suggests more than the analyzed price", () => {
  for (const price of [60_000, 150_000, 220_000, 400_000]) {
    for (const strategy of ["flip", "brrrr", "hold", "section8"] as const) {
      const { answer } = shown(
        SNAPSHOT,
        valuationIn("point-actionable"),
        asking({ purchase_price: price }, { strategy }),
      );
      for (const offer of answer.offers!) {
        assert.ok(offer.price === null || offer.price <= price);
      }
      assert.ok(
        answer.suggested_offer === null || answer.suggested_offer <= price,
      );
    }
  }
});

Deno.test("underwrite() shows statements that add up to the last digit", () => {
  const { answer } = shown(
    SNAPSHOT,
    valuationIn("point-actionable"),
    asking({ ...GIVEN, purchase_price: 221_377, rent_override: 2_987.31 }),
  );
  const addsUp = (lines: readonly Line[], decimals: number) => {
    const steps = (amount: number) => Math.round(amount * 10 ** decimals);
    let sum = 0;
    for (const { total, amount } of lines) {
      assert.equal(steps(amount) / 10 ** decimals, amount);
      if (total) assert.equal(steps(amount), sum);
      else sum += steps(amount);
    }
  };
  addsUp(answer.pro_forma!, 2);
  addsUp(answer.financing!.lines, 0);
  addsUp(answer.flip!.lines, 0);
  addsUp(answer.brrrr!.lines, 0);
  const amountOf = (lines: readonly Line[], key: string) =>
    lines.find((line) => line.key === key)!.amount;
  assert.equal(
    Math.round(amountOf(answer.pro_forma!, "noi")),
    answer.metrics!.noi,
  );
  assert.equal(
    amountOf(answer.pro_forma!, "cash_flow"),
    answer.cashflow![0].cash_flow,
  );
  assert.equal(
    amountOf(answer.flip!.lines, "net_profit"),
    answer.metrics!.flip_net_profit,
  );
  assert.equal(
    amountOf(answer.brrrr!.lines, "cash_left"),
    answer.metrics!.brrrr_cash_left,
  );
  for (const year of answer.cashflow!) {
    const cents = (amount: number) => Math.round(amount * 100);
    assert.equal(
      cents(year.rent) - cents(year.operating_expenses),
      cents(year.noi),
    );
    assert.equal(
      cents(year.noi) - cents(year.debt_service),
      cents(year.cash_flow),
    );
  }
});

Deno.test("underwrite() takes the price from the caller, then an active listing, then the ARV", () => {
  const listing = { price: 240_000, listed: TODAY - 5, units: 3 };
  const priceIn = (custom = {}, extra = {}) => {
    const { value, source } = shown(
      SNAPSHOT,
      valuationIn("range-only", TWO_FLAT_PIN, 300_000),
      { ...asking(custom), ...extra },
    ).answer.assumptions.purchase_price;
    return { value, source };
  };
  assert.deepEqual(priceIn({ purchase_price: 200_000 }, { listing }), {
    value: 200_000,
    source: "given",
  });
  assert.deepEqual(priceIn({}, { listing }), {
    value: 240_000,
    source: "listing",
  });
  assert.deepEqual(priceIn(), { value: 300_000, source: "model" });
  const { warnings } = shown(
    SNAPSHOT,
    valuationIn("range-only", TWO_FLAT_PIN, 300_000),
    { ...asking({ rate: 0.07 }), listing },
  );
  assert.deepEqual(warnings.map(({ code }) => code), ["units_mismatch"]);
});

Deno.test("underwrite() says what is missing rather than invent it", () => {
  const bare = memorySnapshot({
    ...ROWS,
    safmr: [],
    tax_rates: [],
    townships: [],
  });
  const { answer } = shown(
    bare,
    valuationIn("point-actionable", TWO_FLAT_PIN, 300_000, bare),
    asking({ purchase_price: 200_000 }),
  );
  assert.deepEqual(
    answer.missing.map(({ field }) => field),
    ["rent_override", "tax_annual"],
  );
  assert.equal(answer.rent, null);
  assert.equal(answer.pro_forma, null);
  assert.equal(answer.metrics!.noi, null);
  assert.equal(answer.assumptions.rent_override.value, null);
  assert.equal(answer.financing!.loan_amount, 150_000);
  const [rent, tax] = answer.missing.map(({ reason }) => reason);
  const { flip, hold } = answer.strategy_scores;
  assert.equal(hold.read.verdict, "no_read");
  assert.deepEqual(hold.read.reasons, [rent, tax]);
  assert.deepEqual(flip.read.reasons, [tax], "a flip needs no rent");

  const refused = shown(
    SNAPSHOT,
    valuationIn("suppressed"),
    asking(),
  ).answer;
  assert.deepEqual(
    refused.missing.map(({ field }) => field),
    ["arv", "purchase_price"],
  );
  assert.equal(refused.financing, null);
});

Deno.test("underwrite() caps a two-flat's ARV at 1.5 times its income value, a house's not", () => {
  const { answer, warnings } = shown(
    SNAPSHOT,
    valuationIn("point-actionable", TWO_FLAT_PIN, 900_000),
    asking({ purchase_price: 300_000 }),
  );
  const flat = answer.arv_used!;
  assert.equal(flat.capped, true);
  assert.ok(warnings.some(({ code }) => code === "arv_capped"));
  assert.ok(Math.abs(flat.value - 1.5 * flat.income_value!) <= 1);
  const owner = shown(
    SNAPSHOT,
    valuationIn("point-actionable", TWO_FLAT_PIN, 900_000),
    asking({
      purchase_price: 300_000,
      financing_type: "fha_owner_2_4",
      rent_override: 500,
    }),
  ).answer.arv_used!;
  assert.deepEqual(
    owner,
    flat,
    "whoever lives in it, the building is the same",
  );
  const house = shown(
    SNAPSHOT,
    valuationIn("point-actionable", HOUSE_PIN, 900_000),
    asking({ purchase_price: 300_000 }),
  ).answer.arv_used!;
  assert.deepEqual(house, {
    value: 900_000,
    capped: false,
    income_value: null,
  });
});

Deno.test("underwrite() counts the county's units, and warns of a listing that has more", () => {
  const { answer, warnings } = shown(
    SNAPSHOT,
    valuationIn("range-only"),
    asking({}, { units: 3 }),
  );
  assert.equal(answer.assumptions.units.value, 2);
  assert.equal(answer.rent!.units.length, 2);
  assert.ok(warnings.some(({ code }) => code === "units_mismatch"));
});

Deno.test("underwrite() leaves the owner's unit out of an FHA buyer's rent and keeps the exemption", () => {
  const at = (financing_type: "fha_owner_2_4" | "conventional_investor") =>
    shown(
      SNAPSHOT,
      valuationIn("point-actionable"),
      asking({ purchase_price: 250_000, financing_type }),
    ).answer;
  const owner = at("fha_owner_2_4");
  const investor = at("conventional_investor");
  assert.equal(
    owner.assumptions.rent_override.value! * 2,
    investor.assumptions.rent_override.value!,
  );
  assert.equal(owner.property_tax!.after_purchase!.homeowner_exemption, true);
  assert.equal(
    owner.property_tax!.after_purchase!.before_reassessment,
    4612.16,
  );
  assert.equal(
    investor.property_tax!.after_purchase!.before_reassessment,
    5312.16,
  );
  // 3.5% down, 1.75% financed.
  assert.equal(
    owner.financing!.loan_amount,
    Math.round(250_000 * 0.965 * 1.0175),
  );
  assert.ok(owner.financing!.mortgage_insurance > 0);
});

Deno.test("underwrite() rejects FHA 2-4 for a house", () => {
  assert.throws(
    () =>
      shown(
        SNAPSHOT,
        valuationIn("range-only", HOUSE_PIN),
        asking({ financing_type: "fha_owner_2_4" }),
      ),
    (error) =>
      error instanceof Fault && error.code === "invalid_params" &&
      error.field === "custom_assumptions.financing_type" &&
      /two to four units/.test(error.expected ?? ""),
  );
});

Deno.test("underwrite() uses a given rate for the refinance too, except with hard money", () => {
  const rateOf = (
    financing_type: "conventional_investor" | "hard_money" | "cash",
  ) =>
    shown(
      SNAPSHOT,
      valuationIn("point-actionable"),
      asking({ purchase_price: 200_000, rate: 0.061, financing_type }),
    ).answer.brrrr!.rate;
  assert.equal(rateOf("conventional_investor"), 0.061);
  assert.equal(rateOf("cash"), 0.061);
  assert.equal(rateOf("hard_money"), 0.075);
});

Deno.test("underwrite() warns of dated terms unless the caller gives a rate", () => {
  const codes = (custom = {}, today = TODAY) =>
    shown(SNAPSHOT, valuationIn("range-only"), asking(custom, { today }))
      .warnings.map(({ code }) => code);
  assert.deepEqual(codes(), ["dated_terms"]);
  assert.deepEqual(codes({ rate: 0.07 }), []);
  assert.deepEqual(codes({}, dayOf("2026-01-02")), []);
  assert.deepEqual(
    codes({ rate: 0.12, financing_type: "hard_money", hold_months: 18 }),
    ["loan_shorter_than_hold", "refinance_falls_short"],
  );
});

Deno.test("underwrite() warns where a condominium's association dues are not given", () => {
  const codes = (pin: string, custom = {}) =>
    shown(
      SNAPSHOT,
      valuationIn("unscored", pin),
      asking({ purchase_price: 200_000, rate: 0.07, ...custom }),
    ).warnings.map(({ code }) => code)
      .filter((code) => code === "no_association_dues").length;
  assert.equal(codes(CONDO_PIN), 1);
  assert.equal(codes(CONDO_PIN, { hoa_monthly: 0 }), 0);
  assert.equal(codes(HOUSE_PIN), 0);
});

Deno.test("a BRRRR whose income carries no loan says so instead of a DSCR", () => {
  const { read } = shown(
    SNAPSHOT,
    valuationIn("range-only"),
    asking({ purchase_price: 60_000, rent_override: 0 }),
  );
  assert.match(
    read.reasons[0],
    /^at best no loan to refinance with, cash-on-cash -/,
  );
});

Deno.test("underwrite() plans Section 8 on payment standards", () => {
  const { answer } = shown(
    SNAPSHOT,
    valuationIn("point-actionable"),
    asking({ purchase_price: 250_000 }, { strategy: "section8" }),
  );
  // A three- and a two-bedroom unit, less what their tenants pay for utilities.
  assert.equal(
    answer.assumptions.rent_override.value,
    1_800 - 175 + 1_400 - 145,
  );
  assert.equal(answer.rent!.basis, "payment_standard");
});

Deno.test("underwrite() of a property that is not modelled still tells taxes, rent and financing", () => {
  const { answer, read } = shown(
    SNAPSHOT,
    valuationIn("unscored", CONDO_PIN),
    asking({ purchase_price: 150_000 }),
  );
  assert.equal(read.verdict, "no_read");
  assert.deepEqual(answer.rent!.units.map(({ bedrooms }) => bedrooms), [2]);
  assert.equal(answer.property_tax!.current, null);
  assert.equal(answer.property_tax!.after_purchase!.reassessed > 0, true);
});
