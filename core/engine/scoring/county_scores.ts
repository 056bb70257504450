import { FACTOR_CONFIG } from "./factor_config.ts";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { Strategy } from "../../../contracts/envelope.ts";
import {
  FACTOR_NAMES,
  type FactorName,
  FACTORS,
} from "../../../contracts/scoring.ts";
import { type TractAreas, tractAreas } from "../places/tract_areas.ts";
import { fiscalYearAt } from "../rent/safmr.ts";
import { isoOf, perSnapshot, type SnapshotData } from "../snapshot.ts";
import { percentileRanks } from "../statistics/percentile_ranks.ts";
import { codeAt } from "../tables.ts";
import { type PriceLevel, priceLevels } from "./price_level.ts";
import { type RawFactor, rawFactors } from "./raw_factors.ts";

/** A factor of a tract among all tracts. */
export interface RankedFactor {
  readonly raw: RawFactor;
  /** 0-100, 100 best; null where the value is missing or the tract is not ranked. */
  readonly percentile: number | null;
  /** 0-1: what of the factor's weight is known, by age and number of its facts. */
  readonly reliability: number;
}

/** A strategy's score of a tract. */
export interface StrategyScore {
  /** County percentile, 0-100 to one decimal; null without a score. */
  readonly percentile: number | null;
  /** Weighted mean of the factors' percentiles, a missing one counting as 50; what is ranked. */
  readonly composite: number;
  /** 0-100: weight that is known, by how well. */
  readonly confidence: number;
  readonly missing: readonly FactorName[];
}

/** A tract with everything it is scored on. */
export interface TractScores {
  readonly geoid: string;
  /** Row of `tracts`. */
  readonly row: number;
  readonly county: string;
  readonly areas: TractAreas;
  readonly price: PriceLevel | null;
  readonly factors: Readonly<Record<FactorName, RankedFactor>>;
  readonly strategies: Readonly<Record<Strategy, StrategyScore>>;
  /** Why the tract has no scores at all; null where it has. */
  readonly unscored: "lake_county" | "no_price" | null;
}

/** Weights of a strategy; they sum to 1. */
export type StrategyWeights = Readonly<Partial<Record<FactorName, number>>>;
/** Weights of every strategy. */
export type Weights = Readonly<Record<Strategy, StrategyWeights>>;

const scoresOf = perSnapshot(() => new Map<string, readonly TractScores[]>());

/** The scores of every tract, by row of `tracts`, made once for a snapshot, year and fiscal year. */
export function countyScores(
  snapshot: SnapshotData,
  today: number,
): readonly TractScores[] {
  const known = scoresOf(snapshot);
  const key = `${isoOf(today).slice(0, 4)} ${fiscalYearAt(today)}`;
  let scores = known.get(key);
  if (!scores) {
    scores = scoreTracts(snapshot, today, SCORING.weights);
    known.set(key, scores);
  }
  return scores;
}

/** Scores every tract by given weights. */
export function scoreTracts(
  snapshot: SnapshotData,
  today: number,
  weights: Weights,
): readonly TractScores[] {
  const { tracts } = snapshot.tables;
  const areas = tractAreas(snapshot);
  const levels = priceLevels(snapshot);
  const rawOf = rawFactors(snapshot, today);
  const year = Number(isoOf(today).slice(0, 4));
  const rows = Array.from({ length: tracts.rows }, (_, row) => {
    const geoid = codeAt(tracts.geoid, row);
    const county = codeAt(tracts.county, row);
    const price = levels.get(geoid) ?? null;
    return {
      geoid,
      row,
      county,
      price,
      areas: areas[row],
      raw: rawOf(row),
      unscored: county !== "cook"
        ? "lake_county" as const
        : price
        ? null
        : "no_price" as const,
    };
  });
  const ranks = Object.fromEntries(
    FACTOR_NAMES.map((name) => [
      name,
      percentileRanks(
        rows.map(({ raw, unscored }) =>
          unscored ? NaN : "value" in raw[name] ? raw[name].value : NaN
        ),
        FACTORS[name].better,
      ),
    ]),
  );
  const ranked = rows.map(({ raw, ...tract }) => ({
    ...tract,
    factors: Object.fromEntries(
      FACTOR_NAMES.map((name) => [name, {
        raw: raw[name],
        percentile: known(ranks[name][tract.row]),
        reliability: reliabilityOf(raw[name], year),
      }]),
    ) as Record<FactorName, RankedFactor>,
  }));
  const byStrategy = Object.fromEntries(
    Strategy.options.map((strategy) => [
      strategy,
      rankStrategy(ranked, weights[strategy]),
    ]),
  );
  return ranked.map((tract) => ({
    ...tract,
    strategies: Object.fromEntries(
      Strategy.options.map((name) => [name, byStrategy[name][tract.row]]),
    ) as Record<Strategy, StrategyScore>,
  }));
}

function rankStrategy(
  tracts: readonly Pick<TractScores, "factors" | "unscored">[],
  weights: StrategyWeights,
): StrategyScore[] {
  const entries = (Object.entries(weights) as [FactorName, number][])
    .sort((a, b) => b[1] - a[1]);
  const [[heaviest]] = entries;
  const scores = tracts.map(({ factors, unscored }) => {
    let composite = 0;
    let confidence = 0;
    let weightKnown = 0;
    const missing: FactorName[] = [];
    for (const [name, weight] of entries) {
      const { percentile, reliability } = factors[name];
      composite += weight * (percentile ?? 50);
      if (percentile === null) {
        missing.push(name);
        continue;
      }
      weightKnown += weight;
      confidence += weight * reliability;
    }
    const scored = unscored === null && !missing.includes(heaviest) &&
      weightKnown >= SCORING.min_known_weight - 1e-9;
    return { composite, confidence: 100 * confidence, missing, scored };
  });
  // Sums of the same weights in the same order: equal facts give equal composites.
  const ranks = percentileRanks(
    scores.map(({ composite, scored }) => scored ? composite : NaN),
    "high",
  );
  return scores.map(({ scored: _, ...score }, i) => ({
    ...score,
    percentile: known(ranks[i]),
  }));
}

/** Age and number of a value's facts, 0-1. */
function reliabilityOf(raw: RawFactor, year: number): number {
  if ("missing" in raw) return 0;
  const { full_years, per_year, floor } = FACTOR_CONFIG.freshness;
  const age = Math.max(0, year - raw.referenceYear - full_years);
  return raw.reliability * Math.max(floor, 1 - per_year * age);
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
