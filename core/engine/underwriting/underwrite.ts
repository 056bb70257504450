import {
  type Read,
  Strategy,
  type Warning,
} from "../../../contracts/envelope.ts";
import type { FinancingType } from "../../../contracts/financing.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { Valuation } from "../valuation/valuation.ts";
import { dealAt, type DealAtValue, leaning, type Leans } from "./deal_at.ts";
import { noticesOf } from "./notices.ts";
import {
  type DealInputs,
  resolveInputs,
  type UnderwriteRequest,
} from "./resolve_inputs.ts";
import { decideRead, outcomeOf, type Outcomes } from "./verdict.ts";

/** A fact that could not be resolved, and what would resolve it. */
export interface MissingFact {
  readonly field: string;
  readonly reason: string;
  readonly fix: string;
}

/** A strategy's verdict, and its score where the value is exact. */
export interface StrategyScore {
  readonly score: number | null;
  readonly read: Read;
}

/** An underwriting: its inputs, its deal and its verdicts. Every other figure follows from these. */
export interface Underwriting {
  readonly valuation: Valuation;
  readonly strategy: Strategy;
  readonly inputs: DealInputs;
  /** The deal as expected; null without a price. */
  readonly deal: DealAtValue | null;
  /** Whether exact figures may be shown: only in state `point-actionable`. */
  readonly isExact: boolean;
  readonly scores: Readonly<Record<Strategy, StrategyScore>>;
  /** The verdict of the asked strategy. */
  readonly read: Read;
  readonly missing: readonly MissingFact[];
  readonly warnings: readonly Warning[];
  /** Resolves the same question with another loan. */
  withLoan(loan: FinancingType): DealInputs;
}

/**
 * Underwrites a valued subject.
 *
 * @throws {Fault} `invalid_params` where the assumptions do not fit the property
 */
export function underwrite(
  snapshot: SnapshotData,
  valuation: Valuation,
  request: UnderwriteRequest,
): Underwriting {
  const { strategy, custom } = request;
  const inputs = resolveInputs(snapshot, valuation, request);
  const deal = dealAt(inputs, strategy);
  const missing = missingFacts(valuation, inputs);
  const scores = scoresOf(valuation, inputs, missing);
  return {
    valuation,
    strategy,
    inputs,
    deal,
    isExact: valuation.state === "point-actionable" && deal !== null,
    scores,
    read: scores[strategy].read,
    missing,
    warnings: [...inputs.warnings, ...noticesOf(inputs, deal, strategy)],
    withLoan: (financing_type) =>
      resolveInputs(snapshot, valuation, {
        ...request,
        custom: {
          ...custom,
          financing_type,
          rate: undefined,
          down_pct: undefined,
          closing_buy: undefined,
        },
      }),
  };
}

/** Verdict of every strategy, and its score where the value is exact. */
function scoresOf(
  { state, stateReasons, refusal }: Valuation,
  inputs: DealInputs,
  missing: readonly MissingFact[],
): Underwriting["scores"] {
  const why = (strategy: Strategy) => {
    const lacking = missing
      .filter(({ field }) => strategy !== "flip" || field !== "rent_override")
      .map(({ reason }) => reason);
    return [
      ...new Set([
        ...lacking,
        ...(inputs.figures.arv === null ? stateReasons : []),
        ...(refusal && inputs.figures.arv === null ? [refusal.reason] : []),
      ]),
    ];
  };
  const scoreOf = (strategy: Strategy): StrategyScore => {
    const outcomes = outcomesOf(inputs, strategy, state === "point-actionable");
    return {
      score: state === "point-actionable" && outcomes
        ? outcomes.expected.score
        : null,
      read: decideRead(strategy, state, outcomes, why(strategy)),
    };
  };
  return Object.fromEntries(
    Strategy.options.map((strategy) => [strategy, scoreOf(strategy)]),
  ) as Record<Strategy, StrategyScore>;
}

/** Outcomes along the value where it is exact, else along everything uncertain; null where the deal cannot be computed. */
function outcomesOf(
  inputs: DealInputs,
  strategy: Strategy,
  isExact: boolean,
): Outcomes | null {
  const expected = leaning("expected");
  const at = (leans: Leans) => {
    const found = dealAt(inputs, strategy, leans);
    return found && outcomeOf(found.deal, strategy);
  };
  const along = (lean: "cautious" | "favorable") =>
    at(isExact ? { ...expected, value: lean } : leaning(lean));
  const outcomes = {
    cautious: along("cautious"),
    expected: at(expected),
    favorable: along("favorable"),
  };
  const { cautious, favorable } = outcomes;
  return cautious && outcomes.expected && favorable &&
    { cautious, expected: outcomes.expected, favorable };
}

/** What could not be resolved, and what would resolve it. */
function missingFacts(
  { refusal, stateReasons }: Valuation,
  { figures, rents, rentEstimate, tax, request }: DealInputs,
): MissingFact[] {
  const missing: MissingFact[] = [];
  if (figures.arv === null) {
    missing.push({
      field: "arv",
      reason: refusal?.reason ?? stateReasons[0] ?? "there is no value",
      fix: `${
        refusal?.fix ?? "see state_reasons"
      }; or give arv, your own value`,
    });
  }
  if (figures.purchase_price === null) {
    missing.push({
      field: "purchase_price",
      reason:
        "no price is given, it is not for sale, and there is no value to start from",
      fix: "give purchase_price",
    });
  }
  if (rents.hold === null && "reason" in rentEstimate) {
    missing.push({ field: "rent_override", ...rentEstimate });
  }
  if (tax === null && request.custom.tax_annual === undefined) {
    missing.push({
      field: "tax_annual",
      reason: "the property tax here is unknown",
      fix: "give tax_annual, the bill a year",
    });
  }
  return missing;
}
