import type { AreaContext } from "./arv.ts";
import type { Publication } from "./publish.ts";

/** A range that stands in for a refused value: never a base, never called the value. */
export interface Fallback {
  /** What the range rests on. */
  readonly method: "price_model" | "tract_heuristic";
  /** Whole dollars. */
  readonly low: number;
  /** Whole dollars. */
  readonly high: number;
  /** Nominal coverage of low..high, a fraction. */
  readonly interval: number;
}

/** Half of an area's sales lie between its quartiles. */
const QUARTILES = 0.5;

/**
 * Returns the range beside a refusal of the comps: of the price model where it knows the place, else of the
 * area's sales; null where nothing was refused or nothing may stand in.
 */
export function fallbackOf(
  { decision, value }: Pick<Publication, "decision" | "value">,
  context: AreaContext | null,
): Fallback | null {
  const { refusal, basis, state } = decision;
  if (!refusal) return null;
  if (basis !== null && value) {
    return {
      method: "price_model",
      low: value.conservative,
      high: value.aggressive,
      interval: value.interval,
    };
  }
  return context && ["area-context", "stale"].includes(state)
    ? {
      method: "tract_heuristic",
      ...context.range,
      interval: QUARTILES,
    }
    : null;
}
