import { CONSTANTS } from "../../../contracts/constants.ts";
import { featureAt, FEATURES } from "./features.ts";

/** A part of similarity: features compared together, each with the difference that costs as much as one standard deviation. */
interface Part {
  readonly name: string;
  readonly at: Int32Array;
  readonly per: Float64Array;
}

const { bandwidths, unknown_difference } = CONSTANTS.comps;

/** Parts that compare features, in the order they are shown. */
const PARTS: readonly Part[] = Object.entries(bandwidths.features).map(
  ([name, features]) => {
    const entries = Object.entries(features);
    return {
      name,
      at: Int32Array.from(entries, ([feature]) => featureAt(feature)),
      per: Float64Array.from(entries, ([, width]) => width),
    };
  },
);

const NEIGHBORHOOD = featureAt("neighborhood");

/** Log similarity of the features of one part. */
function logPart(
  part: Part,
  subject: Float64Array,
  comps: Float32Array,
  offset: number,
): number {
  let sum = 0;
  for (let k = 0; k < part.at.length; k++) {
    const mine = subject[part.at[k]];
    const theirs = comps[offset + part.at[k]];
    if (mine === theirs) continue;
    const difference = Number.isNaN(mine) || Number.isNaN(theirs)
      // Unknown on one side only; a fact no one records separates nobody.
      ? (Number.isNaN(mine) && Number.isNaN(theirs) ? 0 : unknown_difference)
      : (mine - theirs) / part.per[k];
    sum += difference * difference;
  }
  return -sum / 2;
}

function logNeighborhood(
  subject: Float64Array,
  comps: Float32Array,
  offset: number,
): number {
  const mine = subject[NEIGHBORHOOD];
  const theirs = comps[offset + NEIGHBORHOOD];
  return mine === theirs || Number.isNaN(mine) || Number.isNaN(theirs)
    ? 0
    : -bandwidths.other_neighborhood;
}

const logGap = (gap: number) => -((gap / bandwidths.net_adjustment) ** 2) / 2;

/**
 * Log of the similarity of a sale, 0 for a twin next door today. Stops early below `floor`: the
 * result is then some number below `floor`.
 *
 * @param subject the subject's feature row
 * @param comps feature rows of sales, `FEATURES.length` wide
 * @param sale which of them
 * @param distance meters apart
 * @param age days between the sale and the as-of day
 * @param gap difference of the surface between subject and sale, a log
 */
export function logSimilarity(
  subject: Float64Array,
  comps: Float32Array,
  sale: number,
  distance: number,
  age: number,
  gap: number,
  floor: number,
): number {
  const offset = sale * FEATURES.length;
  let log = -distance / bandwidths.distance_m - age / bandwidths.age_days +
    logGap(gap);
  if (log < floor) return log;
  log += logNeighborhood(subject, comps, offset);
  for (let p = 0; p < PARTS.length && log >= floor; p++) {
    log += logPart(PARTS[p], subject, comps, offset);
  }
  return log;
}

/** The similarity of a sale in parts: factors of 0-1 whose product it is. Arguments as for `logSimilarity`. */
export function similarityParts(
  subject: Float64Array,
  comps: Float32Array,
  sale: number,
  distance: number,
  age: number,
  gap: number,
): Record<string, number> {
  const offset = sale * FEATURES.length;
  return {
    distance: Math.exp(-distance / bandwidths.distance_m),
    recency: Math.exp(-age / bandwidths.age_days),
    neighborhood: Math.exp(logNeighborhood(subject, comps, offset)),
    ...Object.fromEntries(
      PARTS.map((part) => [
        part.name,
        Math.exp(logPart(part, subject, comps, offset)),
      ]),
    ),
    net_adjustment: Math.exp(logGap(gap)),
  };
}
