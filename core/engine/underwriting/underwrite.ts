import { CONSTANTS } from "../../../contracts/constants.ts";
import {
  type Read,
  Strategy,
  type Warning,
} from "../../../contracts/envelope.ts";
import type { Underwriting } from "../../../contracts/underwriting.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { Valuation } from "../valuation/valuation.ts";
import {
  assumptionsAnswer,
  financingAnswer,
  rentAnswer,
  sourcesOf,
  taxAnswer,
} from "./answers.ts";
import { exactFigures, NO_FIGURES } from "./exact.ts";
import { metricsOf, rangesOf } from "./metrics.ts";
import { dealAt } from "./deal_at.ts";
import {
  type DealInputs,
  resolveInputs,
  type UnderwriteRequest,
} from "./resolve_inputs.ts";
import { decideRead, outcomeOf, type Outcomes } from "./verdict.ts";

/** An underwriting: its part of the answer, the verdict for the asked strategy and what to warn of. */
export interface UnderwritingResult {
  readonly answer: Underwriting;
  readonly read: Read;
  readonly warnings: readonly Warning[];
}

/**
 * Underwrites a valued subject. What depends on the value is exact only in state `point-actionable`; in
 * `range-only` the same metrics come as ranges; in every other state they are withheld. What follows from the
 * caller's price and terms alone is always there.
 *
 * @throws {Fault} `invalid_params` where the assumptions do not fit the property
 */
export function underwrite(
  snapshot: SnapshotData,
  valuation: Valuation,
  request: UnderwriteRequest,
): UnderwritingResult {
  const { state, arv } = valuation;
  const { strategy } = request;
  const inputs = resolveInputs(snapshot, valuation, request);
  const sources = sourcesOf(inputs, strategy);
  const { terms, price, tax } = inputs;
  const missing = missingFacts(valuation, inputs);
  const scores = scoresOf(valuation, inputs, missing);
  const at = (value: number | null) =>
    dealAt(inputs, strategy, value, arv?.base ?? null);
  const deal = at(arv?.base ?? null);
  const isExact = state === "point-actionable" && deal !== null;
  const isRange = state === "range-only" && arv !== null && price !== null;
  const ranges = isRange
    ? rangesOf(
      metricsOf(at(arv.conservative)!.deal, strategy),
      metricsOf(at(arv.aggressive)!.deal, strategy),
    )
    : null;
  return {
    read: scores[strategy].read,
    warnings: deal?.arv?.capped
      ? [...inputs.warnings, ARV_CAPPED]
      : inputs.warnings,
    answer: {
      strategy,
      assumptions: assumptionsAnswer(inputs, strategy),
      financing: deal && financingAnswer(deal.deal, inputs, sources),
      property_tax: tax &&
        taxAnswer(tax, price, terms.preset.owner_occupied),
      rent: rentAnswer(inputs, strategy),
      missing,
      strategy_scores: scores,
      ranges,
      withheld: state === "point-actionable" ? null : {
        state,
        reason: withheldReason(valuation, ranges),
        fields: [...Object.keys(NO_FIGURES), "strategy_scores.*.score"],
      },
      ...(isExact ? exactFigures(deal, strategy, sources) : NO_FIGURES),
    },
  };
}

const ARV_CAPPED: Warning = {
  code: "arv_capped",
  message:
    `The rents support less than the comps: sale and refinance are computed at ${CONSTANTS.underwriting.income_arv_cap} times the income value, below the ARV.`,
};

/** Verdict of every strategy, and its score where the value is exact. */
function scoresOf(
  valuation: Valuation,
  inputs: DealInputs,
  missing: Underwriting["missing"],
): Underwriting["strategy_scores"] {
  const { state, stateReasons, arv } = valuation;
  // With a value at hand, what is missing is what keeps a strategy from a verdict; a flip needs no rent.
  const why = (strategy: Strategy) => {
    const lacking = missing
      .filter(({ field }) => strategy !== "flip" || field !== "rent")
      .map(({ reason }) => reason);
    return arv !== null && lacking.length > 0
      ? lacking
      : [...new Set([...stateReasons, ...lacking])];
  };
  const scoreOf = (strategy: Strategy) => {
    const outcomes = outcomesOf(valuation, inputs, strategy);
    return {
      score: state === "point-actionable" && outcomes
        ? outcomes.base.score
        : null,
      read: decideRead(strategy, state, outcomes, why(strategy)),
    };
  };
  return {
    flip: scoreOf("flip"),
    brrrr: scoreOf("brrrr"),
    hold: scoreOf("hold"),
    section8: scoreOf("section8"),
  };
}

/** Outcomes of a strategy along the value; null without a value, a price or a fact it needs. */
function outcomesOf(
  { arv }: Valuation,
  inputs: DealInputs,
  strategy: Strategy,
): Outcomes | null {
  if (arv === null) return null;
  const at = (value: number) => {
    const found = dealAt(inputs, strategy, value, arv.base);
    return found && outcomeOf(found.deal, strategy);
  };
  const conservative = at(arv.conservative);
  const base = at(arv.base);
  const aggressive = at(arv.aggressive);
  return conservative && base && aggressive &&
    { conservative, base, aggressive };
}

/** What could not be settled, and what would settle it. */
function missingFacts(
  { arv, refusal, stateReasons }: Valuation,
  { price, rentEstimate, request, tax }: DealInputs,
): Underwriting["missing"] {
  const missing: Underwriting["missing"] = [];
  if (arv === null) {
    missing.push({
      field: "arv",
      reason: refusal?.reason ?? stateReasons[0] ?? "there is no value",
      fix: refusal?.fix ?? "see state_reasons",
    });
  }
  if (price === null) {
    missing.push({
      field: "purchase_price",
      reason:
        "no price is given or listed, and there is no value to start from",
      fix: "give custom_assumptions.purchase_price",
    });
  }
  if ("reason" in rentEstimate && request.custom.rent_override === undefined) {
    missing.push({ field: "rent", ...rentEstimate });
  }
  if (tax === null) {
    missing.push({
      field: "property_tax",
      reason: "the property tax here is not known to us",
      fix: "load the county's tax rates and assessments",
    });
  }
  return missing;
}

function withheldReason(
  { state, stateReasons }: Valuation,
  ranges: Underwriting["ranges"],
) {
  const hasRanges = Object.values(ranges ?? {}).some((each) => each !== null);
  const why = stateReasons.length > 0 ? `: ${stateReasons.join("; ")}` : "";
  return `The value is ${state}${why}. ${
    hasRanges
      ? "Figures that move with the value are under ranges, from its conservative and aggressive ends; the others are withheld."
      : "Figures that rest on it are withheld."
  }`;
}
