import type { FactorName } from "../../../contracts/scoring.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type { SnapshotData } from "../snapshot.ts";
import {
  scoreTracts,
  type TractScores,
  type Weights,
} from "./county_scores.ts";

/** How ranks move when one weight does. */
export interface Sensitivity {
  readonly strategy: Strategy;
  readonly factor: FactorName;
  /** What the weight was multiplied by; the others take up or give what is left. */
  readonly times: number;
  /** Spearman's correlation of the percentiles before and after. */
  readonly rankCorrelation: number;
  /** Share of the best tenth that stays in it. */
  readonly topTenthKept: number;
}

/** Moves every weight of every strategy by each multiple and compares the ranks. */
export function sensitivity(
  snapshot: SnapshotData,
  today: number,
  weights: Weights,
  multiples: readonly number[],
): Sensitivity[] {
  const base = scoreTracts(snapshot, today, weights);
  return (Object.keys(weights) as Strategy[]).flatMap((strategy) =>
    (Object.keys(weights[strategy]) as FactorName[]).flatMap((factor) =>
      multiples.map((times) => {
        const moved = scoreTracts(snapshot, today, {
          ...weights,
          [strategy]: reweighted(weights[strategy], factor, times),
        });
        return { strategy, factor, times, ...compare(base, moved, strategy) };
      })
    )
  );
}

function reweighted(
  weights: Weights[Strategy],
  factor: FactorName,
  times: number,
): Weights[Strategy] {
  const own = weights[factor]! * times;
  const rest = (1 - own) / (1 - weights[factor]!);
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [
      name,
      name === factor ? own : weight * rest,
    ]),
  );
}

function compare(
  base: readonly TractScores[],
  moved: readonly TractScores[],
  strategy: Strategy,
): Pick<Sensitivity, "rankCorrelation" | "topTenthKept"> {
  const pairs = base.flatMap((tract, row) => {
    const before = tract.strategies[strategy].percentile;
    const after = moved[row].strategies[strategy].percentile;
    return before === null || after === null ? [] : [[before, after]];
  });
  // Ranks of both are percentiles around 50, so their correlation is Spearman's.
  let xx = 0, yy = 0, xy = 0, top = 0, kept = 0;
  for (const [before, after] of pairs) {
    const x = before - 50, y = after - 50;
    xx += x * x;
    yy += y * y;
    xy += x * y;
    if (before >= 90) {
      top++;
      if (after >= 90) kept++;
    }
  }
  return {
    rankCorrelation: xy / Math.sqrt(xx * yy),
    topTenthKept: kept / top,
  };
}
