import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type { Underwriting } from "../../../contracts/underwriting.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  type Breakeven,
  breakevensOf,
} from "../../engine/underwriting/breakeven.ts";
import { brrrrOf } from "../../engine/underwriting/brrrr.ts";
import { projectCashflow } from "../../engine/underwriting/cashflow.ts";
import { type Deal, longTermTerms } from "../../engine/underwriting/deal.ts";
import { flipOf, seventyPercentOffer } from "../../engine/underwriting/flip.ts";
import { incomeOf } from "../../engine/underwriting/income.ts";
import { schedule } from "../../engine/underwriting/loan.ts";
import { metricsOf } from "../../engine/underwriting/metrics.ts";
import { metricFields, rounded } from "./metric_fields.ts";
import { type Offer, offersOf } from "../../engine/underwriting/offers.ts";
import { purchaseOf } from "../../engine/underwriting/purchase.ts";
import { heldLoan } from "../../engine/underwriting/returns.ts";
import {
  type SensitivityGrid,
  sensitivityOf,
} from "../../engine/underwriting/sensitivity.ts";
import type { DealAtValue } from "../../engine/underwriting/deal_at.ts";
import {
  brrrrStatement,
  type DealSources,
  flipStatement,
  proForma,
} from "./statements.ts";
import { percent } from "../../engine/figures.ts";

/** The part of the answer that only state `point-actionable` may carry. */
export type ExactFigures = Pick<
  Underwriting,
  | "metrics"
  | "arv_used"
  | "pro_forma"
  | "cashflow"
  | "flip"
  | "brrrr"
  | "offers"
  | "suggested_offer"
  | "sensitivity"
  | "break_even"
>;

/** No exact figure: what every other state carries. */
export const NO_FIGURES: ExactFigures = {
  metrics: null,
  arv_used: null,
  pro_forma: null,
  cashflow: null,
  flip: null,
  brrrr: null,
  offers: null,
  suggested_offer: null,
  sensitivity: null,
  break_even: null,
};

/** The exact figures of a deal; a figure that needs a missing fact is null. */
export function exactFigures(
  { deal, arv }: DealAtValue,
  strategy: Strategy,
  sources: DealSources,
): ExactFigures {
  const income = incomeOf(deal);
  const loan = heldLoan(deal, purchaseOf(deal));
  const metrics = metricFields(metricsOf(deal, strategy));
  const grids = sensitivityOf(deal);
  return {
    metrics,
    arv_used: arv && {
      value: roundTo(arv.value, 0),
      capped: arv.capped,
      income_value: arv.incomeValue === null
        ? null
        : roundTo(arv.incomeValue, 0),
    },
    pro_forma: income && proForma(deal, income, loan, sources),
    cashflow: cashflowFigures(deal),
    flip: flipFigures(deal, sources),
    brrrr: brrrrFigures(deal, sources),
    offers: offersOf(deal, strategy).map(offerFigures),
    suggested_offer: metrics.suggested_offer,
    sensitivity: grids && {
      price_rent: gridFigures(grids.priceRent, 0),
      rate_rent: gridFigures(grids.rateRent, 6),
    },
    break_even: breakevenFigures(deal),
  };
}

/** Five years to the cent. Expenses take the odd cent, so that each year adds up as shown. */
function cashflowFigures(deal: Deal): Underwriting["cashflow"] {
  const income = incomeOf(deal);
  if (income === null) return null;
  const loan = heldLoan(deal, purchaseOf(deal));
  const years = projectCashflow(
    income.effectiveGross,
    income.totalExpenses,
    loan?.debtService ?? 0,
    deal.growth,
  );
  const months = loan
    ? schedule(loan.principal, longTermTerms(deal), 12 * years.length)
    : [];
  return years.map((year) => {
    const rent = roundTo(year.rent, 2);
    const debt = roundTo(year.debtService, 2);
    const cash = roundTo(year.cashFlow, 2);
    const noi = roundTo(cash + debt, 2);
    return {
      year: year.year,
      rent,
      operating_expenses: roundTo(rent - noi, 2),
      noi,
      debt_service: debt,
      cash_flow: cash,
      loan_balance: roundTo(months[12 * year.year - 1]?.balance ?? 0, 2),
    };
  });
}

