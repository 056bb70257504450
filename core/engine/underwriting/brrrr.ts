import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { type Carry, carryOf } from "./carry.ts";
import { type Deal, rehabCost } from "./deal.ts";
import { type Income, incomeOf } from "./income.ts";
import { maxLoan, yearlyConstant } from "./loan.ts";
import { type Purchase, purchaseOf } from "./purchase.ts";

/** Buy, rehab, rent, refinance, repeat. Dollars. */
export interface Brrrr {
  readonly purchase: Purchase;
  readonly carry: Carry;
  readonly income: Income;
  /** All cash until the refinance: closing, rehab, carry and principal repaid. */
  readonly cashIn: number;
  readonly refinance: {
    readonly loan: number;
    /** What stopped the loan from being larger. */
    readonly limitedBy: "ltv" | "dscr";
    readonly costs: number;
    readonly payoff: number;
    /** Loan less costs and payoff: negative when the owner must bring cash. */
    readonly cashOut: number;
    readonly debtService: number;
  };
  /** Cash in less cash out: negative when the refinance returned more than went in. */
  readonly cashLeft: number;
  readonly cashFlow: number;
  readonly dscr: number | null;
  /** Cash flow over cash left; null when no cash is left, see `infiniteReturn`. */
  readonly cashOnCash: number | null;
  /** No cash is left in and the house still pays: a return on nothing. */
  readonly infiniteReturn: boolean;
  /** After-repair value less the new loan. */
  readonly equity: number;
}

/** Returns the refinance at a share of the after-repair value; null without that value, rent or tax. */
export function brrrrOf(deal: Deal): Brrrr | null {
  const purchase = purchaseOf(deal);
  const carry = carryOf(deal, purchase, {
    months: deal.refinance.month,
    emptyMonths: deal.rehabMonths,
  });
  const income = incomeOf(deal);
  if (deal.arv === null || carry === null || income === null) return null;
  const { dscr_target } = UNDERWRITING;
  const { takeout } = deal;
  const byValue = deal.refinance.ltv * deal.arv;
  const byIncome = maxLoan(income.noi, yearlyConstant(takeout), dscr_target);
  const loan = Math.min(byValue, byIncome);
  const costs = loan * (takeout.points + takeout.closing_pct);
  const cashIn = purchase.cashToClose + rehabCost(deal) + carry.cost +
    carry.principal;
  const cashOut = loan - costs - carry.payoff;
  const cashLeft = cashIn - cashOut;
  const debtService = loan * yearlyConstant(takeout);
  const cashFlow = income.noi - debtService;
  return {
    purchase,
    carry,
    income,
    cashIn,
    refinance: {
      loan,
      limitedBy: byValue <= byIncome ? "ltv" : "dscr",
      costs,
      payoff: carry.payoff,
      cashOut,
      debtService,
    },
    cashLeft,
    cashFlow,
    dscr: debtService > 0 ? income.noi / debtService : null,
    cashOnCash: cashLeft > 0 ? cashFlow / cashLeft : null,
    infiniteReturn: cashLeft <= 0 && cashFlow > 0,
    equity: deal.arv - loan,
  };
}
