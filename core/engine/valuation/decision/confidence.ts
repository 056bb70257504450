import type { ModelConfig } from "../../model_config.ts";
import type { Estimate } from "../comps/estimate.ts";

/** How confidence comes about. The three factors are also what a refusal for low confidence names. */
export interface Confidence {
  /** 0-100. */
  readonly score: number;
  /** 0-1, grows with the number of comps. */
  readonly volume: number;
  /** 0-1, grows with their mean similarity. */
  readonly closeness: number;
  /** Points taken off for disagreement, uncapped. */
  readonly dispersionPenalty: number;
}

/**
 * Confidence in an estimate: 100 x volume x closeness, less the dispersion penalty. The
 * constants are set so that, on sales before July 2022, the score comes near the share of values
 * within 20% of the price. Nothing caps the penalty; only the result is held within 0-100.
 */
export function confidenceOf(
  value: Estimate | null,
  config: ModelConfig["confidence"],
): Confidence {
  if (!value) {
    return { score: 0, volume: 0, closeness: 0, dispersionPenalty: 0 };
  }
  const {
    efoldingComps,
    closenessAtZero,
    closenessPerSimilarity,
    dispersionFree,
  } = config;
  const volume = 1 - Math.exp(-value.adjusted.length / efoldingComps);
  const close = Math.min(
    1,
    closenessAtZero + closenessPerSimilarity * value.meanSimilarity,
  );
  const dispersionPenalty = 100 * Math.max(0, value.iqrShare - dispersionFree);
  const score = 100 * volume * close - dispersionPenalty;
  return {
    score: Math.max(0, Math.min(100, score)),
    volume,
    closeness: close,
    dispersionPenalty,
  };
}
