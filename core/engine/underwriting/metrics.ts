import type { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "./brrrr.ts";
import { type Deal, rehabCost } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { incomeOf } from "./income.ts";
import { offersOf, suggestedOffer } from "./offers.ts";
import { purchaseOf } from "./purchase.ts";
import { returnsOf } from "./returns.ts";

/** What a deal comes to; null where it cannot be computed. Dollars a year unless it says otherwise; ratios and returns are fractions. */
export interface DealMetrics {
  readonly noi: number | null;
  readonly dscr: number | null;
  readonly rentToPitia: number | null;
  readonly cashFlow: number | null;
  readonly cashOnCash: number | null;
  readonly capRate: number | null;
  readonly grossRentMultiplier: number | null;
  readonly maxLoan: number | null;
  /** Cash to close and rehab; for a flip or BRRRR everything until the sale or refinance. */
  readonly cashNeeded: number | null;
  readonly flipNetProfit: number | null;
  readonly flipRoi: number | null;
  readonly brrrrCashLeft: number | null;
  readonly brrrrCashOnCash: number | null;
  readonly brrrrDscr: number | null;
  readonly suggestedOffer: number | null;
}

/** Returns what a deal comes to. */
export function metricsOf(deal: Deal, strategy: Strategy): DealMetrics {
  return {
    ...returnMetrics(deal, strategy),
    suggestedOffer: suggestedOffer(offersOf(deal, strategy), strategy),
  };
}

/** Returns what a deal comes to, without the offer, which takes longer than all the others. */
export function returnMetrics(
  deal: Deal,
  strategy: Strategy,
): Omit<DealMetrics, "suggestedOffer"> {
  const returns = returnsOf(deal);
  const flip = flipOf(deal);
  const brrrr = brrrrOf(deal);
  return {
    noi: incomeOf(deal)?.noi ?? null,
    dscr: returns?.dscr ?? null,
    rentToPitia: returns?.rentToPitia ?? null,
    cashFlow: returns?.cashFlow ?? null,
    cashOnCash: returns?.cashOnCash ?? null,
    capRate: returns?.capRate ?? null,
    grossRentMultiplier: returns?.grossRentMultiplier ?? null,
    maxLoan: returns?.maxLoan ?? null,
    cashNeeded:
      (strategy === "flip"
        ? flip?.cashInvested
        : strategy === "brrrr"
        ? brrrr?.cashIn
        : undefined) ??
        returns?.cashInvested ??
        purchaseOf(deal).cashToClose + rehabCost(deal),
    flipNetProfit: flip?.netProfit ?? null,
    flipRoi: flip?.roi ?? null,
    brrrrCashLeft: brrrr?.cashLeft ?? null,
    brrrrCashOnCash: brrrr?.cashOnCash ?? null,
    brrrrDscr: brrrr?.dscr ?? null,
  };
}
