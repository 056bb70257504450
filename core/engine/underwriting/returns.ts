import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import {
  type Deal,
  hasLongTermLoan,
  longTermTerms,
  rehabCost,
} from "./deal.ts";
import { incomeOf } from "./income.ts";
import { maxLoan, monthlyPayment, yearlyConstant } from "./loan.ts";
import { type Purchase, purchaseOf } from "./purchase.ts";

/** The loan a rental is held with. */
export interface HeldLoan {
  readonly principal: number;
  /** Principal and interest a year. */
  readonly principalAndInterest: number;
  /** Mortgage insurance a year. */
  readonly mortgageInsurance: number;
  /** Both: what a year of the loan costs. */
  readonly debtService: number;
  /** What replacing a bridge loan costs; 0 for the purchase's own loan. */
  readonly takeoutCosts: number;
}

/** What a rental returns in its first year. */
export interface RentalReturns {
  readonly noi: number;
  /** A year of the loan it is held with; 0 without one. */
  readonly debtService: number;
  /** NOI over debt service; null without debt. */
  readonly dscr: number | null;
  /** Rent over principal, interest, tax, insurance and association dues (none): the DSCR lender's ratio. */
  readonly rentToPitia: number | null;
  readonly cashFlow: number;
  /** Closing, rehab with contingency, takeout costs. */
  readonly cashInvested: number;
  /** Cash flow over cash invested; null when no cash is in the deal. */
  readonly cashOnCash: number | null;
  /** NOI over price. */
  readonly capRate: number;
  /** Price over a year's scheduled rent; null without rent. */
  readonly grossRentMultiplier: number | null;
  /** The loan at which NOI is 1.2 times its debt service. */
  readonly maxLoan: number;
}

/** The loan the house is held with: none after cash, the takeout of the same balance after a bridge loan. */
export function heldLoan(deal: Deal, purchase: Purchase): HeldLoan | null {
  if (purchase.loan === 0) return null;
  const terms = longTermTerms(deal);
  const principalAndInterest = 12 * monthlyPayment(purchase.loan, terms);
  const mortgageInsurance = hasLongTermLoan(deal)
    ? 12 * purchase.mortgageInsurance
    : 0;
  return {
    principal: purchase.loan,
    principalAndInterest,
    mortgageInsurance,
    debtService: principalAndInterest + mortgageInsurance,
    takeoutCosts: hasLongTermLoan(deal)
      ? 0
      : purchase.loan * (terms.points + terms.closing_pct),
  };
}

/** Yearly cost of each dollar of the long-term loan, mortgage insurance included. */
export function longTermConstant(deal: Deal): number {
  const terms = longTermTerms(deal);
  return yearlyConstant(terms) + terms.annual_mip / (1 + terms.upfront_mip);
}

/** First-year returns of a rental; null when rent or property tax is unknown. */
export function returnsOf(deal: Deal): RentalReturns | null {
  const income = incomeOf(deal);
  if (income === null) return null;
  const purchase = purchaseOf(deal);
  const loan = heldLoan(deal, purchase);
  const debtService = loan?.debtService ?? 0;
  const cashFlow = income.noi - debtService;
  const cashInvested = purchase.cashToClose + rehabCost(deal) +
    (loan?.takeoutCosts ?? 0);
  const { propertyTax, insurance } = income.expenses;
  return {
    noi: income.noi,
    debtService,
    dscr: debtService > 0 ? income.noi / debtService : null,
    rentToPitia: debtService > 0
      ? income.grossRent / (debtService + propertyTax + insurance)
      : null,
    cashFlow,
    cashInvested,
    cashOnCash: cashInvested > 0 ? cashFlow / cashInvested : null,
    capRate: income.noi / deal.price,
    grossRentMultiplier: income.grossRent > 0
      ? deal.price / income.grossRent
      : null,
    maxLoan: maxLoan(
      income.noi,
      longTermConstant(deal),
      UNDERWRITING.dscr_target,
    ),
  };
}

/**
 * Returns how far a year's NOI is above so many times its debt service: zero at that DSCR. Null without debt,
 * and when rent or property tax is unknown.
 */
export function coverageOver(deal: Deal, times: number): number | null {
  const returns = returnsOf(deal);
  return returns === null || returns.debtService === 0
    ? null
    : returns.noi - times * returns.debtService;
}
