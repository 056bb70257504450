import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "./brrrr.ts";
import type { Deal } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { coverageOver, type RentalReturns, returnsOf } from "./returns.ts";
import { lastWhole } from "./solve.ts";

/** What a price may be asked to reach. */
export type TargetName =
  | "dscr"
  | "cash_on_cash"
  | "flip_margin"
  | "break_even";

const MOST_PRICE = 1e9;

/** Returns the targets that a strategy is held against: a cash buyer owes no lender, and a flip takes no rent. */
export function targetsFor(strategy: Strategy, deal: Deal): TargetName[] {
  if (strategy === "flip") return ["flip_margin", "break_even"];
  const owesDebt = strategy === "brrrr" || deal.purchase.down_pct < 1;
  return [...owesDebt ? ["dscr" as const] : [], "cash_on_cash", "break_even"];
}

/**
 * Returns the highest price at which a deal meets a target: whole dollars, rounded down; 0 when no price
 * does, null when what it needs is unknown, infinite when every price does.
 */
export function targetPrice(
  target: TargetName,
  deal: Deal,
  strategy: Strategy,
): number | null {
  const surplus = surplusOf(target, strategy);
  const at = (price: number) => surplus({ ...deal, price });
  if (at(1) === null) return null;
  return lastWhole((x) => at(x) ?? NaN, 1, MOST_PRICE) ?? 0;
}

/** How far a deal is above a target: zero where it just meets it. */
function surplusOf(
  target: TargetName,
  strategy: Strategy,
): (deal: Deal) => number | null {
  const { dscr_target, target_cash_on_cash, target_flip_margin } = UNDERWRITING;
  if (strategy === "flip") {
    const margin = target === "flip_margin" ? target_flip_margin : 0;
    return (deal) => {
      const flip = flipOf(deal);
      return flip && flip.netProfit - margin * flip.salePrice;
    };
  }
  if (strategy === "brrrr") {
    const test = {
      dscr: (deal: Deal) => held(deal, dscr_target),
      cash_on_cash: (deal: Deal) => {
        const brrrr = brrrrOf(deal);
        return brrrr &&
          brrrr.cashFlow - target_cash_on_cash * Math.max(0, brrrr.cashLeft);
      },
      // Before the refinance, where a BRRRR can fail.
      break_even: (deal: Deal) => held(deal, 1),
      flip_margin: () => null,
    };
    return test[target];
  }
  const rental = (of: (returns: RentalReturns) => number) => (deal: Deal) => {
    const returns = returnsOf(deal);
    return returns && of(returns);
  };
  return {
    dscr: (deal: Deal) => held(deal, dscr_target),
    cash_on_cash: rental(({ cashFlow, cashInvested }) =>
      cashFlow - target_cash_on_cash * cashInvested
    ),
    break_even: rental(({ cashFlow }) => cashFlow),
    flip_margin: () => null,
  }[target];
}

/** How far NOI covers the debt service more than so many times. A cash buyer's loan is the one they could take. */
function held(deal: Deal, times: number): number | null {
  const financed = deal.purchase.down_pct === 1
    ? { ...deal, purchase: deal.takeout }
    : deal;
  return coverageOver(financed, times);
}
