import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Read, Strategy } from "../../../contracts/envelope.ts";
import type { ValuationState } from "../../../contracts/valuation.ts";
import { dollars, percent, yieldWords } from "../figures.ts";
import { roundTo } from "../rounding.ts";
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
  /** What is asked of them, in words. */
  readonly test: string;
}

/** Returns a deal put to a strategy's test; null when it cannot be computed. A purchase in cash owes no lender a DSCR. */
export function outcomeOf(deal: Deal, strategy: Strategy): Outcome | null {
  const { target_flip_margin, target_cash_on_cash, dscr_target } = UNDERWRITING;
  if (strategy === "flip") {
    const flip = flipOf(deal);
    return flip && outcome(
      flip.margin / target_flip_margin,
      flip.netProfit < 0,
      `net profit ${dollars(flip.netProfit)}, ${
        percent(flip.margin, 1)
      } of the sale price`,
      `${percent(target_flip_margin)} of the sale price`,
    );
  }
  const rental = strategy === "brrrr" ? brrrrOf(deal) : returnsOf(deal);
  if (rental === null) return null;
  const { dscr, cashFlow, cashOnCash } = rental;
  const coverage = dscr === null ? Infinity : (dscr - 1) / (dscr_target - 1);
  const yielded = cashOnCash === null
    ? Math.sign(cashFlow) * Infinity
    : cashOnCash / target_cash_on_cash;
  return outcome(
    Math.min(coverage, yielded),
    cashFlow < 0,
    [
      dscr !== null
        ? `DSCR ${roundTo(dscr, 4).toFixed(2)}`
        : strategy === "brrrr"
        ? "no loan to refinance with"
        : [],
      cashOnCash === null
        ? "no cash left in"
        : `cash-on-cash ${yieldWords(cashOnCash)}`,
    ].flat().join(", "),
    [
      dscr === null && strategy !== "brrrr" ? [] : `DSCR ${dscr_target}`,
      `${percent(target_cash_on_cash)} cash-on-cash`,
    ].flat().join(" and ") +
      (strategy === "brrrr" ? " after the refinance" : ""),
  );
}

/** @param ratio what the deal earns over what the test asks */
function outcome(
  ratio: number,
  loses: boolean,
  figures: string,
  test: string,
): Outcome {
  return {
    score: Math.round(Math.min(100, Math.max(0, 50 * ratio))),
    // A loan sized to the target DSCR may land a rounding error below it.
    meets: ratio >= 1 - 1e-9,
    loses,
    figures,
    test,
  };
}

/** States without any value. */
const VALUELESS: ReadonlySet<ValuationState> = new Set<ValuationState>([
  "unscored",
  "suppressed",
]);

/** A strategy's outcomes: at the worse ends of what is uncertain, as expected, and at the better ends. */
export interface Outcomes {
  readonly cautious: Outcome;
  readonly expected: Outcome;
  readonly favorable: Outcome;
}

/**
 * Returns the verdict. `pursue` needs an exact value, the test met as expected and no loss at the value's low
 * end; `skip` means that even the better ends fail; anything between is worth a closer look. The first reason
 * holds the figures that decided.
 *
 * @param outcomes null when the deal cannot be computed
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
  const { cautious, expected, favorable } = outcomes;
  const isExact = state === "point-actionable";
  const test = expected.test;
  if (!favorable.meets) {
    return {
      strategy,
      verdict: "skip",
      reasons: [
        `${
          !isExact
            ? "at best "
            : favorable.figures === expected.figures
            ? ""
            : "at the aggressive value "
        }${favorable.figures}; the test is ${test}`,
      ],
    };
  }
  if (isExact && expected.meets && !cautious.loses) {
    return {
      strategy,
      verdict: "pursue",
      reasons: [
        `${expected.figures}; meets ${test}, and loses nothing at the conservative value (${cautious.figures})`,
      ],
    };
  }
  const isMet = cautious.meets
    ? `meets ${test} across the range`
    : isExact
    ? expected.meets
      ? `meets ${test} at the base value, not at the conservative one`
      : `meets ${test} only toward the aggressive value`
    : `meets ${test} only toward the favorable end`;
  return {
    strategy,
    verdict: "screen",
    reasons: [
      isExact
        ? `${expected.figures}; ${isMet}`
        : `from ${cautious.figures} to ${favorable.figures}; ${isMet}`,
      ...(isExact ? [] : [
        VALUELESS.has(state)
          ? `there is no value (${state}): a range of the other inputs, not a point`
          : `the value is ${state}: a range, not a point`,
      ]),
    ],
  };
}
