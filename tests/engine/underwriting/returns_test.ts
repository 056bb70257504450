import assert from "node:assert/strict";
import { projectCashflow } from "../../../core/engine/underwriting/cashflow.ts";
import {
  type Deal,
  withLongTermRate,
} from "../../../core/engine/underwriting/deal.ts";
import {
  incomeOf,
  incomeValue,
} from "../../../core/engine/underwriting/income.ts";
import { monthlyPayment } from "../../../core/engine/underwriting/loan.ts";
import { purchaseOf } from "../../../core/engine/underwriting/purchase.ts";
import {
  heldLoan,
  longTermConstant,
  returnsOf,
} from "../../../core/engine/underwriting/returns.ts";
import { deals, longTerms, TWO_FLAT } from "./deals.ts";
import fc from "../../fast_check.ts";

Deno.test("projectCashflow() gives the published five years to the cent", () => {
  const debtService = 12 *
    monthlyPayment(150_000, {
      rate: 0.075,
      term_months: 360,
      interest_only: false,
    });
  assert.deepEqual(
    projectCashflow(24_000, 9_000, debtService, {
      rent: 0.02,
      expenses: 0.025,
    })
      .map(({ cashFlow }) => cashFlow.toFixed(2)),
    ["2414.14", "2669.14", "2928.11", "3191.12", "3458.19"],
  );
});

Deno.test("incomeOf() is rent less vacancy less every expense", () => {
  const income = incomeOf(TWO_FLAT)!;
  assert.equal(income.grossRent, 34_800);
  assert.equal(income.effectiveGross, 33_060);
  assert.equal(
    income.totalExpenses.toFixed(2),
    // Tax, insurance, utilities; 8% management, 6% repairs, 5% reserves.
    (3_600 + 2_000 + 1_440 + 0.19 * 33_060).toFixed(2),
  );
  assert.equal(income.noi, income.effectiveGross - income.totalExpenses);
});

Deno.test("incomeOf() is null without rent or tax", () => {
  assert.equal(incomeOf({ ...TWO_FLAT, rent: null }), null);
  assert.equal(incomeOf({ ...TWO_FLAT, tax: null }), null);
  assert.equal(returnsOf({ ...TWO_FLAT, rent: null }), null);
});

Deno.test("incomeValue() capitalizes to a value whose own tax leaves the cap rate", () => {
  const income = incomeOf(TWO_FLAT)!;
  const taxRate = 0.0163;
  const value = incomeValue(income, taxRate);
  const noiAtValue = income.noi + income.expenses.propertyTax - taxRate * value;
  assert.ok(Math.abs(noiAtValue / value - 0.07) < 1e-12);
});

Deno.test("returnsOf() gives both DSCRs by their definitions", () => {
  const returns = returnsOf(TWO_FLAT)!;
  const debt = 12 * monthlyPayment(150_000, TWO_FLAT.purchase);
  const income = incomeOf(TWO_FLAT)!;
  assert.equal(returns.dscr, income.noi / debt);
  assert.equal(returns.rentToPitia, 34_800 / (debt + 3_600 + 2_000));
  assert.equal(returns.capRate, income.noi / 200_000);
  assert.equal(returns.grossRentMultiplier, 200_000 / 34_800);
  // 25% down, 2% closing, Chicago's $3.75 per $500, rehab with 10%.
  assert.equal(returns.cashInvested, 50_000 + 4_000 + 1_500 + 22_000);
});

Deno.test("returnsOf() of a cash purchase has no DSCR and still a max loan", () => {
  const cash = { ...TWO_FLAT.purchase, rate: 0, down_pct: 1, term_months: 0 };
  const returns = returnsOf({ ...TWO_FLAT, purchase: cash })!;
  assert.equal(returns.dscr, null);
  assert.equal(returns.rentToPitia, null);
  assert.equal(returns.cashFlow, incomeOf(TWO_FLAT)!.noi);
  assert.ok(returns.maxLoan > 0);
});

Deno.test("returnsOf() after a bridge loan stands on the takeout of the same balance", () => {
  const bridge = {
    ...TWO_FLAT.purchase,
    term_months: 12,
    interest_only: true,
    rate: 0.12,
  };
  const deal = { ...TWO_FLAT, purchase: bridge };
  const loan = heldLoan(deal, purchaseOf(deal))!;
  assert.equal(loan.principal, 150_000);
  assert.equal(loan.debtService, 12 * monthlyPayment(150_000, deal.takeout));
  assert.ok(Math.abs(loan.takeoutCosts - 150_000 * 0.03) < 1e-9);
});

Deno.test("the max loan, taken, is covered exactly 1.2 times", () => {
  fc.assert(
    fc.property(deals, longTerms, (deal, purchase) => {
      const financed = { ...deal, purchase };
      const { maxLoan } = returnsOf(financed)!;
      fc.pre(maxLoan > 0);
      const { noi } = incomeOf(financed)!;
      const dscr = noi / (maxLoan * longTermConstant(financed));
      assert.ok(Math.abs(dscr / 1.2 - 1) < 1e-12, String(dscr));
    }),
  );
});

Deno.test("the lines of a year add up to their totals", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const income = incomeOf(deal)!;
      const expenses = Object.values(income.expenses)
        .reduce((sum, each) => sum + each, 0);
      const close = (a: number, b: number) =>
        assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)));
      close(income.totalExpenses, expenses);
      close(
        income.noi,
        income.grossRent - income.vacancy + income.otherIncome - expenses,
      );
      const purchase = purchaseOf(deal);
      close(
        purchase.cashToClose,
        purchase.downPayment + purchase.points + purchase.closingCosts +
          purchase.stamps,
      );
      close(purchase.downPayment + purchase.baseLoan, deal.price);
    }),
  );
});

Deno.test("DSCR falls with the price and the rate and rises with the rent", () => {
  const more = fc.double({ min: 1.001, max: 2, noNaN: true });
  const dscr = (deal: Deal) => returnsOf(deal)!.dscr!;
  fc.assert(
    fc.property(deals, longTerms, more, (deal, purchase, factor) => {
      const base = { ...deal, purchase };
      fc.pre(incomeOf(base)!.noi > 0 && purchase.rate > 1e-4);
      const dearer = { ...base, price: base.price * factor };
      const costlier = withLongTermRate(base, purchase.rate * factor);
      const fuller = { ...base, rent: base.rent! * factor };
      assert.ok(dscr(dearer) < dscr(base));
      assert.ok(dscr(costlier) < dscr(base));
      assert.ok(dscr(fuller) > dscr(base));
    }),
  );
});
