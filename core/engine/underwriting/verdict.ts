import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Read, Strategy } from "../../../contracts/envelope.ts";
import type { ValuationState } from "../../../contracts/valuation.ts";
import { percent } from "../figures.ts";
import { brrrrOf } from "./brrrr.ts";
import type { Deal } from "./deal.ts";
import { flipOf } from "./flip.ts";
import { returnsOf } from "./returns.ts";

/** How a deal does by a strategy's test. */
export interface Outcome {
  /** 0-100: 50 just meets the test, 0 earns nothing, 100 is twice what the test asks. */
  readonly score: number;
  readonly meets: boolean;
  readonly loses: boolean;
  /** The tested figures in words. */
  readonly figures: string;
}

/** What a strategy asks of a deal, in words. */
function testOf(strategy: Strategy): string {
  const { target_flip_margin, target_cash_on_cash, dscr_target } =
    CONSTANTS.underwriting;
  return strategy === "flip"
    ? `a net profit of ${percent(target_flip_margin)} of the sale price`
    : `DSCR ${dscr_target} and ${percent(target_cash_on_cash)} cash-on-cash`;
}

/** Puts a deal to a strategy's test; null when it cannot be computed. */
export function outcomeOf(deal: Deal, strategy: Strategy): Outcome | null {
  if (strategy === "flip") {
    const flip = flipOf(deal);
    const { target_flip_margin } = CONSTANTS.underwriting;
    return flip && outcome(
      flip.margin / target_flip_margin,
      flip.netProfit < 0,
      `net profit ${percent(flip.margin, 1)} of the sale price`,
    );
  }
  const rental = strategy === "brrrr" ? brrrrOf(deal) : returnsOf(deal);
  if (rental === null) return null;
  const { dscr, cashFlow, cashOnCash } = rental;
  const { dscr_target, target_cash_on_cash } = CONSTANTS.underwriting;
  // With no debt there is nothing to cover; with no cash left the return has no bound.
  const coverage = dscr === null ? Infinity : (dscr - 1) / (dscr_target - 1);
  const yielded = cashOnCash === null
    ? Math.sign(cashFlow) * Infinity
    : cashOnCash / target_cash_on_cash;
  return outcome(
    Math.min(coverage, yielded),
    cashFlow < 0,
    [
      dscr === null ? "no debt" : `DSCR ${dscr.toFixed(2)}`,
      cashOnCash === null
        ? "no cash left in"
        : `cash-on-cash ${percent(cashOnCash, 1)}`,
    ].join(", "),
  );
}

/** @param ratio what the deal earns over what the test asks */
function outcome(ratio: number, loses: boolean, figures: string): Outcome {
  return {
    score: Math.round(Math.min(100, Math.max(0, 50 * ratio))),
    // A loan sized to DSCR 1.2 may land a rounding error below it.
    meets: ratio >= 1 - 1e-9,
    loses,
    figures,
  };
}

/** A strategy's outcomes along the value. */
export interface Outcomes {
  readonly conservative: Outcome;
  readonly base: Outcome;
  readonly aggressive: Outcome;
}

/**
 * The verdict. `pursue` needs an exact value, the test met at its base and no loss at its low end; `skip`
 * means that even the aggressive value fails; a value in between is worth a closer look.
 *
 * @param outcomes null when there is no value or the deal cannot be computed
 * @param why what is missing, for `no_read`
 */
export function decideRead(
  strategy: Strategy,
  state: ValuationState,
  outcomes: Outcomes | null,
  why: readonly string[],
): Read {
  if (outcomes === null) {
    return { strategy, verdict: "no_read", reasons: [...why] };
  }
  const { conservative, base, aggressive } = outcomes;
  const test = testOf(strategy);
  const isExact = state === "point-actionable";
  const figures = isExact ? [base.figures] : [];
  if (!aggressive.meets) {
    return {
      strategy,
      verdict: "skip",
      reasons: [`even at the aggressive value it misses ${test}`, ...figures],
    };
  }
  if (isExact && base.meets && !conservative.loses) {
    return {
      strategy,
      verdict: "pursue",
      reasons: [
        `meets ${test} at the base value and loses nothing at the conservative one`,
        ...figures,
      ],
    };
  }
  return {
    strategy,
    verdict: "screen",
    reasons: [
      conservative.meets
        ? `meets ${test} across the range`
        : base.meets
        ? `meets ${test} at the base value, not at the conservative one`
        : `meets ${test} only toward the aggressive value`,
      ...(isExact
        ? figures
        : [`the value is ${state}: not exact enough to act on`]),
    ],
  };
}
