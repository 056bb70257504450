import type { CompsConfig } from "../../model_config.ts";
import {
  COMPARED,
  comparedParts,
  NEIGHBORHOOD,
} from "../training/compared_features.ts";

/** Where a sale lies relative to the subject. */
export interface Gap {
  /** Meters apart. */
  readonly distance: number;
  /** Days between the sale and the as-of day. */
  readonly age: number;
  /** Difference of the price model between subject and sale, a log. */
  readonly model: number;
}

/** How similar sales are to one subject. */
export interface Similarity {
  /**
   * Returns the log of a sale's similarity, 0 for a twin next door today. Stops early below
   * `floor`: the result is then some number below `floor`.
   *
   * @param compared `COMPARED` features of sales, row after row
   * @param offset where the sale's row begins
   * @param distance meters apart
   * @param age days between the sale and the as-of day
   * @param model difference of the price model between subject and sale, a log
   */
  log(
    compared: Float32Array,
    offset: number,
    distance: number,
    age: number,
    model: number,
    floor: number,
  ): number;
  /**
   * Returns the similarity of a sale in parts: factors of 0-1 whose product it is.
   *
   * @param sale its feature row
   */
  parts(sale: Float32Array, gap: Gap): Record<string, number>;
}

type Bandwidths = CompsConfig["bandwidths"];

/** The parts of similarity and the bandwidths of all their features in a row. */
interface Parts {
  readonly parts: ReturnType<typeof comparedParts>;
  readonly per: Float64Array;
}

const known = new WeakMap<Bandwidths, Parts>();

/** Returns the parts of a config, laid out once: every search asks for them. */
function partsOf(bandwidths: Bandwidths): Parts {
  let of = known.get(bandwidths);
  if (!of) {
    const parts = comparedParts(bandwidths.features);
    const per = Float64Array.from(parts.flatMap((part) => [...part.per]));
    known.set(bandwidths, of = { parts, per });
  }
  return of;
}

/** Returns the similarity to the subject with this feature row. */
export function similarityTo(
  features: Float64Array,
  { bandwidths, unknownDifference }: CompsConfig,
): Similarity {
  const { parts, per } = partsOf(bandwidths);
  const subject = Float64Array.from(COMPARED, (feature) => features[feature]);
  const { distanceM, ageDays, otherNeighborhood, netAdjustment } = bandwidths;

  /** The difference of one feature in units of its bandwidth. */
  const difference = (mine: number, theirs: number, per: number): number => {
    const scaled = (mine - theirs) / per;
    if (!Number.isNaN(scaled)) return scaled;
    // Unknown on one side only; a fact that is on neither record separates no two houses.
    return Number.isNaN(mine) && Number.isNaN(theirs) ? 0 : unknownDifference;
  };
  const logNeighborhood = (mine: number, theirs: number): number =>
    mine === theirs || Number.isNaN(mine) || Number.isNaN(theirs)
      ? 0
      : -otherNeighborhood;
  const logModel = (model: number) => -((model / netAdjustment) ** 2) / 2;

  return {
    log(compared, offset, distance, age, model, floor) {
      let log = -distance / distanceM - age / ageDays + logModel(model);
      if (log < floor) return log;
      log += logNeighborhood(
        subject[per.length],
        compared[offset + per.length],
      );
      for (let k = 0; k < per.length && log >= floor; k++) {
        const d = difference(subject[k], compared[offset + k], per[k]);
        log -= d * d / 2;
      }
      return log;
    },
    parts(sale, { distance, age, model }) {
      const factors: Record<string, number> = {
        distance: Math.exp(-distance / distanceM),
        recency: Math.exp(-age / ageDays),
        neighborhood: Math.exp(
          logNeighborhood(features[NEIGHBORHOOD], sale[NEIGHBORHOOD]),
        ),
      };
      for (const { name, at, per } of parts) {
        let sum = 0;
        for (let k = 0; k < at.length; k++) {
          sum += difference(features[at[k]], sale[at[k]], per[k]) ** 2;
        }
        factors[name] = Math.exp(-sum / 2);
      }
      factors.net_adjustment = Math.exp(logModel(model));
      return factors;
    },
  };
}
