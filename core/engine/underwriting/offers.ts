import type { Strategy } from "../../../contracts/envelope.ts";
import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { brrrrOf } from "./brrrr.ts";
import type { Deal } from "./deal.ts";
import { seventyPercentOffer } from "./flip.ts";
import { returnsOf } from "./returns.ts";
import { crossing } from "./solve.ts";

/** The most to pay by one rule. */
export interface Offer {
  readonly rule: "seventy_percent" | "target_return" | "debt_coverage";
  /** Whole dollars, rounded down, never above the analyzed price; null with the reason when no price meets the rule. */
  readonly price: number | null;
  /** The rule would bear more than the analyzed price. */
  readonly capped: boolean;
  readonly reason: string | null;
}

/**
 * Two offers for a strategy: the price that meets its return rule, and the price at which rent covers
 * the debt 1.2 times. Neither exceeds the analyzed price.
 */
export function offersOf(
  deal: Deal,
  strategy: Strategy,
): readonly [Offer, Offer] {
  return [
    strategy === "flip" ? seventyPercent(deal) : targetReturn(deal, strategy),
    debtCoverage(deal),
  ];
}

/**
 * The offer to make: a flip's by its rule, a rental's the lower of the two. Null when a rule that
 * counts has no price.
 */
export function suggestedOffer(
  [returnRule, coverage]: readonly [Offer, Offer],
  strategy: Strategy,
): number | null {
  if (strategy === "flip") return returnRule.price;
  return returnRule.price === null || coverage.price === null
    ? null
    : Math.min(returnRule.price, coverage.price);
}

function seventyPercent(deal: Deal): Offer {
  if (deal.arv === null) return none("seventy_percent", "there is no ARV");
  const price = seventyPercentOffer(deal.arv, deal.rehab);
  return price >= 1
    ? atMost("seventy_percent", price, deal)
    : none("seventy_percent", "repairs take 70% of the after-repair value");
}

function targetReturn(deal: Deal, strategy: Strategy): Offer {
  const target = UNDERWRITING.target_cash_on_cash;
  const surplus = strategy === "brrrr"
    ? (price: number) => {
      const brrrr = brrrrOf({ ...deal, price });
      return brrrr && brrrr.cashFlow - target * Math.max(0, brrrr.cashLeft);
    }
    : (price: number) => {
      const returns = returnsOf({ ...deal, price });
      return returns && returns.cashFlow - target * returns.cashInvested;
    };
  return highestPrice("target_return", surplus, deal);
}

/** A cash buyer's coverage is that of the long-term loan they could take. */
function debtCoverage(deal: Deal): Offer {
  const { dscr_target } = UNDERWRITING;
  const financed = deal.purchase.down_pct === 1
    ? { ...deal, purchase: deal.takeout }
    : deal;
  return highestPrice("debt_coverage", (price) => {
    const dscr = returnsOf({ ...financed, price })?.dscr ?? null;
    return dscr === null ? null : dscr - dscr_target;
  }, deal);
}

function highestPrice(
  rule: Offer["rule"],
  surplus: (price: number) => number | null,
  deal: Deal,
): Offer {
  const here = surplus(deal.price);
  if (here === null) {
    return none(rule, "rent, property tax or after-repair value is unknown");
  }
  if (here >= 0) return atMost(rule, Infinity, deal);
  const price = crossing(
    (x) => surplus(x) ?? NaN,
    1,
    deal.price,
    Math.floor,
  );
  return price === null
    ? none(rule, "no price meets it at this rent")
    : atMost(rule, price, deal);
}

function atMost(rule: Offer["rule"], price: number, deal: Deal): Offer {
  return {
    rule,
    price: Math.floor(Math.min(price, deal.price)),
    capped: price > deal.price,
    reason: null,
  };
}

function none(rule: Offer["rule"], reason: string): Offer {
  return { rule, price: null, capped: false, reason };
}
