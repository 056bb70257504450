import type { Strategy } from "../../../contracts/envelope.ts";
import type { Deal } from "./deal.ts";
import { seventyPercentOffer } from "./flip.ts";
import { targetPrice } from "./targets.ts";

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
    strategy === "flip" ? seventyPercent(deal) : bearable(
      "target_return",
      targetPrice("cash_on_cash", deal, strategy),
      deal,
    ),
    bearable("debt_coverage", targetPrice("dscr", deal, "hold"), deal),
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

/** What a rule bears, as far as the analyzed price. */
function bearable(
  rule: Offer["rule"],
  price: number | null,
  deal: Deal,
): Offer {
  if (price === null) {
    return none(rule, "rent, property tax or after-repair value is unknown");
  }
  return price === 0
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