function flipFigures(deal: Deal, sources: DealSources): Underwriting["flip"] {
  const flip = flipOf(deal);
  return flip && {
    lines: flipStatement(deal, flip, sources),
    net_profit: roundTo(flip.netProfit, 0),
    cash_invested: roundTo(flip.cashInvested, 0),
    roi: roundTo(flip.roi, 4),
    margin: roundTo(flip.margin, 4),
    seventy_percent_offer: roundTo(
      Math.max(0, seventyPercentOffer(flip.salePrice, deal.rehab)),
      0,
    ),
  };
}

function brrrrFigures(deal: Deal, sources: DealSources): Underwriting["brrrr"] {
  const brrrr = brrrrOf(deal);
  return brrrr && {
    lines: brrrrStatement(deal, brrrr, sources),
    refinance_loan: roundTo(brrrr.refinance.loan, 0),
    limited_by: brrrr.refinance.limitedBy,
    rate: deal.takeout.rate,
    monthly_payment: roundTo(brrrr.refinance.debtService / 12, 2),
    cash_left: roundTo(brrrr.cashLeft, 0),
    cash_flow: roundTo(brrrr.cashFlow, 2),
    cash_on_cash: rounded(brrrr.cashOnCash, 4),
    infinite_return: brrrr.infiniteReturn,
    dscr: rounded(brrrr.dscr, 4),
    equity: roundTo(brrrr.equity, 0),
  };
}

const { seventy_percent_rule, target_cash_on_cash, dscr_target } = UNDERWRITING;

const RULES: Readonly<Record<Offer["rule"], string>> = {
  seventy_percent: `${
    percent(seventy_percent_rule)
  } of the after-repair value less repairs`,
  target_return: `the price that returns ${
    percent(target_cash_on_cash)
  } on the cash in the deal`,
  debt_coverage: `the price at which NOI is ${dscr_target} times debt service`,
};

function offerFigures(
  { rule, price, capped, reason }: Offer,
): NonNullable<Underwriting["offers"]>[number] {
  return { rule, label: RULES[rule], price: rounded(price, 0), capped, reason };
}

function gridFigures(
  { rows, rents, dscr, cashOnCash }: SensitivityGrid,
  decimals: number,
): NonNullable<Underwriting["sensitivity"]>["price_rent"] {
  const cells = (grid: SensitivityGrid["dscr"]) =>
    grid.map((row) => row.map((cell) => rounded(cell, 4)));
  return {
    rows: rows.map((row) => roundTo(row, decimals)),
    rents: rents.map((rent) => roundTo(rent, 0)),
    dscr: cells(dscr),
    cash_on_cash: cells(cashOnCash),
  };
}

function breakevenFigures(deal: Deal): Underwriting["break_even"] {
  const found = breakevensOf(deal);
  const answer = (
    question: string,
    { value, reason }: Breakeven,
    unit: "dollars" | "dollars_per_month" | "fraction",
  ) => ({
    question,
    value: rounded(
      value,
      { dollars: 0, dollars_per_month: 2, fraction: 6 }[unit],
    ),
    unit,
    reason,
  });
  return [
    answer(
      `Price at which DSCR is ${dscr_target}`,
      found.priceAtTargetDscr,
      "dollars",
    ),
    answer(
      `Rent a month at which DSCR is ${dscr_target}`,
      found.rentAtTargetDscr,
      "dollars_per_month",
    ),
    answer(
      "Rent a month at which it breaks even",
      found.rentAtBreakeven,
      "dollars_per_month",
    ),
    answer(
      `Rate at which DSCR is ${dscr_target}`,
      found.rateAtTargetDscr,
      "fraction",
    ),
    answer("Rate at which it breaks even", found.rateAtBreakeven, "fraction"),
    answer(
      "Vacancy at which it breaks even",
      found.vacancyAtBreakeven,
      "fraction",
    ),
    answer(
      "Sale price at which a flip breaks even",
      found.arvAtFlipBreakeven,
      "dollars",
    ),
    answer(
      "Purchase price at which a flip breaks even",
      found.priceAtFlipBreakeven,
      "dollars",
    ),
  ];
}
