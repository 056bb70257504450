import { weightedQuantiles } from "../../statistics/quantile.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import { levelOfSale, type Market } from "../model/market.ts";
import type { Found, SearchSubject } from "./search.ts";

/** What the accepted comps say together. Prices in dollars, not rounded. */
export interface Estimate {
  /** By comp, in the order of the search (most similar first). */
  readonly timeAdjusted: Float64Array;
  readonly adjusted: Float64Array;
  /** Shares of the weighted median, summing to 1. */
  readonly weights: Float64Array;
  readonly base: number;
  readonly conservative: number;
  readonly aggressive: number;
  readonly q1: number;
  readonly q3: number;
  /** Interquartile range over the median. */
  readonly iqrShare: number;
  readonly meanSimilarity: number;
  /** Weighted mean of how far (log) the comps sold from what the price model says of them. */
  readonly localError: number;
  /** Comps of equal weight that would say as much: (sum of weights)^2 / sum of squares. */
  readonly effectiveComps: number;
}

/** Brings the found sales to the as-of day and to the subject's features, and takes their weighted median, drawn a little towards the price model. Null without comps. */
export function estimate(
  market: Market,
  subject: SearchSubject,
  found: Found,
): Estimate | null {
  const count = found.sales.length;
  if (count === 0) return null;
  const { training, heldOutBy, fitted, types, config } = market;
  const { weightPower, intervalWidening, modelWeight } = config.comps;
  const timeAdjusted = new Float64Array(count);
  const adjusted = new Float64Array(count);
  const weights = new Float64Array(count);
  let total = 0;
  let similarity = 0;
  let error = 0;
  for (let i = 0; i < count; i++) {
    const sale = found.sales[i];
    const log = training.logPrice[sale] -
      levelOfSale(market, sale);
    timeAdjusted[i] = Math.exp(log);
    adjusted[i] = Math.exp(
      log + subject.byFold[heldOutBy[sale]] - fitted[sale],
    );
    weights[i] = found.similarity[i] ** weightPower;
    total += weights[i];
    error += weights[i] * Math.abs(log - fitted[sale]);
    similarity += found.similarity[i];
  }
  let squares = 0;
  for (let i = 0; i < count; i++) {
    weights[i] /= total;
    squares += weights[i] ** 2;
  }
  const at = weightedQuantiles(adjusted, weights);
  const middle = at(0.5);
  const effective = 1 / squares;
  // The price model is blended in: where comps are few or unequal, their median is noisy.
  const type = MODELLED_TYPES[subject.type];
  const pull = effective / (effective + modelWeight[type]);
  const [, usual] = types[subject.type]!.residuals;
  const modelValue = Math.exp(subject.predicted + usual);
  const base = middle ** pull * modelValue ** (1 - pull);
  const widened = (end: number) =>
    base * Math.exp(Math.log(end / middle) * intervalWidening);
  const q1 = at(0.25);
  const q3 = at(0.75);
  return {
    timeAdjusted,
    adjusted,
    weights,
    base,
    conservative: widened(at(0.1)),
    aggressive: widened(at(0.9)),
    q1,
    q3,
    iqrShare: (q3 - q1) / middle,
    meanSimilarity: similarity / count,
    localError: error / total,
    effectiveComps: effective,
  };
}
