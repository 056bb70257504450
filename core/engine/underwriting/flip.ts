import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { transferTax } from "../tax/transfer_tax.ts";
import { type Carry, carryOf } from "./carry.ts";
import { type Deal, rehabCost } from "./deal.ts";
import { type Purchase, purchaseOf } from "./purchase.ts";

/** Buy, renovate, sell at the after-repair value. Dollars; costs are positive. */
export interface Flip {
  readonly salePrice: number;
  readonly purchase: Purchase;
  readonly rehab: number;
  readonly contingency: number;
  readonly carry: Carry;
  readonly commission: number;
  readonly sellerClosing: number;
  readonly sellerStamps: number;
  readonly netProfit: number;
  /** Everything the flipper pays before the sale, loan proceeds taken off. */
  readonly cashInvested: number;
  /** Net profit over cash invested. */
  readonly roi: number;
  /** Net profit over the sale price. */
  readonly margin: number;
}

/** Returns the flip with its full cost stack; null without an after-repair value or property tax. */
export function flipOf(deal: Deal): Flip | null {
  const { arv, price } = deal;
  const purchase = purchaseOf(deal);
  const months = deal.holdMonths;
  const carry = carryOf(deal, purchase, { months, emptyMonths: months });
  if (arv === null || carry === null) return null;
  const { selling } = deal;
  const contingency = rehabCost(deal) - deal.rehab;
  const commission = arv * selling.commission;
  const sellerClosing = arv * selling.closing;
  const sellerStamps = transferTax(arv, deal.inChicago).seller;
  const netProfit = arv - price - purchase.points - purchase.closingCosts -
    purchase.stamps - purchase.upfrontMip - deal.rehab - contingency -
    carry.cost - commission - sellerClosing - sellerStamps;
  const cashInvested = purchase.cashToClose + deal.rehab + contingency +
    carry.cost + carry.principal;
  return {
    salePrice: arv,
    purchase,
    rehab: deal.rehab,
    contingency,
    carry,
    commission,
    sellerClosing,
    sellerStamps,
    netProfit,
    cashInvested,
    roi: netProfit / cashInvested,
    margin: netProfit / arv,
  };
}

/** Returns the price of the 70% rule: pay at most 70% of the after-repair value less repairs. Can be negative. */
export function seventyPercentOffer(arv: number, rehab: number): number {
  return UNDERWRITING.seventy_percent_rule * arv - rehab;
}
