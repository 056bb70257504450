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

/** All compared features in one list, for the search that asks millions of times. */
const COMPARED = Int32Array.from(PARTS.flatMap(({ at }) => [...at]));
const PER = Float64Array.from(PARTS.flatMap(({ per }) => [...per]));

const NEIGHBORHOOD = featureAt("neighborhood");

/** The difference of one feature in units of its bandwidth. */
function difference(mine: number, theirs: number, per: number): number {
  if (mine === theirs) return 0;
  const scaled = (mine - theirs) / per;
  if (!Number.isNaN(scaled)) return scaled;
  // Unknown on one side only; a fact no one records separates nobody.
  return Number.isNaN(mine) && Number.isNaN(theirs) ? 0 : unknown_difference;
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
  for (let k = 0; k < COMPARED.length && log >= floor; k++) {
    const at = COMPARED[k];
    const d = difference(subject[at], comps[offset + at], PER[k]);
    log -= d * d / 2;
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
      PARTS.map(({ name, at, per }) => {
        let sum = 0;
        for (let k = 0; k < at.length; k++) {
          sum += difference(subject[at[k]], comps[offset + at[k]], per[k]) ** 2;
        }
        return [name, Math.exp(-sum / 2)];
      }),
    ),
    net_adjustment: Math.exp(logGap(gap)),
  };
}
