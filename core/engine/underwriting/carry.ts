import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Deal } from "./deal.ts";
import { schedule } from "./loan.ts";
import type { Purchase } from "./purchase.ts";

/** What holding the empty house costs from purchase to sale or refinance, dollars in all. */
export interface Carry {
  readonly interest: number;
  readonly mortgageInsurance: number;
  readonly propertyTax: number;
  readonly insurance: number;
  readonly utilities: number;
  /** Cash that repays the loan meanwhile: not a cost, but not in the pocket either. */
  readonly principal: number;
  /** Owed on the purchase loan at the end. */
  readonly payoff: number;
  /** All of it but `principal`. */
  readonly cost: number;
}

/** The cost of holding the empty house; null when its property tax is unknown. */
export function carryOf(deal: Deal, purchase: Purchase): Carry | null {
  if (deal.tax === null) return null;
  const months = deal.holdMonths;
  const installments = purchase.loan === 0
    ? []
    : schedule(purchase.loan, deal.purchase, months);
  const sum = (of: "interest" | "principal") =>
    installments.reduce((total, each) => total + each[of], 0);
  const costs = {
    interest: sum("interest"),
    mortgageInsurance: purchase.mortgageInsurance * months,
    propertyTax: deal.tax(deal.price).now / 12 * months,
    insurance: deal.insurance / 12 * months,
    utilities: CONSTANTS.underwriting.empty_house_utilities * months,
  };
  return {
    ...costs,
    principal: sum("principal"),
    payoff: installments.at(-1)?.balance ?? purchase.loan,
    cost: Object.values(costs).reduce((total, cost) => total + cost, 0),
  };
}
