import { SCORING } from "../../../contracts/constants/scoring.ts";
import { roundTo } from "../rounding.ts";

/**
 * What a property's own economics leave of its tract's percentile: 0.35 for a deal that earns
 * nothing up to 1 for one that just meets the strategy's test (50 of 100) or does better.
 *
 * @param outcome 0-100 by the strategy's test, 50 just meets it
 */
export function economicsFactor(outcome: number): number {
  const { min, max } = SCORING.economics_factor;
  const met = Math.min(1, Math.max(0, outcome / 50));
  return min + (max - min) * met;
}

/**
 * A property's deal score, 0-100: its tract's percentile gated by its own economics. A good
 * place does not make a bad deal good. Null where either is unknown: null is not 0.
 */
export function dealScore(
  percentile: number | null,
  outcome: number | null,
): number | null {
  return percentile === null || outcome === null
    ? null
    : roundTo(percentile * economicsFactor(outcome), 1);
}
