import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { transferTax } from "../tax/transfer_tax.ts";
import { projectCashflow } from "./cashflow.ts";
import { type Deal, longTermTerms, rehabCost } from "./deal.ts";
import { incomeOf } from "./income.ts";
import { balance } from "./loan.ts";
import { purchaseOf } from "./purchase.ts";
import { heldLoan } from "./returns.ts";
import { crossing } from "./solve.ts";

/** A rental after some years, dollars. */
export interface Outlook {
  readonly years: number;
  /** All cash flow until then. */
  readonly cashFlow: number;
  /** What a sale would leave after selling costs and the loan. */
  readonly equity: number;
  /** Internal rate of return a year; null when no rate brings the cash back. */
  readonly irr: number | null;
}

/**
 * Returns how a rental stands after 5, 10 and 30 years; empty when rent or tax is unknown. The value starts
 * at what was paid for it, price and rehab.
 */
export function outlookOf(deal: Deal): Outlook[] {
  const income = incomeOf(deal);
  if (income === null) return [];
  const purchase = purchaseOf(deal);
  const loan = heldLoan(deal, purchase);
  const invested = purchase.cashToClose + rehabCost(deal) +
    (loan?.takeoutCosts ?? 0);
  const terms = longTermTerms(deal);
  const { outlook_years } = UNDERWRITING;
  const longest = Math.max(...outlook_years);
  const flows = projectCashflow(
    income.effectiveGross,
    income.totalExpenses,
    loan?.debtService ?? 0,
    deal.growth,
    longest,
  ).map(({ cashFlow }) => cashFlow);
  return outlook_years.map((years) => {
    const value = (deal.price + deal.rehab) * (1 + deal.growth.value) ** years;
    const owed = loan
      ? balance(loan.principal, terms.rate / 12, terms.term_months, 12 * years)
      : 0;
    const selling = value * (deal.selling.commission + deal.selling.closing) +
      transferTax(value, deal.inChicago).seller;
    const equity = value - owed - selling;
    const held = flows.slice(0, years);
    const last = held.length - 1;
    return {
      years,
      cashFlow: held.reduce((sum, flow) => sum + flow, 0),
      equity,
      irr: irrOf([
        -invested,
        ...held.slice(0, last),
        held[last] + equity,
      ]),
    };
  });
}

/** The rate at which yearly flows are worth nothing today, or null. */
function irrOf(flows: readonly number[]): number | null {
  const worth = (rate: number) => {
    let sum = 0;
    for (let year = flows.length - 1; year >= 0; year--) {
      sum = sum / (1 + rate) + flows[year];
    }
    return sum;
  };
  return crossing(worth, -0.95, 10);
}
