import type { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "./brrrr.ts";
import type { Deal } from "./deal.ts";
import { dealAt, type Lean, leaning, type Leans } from "./deal_at.ts";
import { type DealMetrics, returnMetrics } from "./metrics.ts";
import { offersOf, suggestedOffer } from "./offers.ts";
import type { DealInputs } from "./resolve_inputs.ts";

/** From the least to the most. A null end has no bound. */
export interface Span {
  readonly low: number | null;
  readonly high: number | null;
}

/** Ranges of the metrics; null where a metric cannot be computed. */
export type MetricSpans = Readonly<Record<keyof DealMetrics, Span | null>>;

const ENDS: readonly Lean[] = ["cautious", "favorable"];

/** Every combination of ends. Metrics move one way with each input, so these hold their extremes. */
const CORNERS: readonly Leans[] = ENDS.flatMap((value) =>
  ENDS.flatMap((rent) =>
    ENDS.flatMap((tax) =>
      ENDS.map((costs): Leans => ({
        value,
        rent,
        tax,
        costs,
        growth: "expected",
      }))
    )
  )
);

/** Returns the deal with its inputs as given, and at every combination of the ends of their ranges. */
function cornersOf(inputs: DealInputs, strategy: Strategy): Deal[] {
  return [leaning("expected"), ...CORNERS].flatMap((leans) =>
    dealAt(inputs, strategy, leans)?.deal ?? []
  );
}

/** Returns the ranges of a deal's metrics over the uncertainty of its inputs. */
export function rangesOf(inputs: DealInputs, strategy: Strategy): MetricSpans {
  const corners = cornersOf(inputs, strategy);
  const all = corners.map((deal) => returnMetrics(deal, strategy));
  const spans = Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => [
      name,
      spanOf(all.map((each) => each[name as keyof typeof each])),
    ]),
  ) as Record<keyof DealMetrics, Span | null>;
  const unbounded = corners.some((deal, i) =>
    (all[i].brrrrCashLeft ?? 1) <= 0 && brrrrOf(deal)?.infiniteReturn
  );
  const { brrrrCashOnCash } = spans;
  return {
    ...spans,
    brrrrCashOnCash: unbounded
      ? { low: brrrrCashOnCash?.low ?? null, high: null }
      : brrrrCashOnCash,
    suggestedOffer: spanOf(ENDS.map((lean) => {
      const deal = dealAt(inputs, strategy, leaning(lean))?.deal;
      return deal ? suggestedOffer(offersOf(deal, strategy), strategy) : null;
    })),
  };
}

/** Returns the span of some numbers; null when none is known. */
export function spanOf(
  numbers: readonly (number | null | undefined)[],
): Span | null {
  const known = numbers.filter((each) => each !== null && each !== undefined);
  return known.length === 0
    ? null
    : { low: Math.min(...known), high: Math.max(...known) };
}
