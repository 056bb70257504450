import { transferTax } from "../tax/transfer_tax.ts";
import type { Deal } from "./deal.ts";
import { monthlyPayment } from "./loan.ts";

/** The day of closing and the payment that follows from it, dollars. */
export interface Purchase {
  readonly downPayment: number;
  /** Price less down payment. */
  readonly baseLoan: number;
  /** Mortgage insurance added to the loan. */
  readonly upfrontMip: number;
  /** Base loan with the insurance added to it. */
  readonly loan: number;
  readonly points: number;
  readonly closingCosts: number;
  /** The buyer's transfer stamps. */
  readonly stamps: number;
  /** Down payment, points, closing costs and stamps. */
  readonly cashToClose: number;
  /** Principal and interest a month. */
  readonly principalAndInterest: number;
  /** Mortgage insurance a month. */
  readonly mortgageInsurance: number;
}

/** What the purchase takes on the day of closing. */
export function purchaseOf(deal: Deal): Purchase {
  const { price, purchase: terms } = deal;
  const downPayment = price * terms.down_pct;
  const baseLoan = price - downPayment;
  const upfrontMip = baseLoan * terms.upfront_mip;
  const loan = baseLoan + upfrontMip;
  const points = baseLoan * terms.points;
  const closingCosts = price * terms.closing_pct;
  const stamps = transferTax(price, deal.inChicago).buyer;
  return {
    downPayment,
    baseLoan,
    upfrontMip,
    loan,
    points,
    closingCosts,
    stamps,
    cashToClose: downPayment + points + closingCosts + stamps,
    principalAndInterest: loan === 0 ? 0 : monthlyPayment(loan, terms),
    mortgageInsurance: baseLoan * terms.annual_mip / 12,
  };
}
