import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Deal } from "./deal.ts";
import { incomeOf } from "./income.ts";
import { paidIn, schedule } from "./loan.ts";
import type { Purchase } from "./purchase.ts";

/** What holding the building costs from purchase to sale or refinance, dollars in all. */
export interface Carry {
  readonly interest: number;
  readonly mortgageInsurance: number;
  readonly propertyTax: number;
  readonly insurance: number;
  readonly utilities: number;
  /** Rents collected meanwhile, less what running the rented building costs. */
  readonly rents: number;
  /** Cash that repays the loan meanwhile: not a cost, but not in the pocket either. */
  readonly principal: number;
  /** Owed on the purchase loan at the end. */
  readonly payoff: number;
  /** All costs less the rents, without `principal`. */
  readonly cost: number;
  /** Months without and with a tenant. */
  readonly emptyMonths: number;
  readonly rentedMonths: number;
  /** Returns the same month by month. */
  byMonth(): CarryMonth[];
}

/** One month between purchase and sale or refinance, dollars. */
export interface CarryMonth {
  readonly month: number;
  readonly rented: boolean;
  /** Rents collected, less management, repairs, utilities and dues. */
  readonly rents: number;
  /** Property tax, insurance and an empty building's utilities. */
  readonly holding: number;
  /** Interest, principal and mortgage insurance. */
  readonly debt: number;
}

/** How long a building is held, and how long of it empty. */
export interface HoldingPeriod {
  readonly months: number;
  readonly emptyMonths: number;
}

/** Returns the cost of holding the building; null when its property tax is unknown. */
export function carryOf(
  deal: Deal,
  purchase: Purchase,
  { months, emptyMonths }: HoldingPeriod,
): Carry | null {
  if (deal.tax === null) return null;
  const loan = purchase.loan === 0
    ? { interest: 0, principal: 0, balance: 0 }
    : paidIn(purchase.loan, deal.purchase, months);
  const tax = deal.tax(deal.price).now / 12;
  const insurance = deal.insurance / 12;
  const { empty_house_utilities } = UNDERWRITING;
  const rentedNet = emptyMonths < months ? monthlyRents(deal) : null;
  const empty = rentedNet === null ? months : emptyMonths;
  const rented = months - empty;
  const mortgageInsurance = purchase.mortgageInsurance * months;
  const propertyTax = tax * months;
  const insured = insurance * months;
  const utilities = empty_house_utilities * empty;
  const rents = rented * (rentedNet ?? 0);
  return {
    interest: loan.interest,
    mortgageInsurance,
    propertyTax,
    insurance: insured,
    utilities,
    rents,
    principal: loan.principal,
    payoff: loan.balance,
    cost: loan.interest + mortgageInsurance + propertyTax + insured +
      utilities - rents,
    emptyMonths: empty,
    rentedMonths: rented,
    byMonth() {
      const installments = purchase.loan === 0
        ? []
        : schedule(purchase.loan, deal.purchase, months);
      return Array.from({ length: months }, (_, index) => {
        const isRented = index >= empty;
        const paid = installments.at(index);
        return {
          month: index + 1,
          rented: isRented,
          rents: isRented ? rentedNet ?? 0 : 0,
          holding: tax + insurance + (isRented ? 0 : empty_house_utilities),
          debt: (paid ? paid.interest + paid.principal : 0) +
            purchase.mortgageInsurance,
        };
      });
    },
  };
}

/** A month's rents less what a rented building costs besides tax and insurance; null without a rent. */
function monthlyRents(deal: Deal): number | null {
  const income = incomeOf(deal);
  if (income === null) return null;
  const { management, repairs, utilities, dues } = income.expenses;
  return (income.effectiveGross - management - repairs - utilities - dues) / 12;
}
