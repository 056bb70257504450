import type { AssumptionName } from "../../../contracts/assumptions.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "./brrrr.ts";
import { dealAt } from "./deal_at.ts";
import type { Deal } from "./deal.ts";
import { flipOf } from "./flip.ts";
import type { DealInputs } from "./resolve_inputs.ts";
import type { Resolved } from "./resolved.ts";
import { returnsOf } from "./returns.ts";

/** An assumption and how much of the result hangs on it. */
export interface Mover {
  readonly assumption: AssumptionName;
  readonly low: number;
  readonly high: number;
  /** What the result differs by from one end to the other, dollars. */
  readonly swing: number;
}

/** The result that assumptions are ranked by. */
export type MovedResult = "cash_flow" | "flip_net_profit" | "brrrr_cash_left";

/** Returns which result a strategy's assumptions are ranked by. */
export function movedResult(strategy: Strategy): MovedResult {
  return strategy === "flip"
    ? "flip_net_profit"
    : strategy === "brrrr"
    ? "brrrr_cash_left"
    : "cash_flow";
}

/** How an assumption that has a range enters the deal. */
const ENTERS: Readonly<
  Partial<Record<AssumptionName, (deal: Deal, value: number) => Deal>>
> = {
  arv: (deal, arv) => ({ ...deal, arv }),
  rent_override: (deal, rent) => ({ ...deal, rent }),
  vacancy: (deal, vacancy) => ({ ...deal, vacancy }),
  insurance_annual: (deal, insurance) => ({ ...deal, insurance }),
  management: (deal, management) => ({ ...deal, management }),
  repairs: (deal, repairs) => ({ ...deal, repairs }),
  capex_reserve: (deal, reserves) => ({ ...deal, reserves }),
  tax_annual: (deal, planned) => ({
    ...deal,
    tax: () => ({ now: planned, planned }),
  }),
};

/** Returns the three assumptions that move the result most, the most first. */
export function moversOf(inputs: DealInputs, strategy: Strategy): Mover[] {
  const base = dealAt(inputs, strategy)?.deal;
  if (!base) return [];
  const result = (deal: Deal) =>
    strategy === "flip"
      ? flipOf(deal)?.netProfit
      : strategy === "brrrr"
      ? brrrrOf(deal)?.cashLeft
      : returnsOf(deal)?.cashFlow;
  return (Object.keys(ENTERS) as AssumptionName[]).flatMap((assumption) => {
    const input = inputOf(inputs, strategy, assumption);
    if (input === null || input.low === input.high) return [];
    const at = (value: number) => result(ENTERS[assumption]!(base, value));
    const [low, high] = [at(input.low), at(input.high)];
    if (low === undefined || high === undefined) return [];
    const swing = Math.abs(high - low);
    return swing > 0
      ? [{ assumption, low: input.low, high: input.high, swing }]
      : [];
  }).sort((a, b) => b.swing - a.swing).slice(0, 3);
}

function inputOf(
  inputs: DealInputs,
  strategy: Strategy,
  assumption: AssumptionName,
): Resolved | null {
  return assumption === "rent_override"
    ? inputs.rents[strategy]
    : inputs.figures[assumption];
}
