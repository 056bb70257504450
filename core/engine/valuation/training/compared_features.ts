import { CONSTANTS } from "../../../../contracts/constants.ts";
import { featureAt } from "./features.ts";

/** A part of similarity: features compared together, each with the difference that costs as much as one standard deviation. */
export interface Part {
  readonly name: string;
  readonly at: Int32Array;
  readonly per: Float64Array;
}

const { bandwidths } = CONSTANTS.comps;

/** Parts that compare features, in the order they are shown. */
export const PARTS: readonly Part[] = Object.entries(bandwidths.features).map(
  ([name, features]) => {
    const entries = Object.entries(features);
    return {
      name,
      at: Int32Array.from(entries, ([feature]) => featureAt(feature)),
      per: Float64Array.from(entries, ([, width]) => width),
    };
  },
);

/** Place of the neighborhood in a feature row. */
export const NEIGHBORHOOD = featureAt("neighborhood");

/** What a search compares: the features of all parts, and last the neighborhood. */
export const COMPARED: Int32Array = Int32Array.of(
  ...PARTS.flatMap(({ at }) => [...at]),
  NEIGHBORHOOD,
);
/** Bandwidths of the compared features, in the order of `COMPARED`. */
export const PER: Float64Array = Float64Array.from(
  PARTS.flatMap(({ per }) => [...per]),
);
