import { MODEL_CONFIG, type ModelConfig } from "../../model_config.ts";
import { featureAt } from "./features.ts";

type Bandwidths = ModelConfig["comps"]["bandwidths"]["features"];

/** A part of similarity: features compared together, each with its bandwidth. */
export interface Part {
  readonly name: string;
  readonly at: Int32Array;
  readonly per: Float64Array;
}

/** Returns the parts that compare features, in the order they are shown. */
export function comparedParts(bandwidths: Bandwidths): readonly Part[] {
  return Object.entries(bandwidths).map(([name, features]) => {
    const entries = Object.entries(features);
    return {
      name,
      at: Int32Array.from(entries, ([feature]) => featureAt(feature)),
      per: Float64Array.from(entries, ([, width]) => width),
    };
  });
}

/** Place of the neighborhood in a feature row. */
export const NEIGHBORHOOD = featureAt("neighborhood");

/** Features that a search compares: those of all parts, and last the neighborhood. */
export const COMPARED: Int32Array = Int32Array.of(
  ...comparedParts(MODEL_CONFIG.comps.bandwidths.features)
    .flatMap(({ at }) => [...at]),
  NEIGHBORHOOD,
);
