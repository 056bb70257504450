import { CONSTANTS } from "../../../../contracts/constants.ts";
import {
  COMPARED,
  NEIGHBORHOOD,
  PARTS,
  PER,
} from "../training/compared_features.ts";
import { FEATURES } from "../training/features.ts";

const { bandwidths, unknown_difference } = CONSTANTS.comps;

/** The difference of one feature in units of its bandwidth. */
function difference(mine: number, theirs: number, per: number): number {
  const scaled = (mine - theirs) / per;
  if (!Number.isNaN(scaled)) return scaled;
  // Unknown on one side only; a fact no one records separates nobody.
  return Number.isNaN(mine) && Number.isNaN(theirs) ? 0 : unknown_difference;
}

const logNeighborhood = (mine: number, theirs: number): number =>
  mine === theirs || Number.isNaN(mine) || Number.isNaN(theirs)
    ? 0
    : -bandwidths.other_neighborhood;

const logGap = (gap: number) => -((gap / bandwidths.net_adjustment) ** 2) / 2;

/**
 * Log of the similarity of a sale, 0 for a twin next door today. Stops early below `floor`: the
 * result is then some number below `floor`.
 *
 * @param subject the subject's `COMPARED` features
 * @param comps the same of sales, row after row
 * @param row which of them
 * @param distance meters apart
 * @param age days between the sale and the as-of day
 * @param gap difference of the price model between subject and sale, a log
 */
export function logSimilarity(
  subject: Float64Array,
  comps: Float32Array,
  row: number,
  distance: number,
  age: number,
  gap: number,
  floor: number,
): number {
  const offset = row * COMPARED.length;
  let log = -distance / bandwidths.distance_m - age / bandwidths.age_days +
    logGap(gap);
  if (log < floor) return log;
  log += logNeighborhood(subject[PER.length], comps[offset + PER.length]);
  for (let k = 0; k < PER.length && log >= floor; k++) {
    const d = difference(subject[k], comps[offset + k], PER[k]);
    log -= d * d / 2;
  }
  return log;
}

/**
 * The similarity of a sale in parts: factors of 0-1 whose product it is. Arguments as for
 * `logSimilarity`, but for the features: rows of all `FEATURES`.
 */
export function similarityParts(
  subject: Float64Array,
  comps: Float32Array,
  sale: number,
  distance: number,
  age: number,
  gap: number,
): Record<string, number> {
  const offset = sale * FEATURES.length;
  const parts: Record<string, number> = {
    distance: Math.exp(-distance / bandwidths.distance_m),
    recency: Math.exp(-age / bandwidths.age_days),
    neighborhood: Math.exp(
      logNeighborhood(subject[NEIGHBORHOOD], comps[offset + NEIGHBORHOOD]),
    ),
  };
  for (const { name, at, per } of PARTS) {
    let sum = 0;
    for (let k = 0; k < at.length; k++) {
      sum += difference(subject[at[k]], comps[offset + at[k]], per[k]) ** 2;
    }
    parts[name] = Math.exp(-sum / 2);
  }
  parts.net_adjustment = Math.exp(logGap(gap));
  return parts;
}
