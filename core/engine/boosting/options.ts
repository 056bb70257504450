import { MAX_DEPTH } from "./forest.ts";

/** How to train. Every field has a default; see `DEFAULT_OPTIONS`. */
export interface BoosterOptions {
  /** Most trees; early stopping may keep fewer. */
  readonly trees: number;
  /** Share of each tree's step that is taken, over 0 to 1. */
  readonly learningRate: number;
  /** Most leaves of a tree, grown best gain first. */
  readonly maxLeaves: number;
  /** Most questions on the way to a leaf. */
  readonly maxDepth: number;
  /** Fewest training rows of a leaf. */
  readonly minLeafRows: number;
  /** Least summed weight of a leaf. */
  readonly minLeafWeight: number;
  /** Weight of the pull of a leaf's value to 0 (L2), in rows of weight 1. */
  readonly lambda: number;
  /** A split must lower the summed squared error by more than this. */
  readonly minGain: number;
  /** Share of the features that a tree may use. */
  readonly featureFraction: number;
  /** Chance of each row to be seen by a tree. */
  readonly rowFraction: number;
  /** Most bins of a feature's known values, 2 to 255. */
  readonly maxBins: number;
  /** `l2` fits the mean. `huber` fits near the median, so a few prices that were no market's do not pull it. */
  readonly objective: "l2" | "huber";
  /** Beyond this error, in units of the target, Huber's loss stops to grow faster. */
  readonly huberDelta: number;
  /** Rows at no effect that each category is imagined to have on top of its own, so rare ones do not lead. */
  readonly categorySmoothing: number;
  /** Try one random threshold of each feature instead of all. */
  readonly extraTrees: boolean;
  /** With a validation set: stop after so many trees without a better loss, and drop them. */
  readonly earlyStoppingRounds: number;
  /** Chooses features, rows and thresholds where those are random; a 32-bit integer. */
  readonly seed: number;
}

/** Defaults, good for 10,000 to 50,000 home sales and a target in log price. */
export const DEFAULT_OPTIONS: BoosterOptions = {
  trees: 500,
  learningRate: 0.05,
  maxLeaves: 31,
  maxDepth: MAX_DEPTH,
  minLeafRows: 20,
  minLeafWeight: 0,
  lambda: 1,
  minGain: 0,
  featureFraction: 0.4,
  rowFraction: 1,
  maxBins: 255,
  objective: "l2",
  huberDelta: 0.15,
  categorySmoothing: 10,
  extraTrees: false,
  earlyStoppingRounds: 50,
  seed: 1,
};

/** Smallest and largest value of each number, both allowed. */
const RANGES: Readonly<
  Partial<Record<keyof BoosterOptions, readonly [number, number, "integer"?]>>
> = {
  trees: [1, 100_000, "integer"],
  learningRate: [Number.MIN_VALUE, 1],
  maxLeaves: [2, 65_536, "integer"],
  maxDepth: [1, MAX_DEPTH, "integer"],
  minLeafRows: [1, Infinity],
  minLeafWeight: [0, Infinity],
  lambda: [0, Infinity],
  minGain: [0, Infinity],
  featureFraction: [Number.MIN_VALUE, 1],
  rowFraction: [Number.MIN_VALUE, 1],
  maxBins: [2, 255, "integer"],
  huberDelta: [Number.MIN_VALUE, Infinity],
  categorySmoothing: [0, Infinity],
  earlyStoppingRounds: [1, Infinity],
  seed: [-(2 ** 31), 2 ** 32 - 1, "integer"],
};

/** The options with defaults filled in. Throws RangeError naming an option out of range. */
export function resolveOptions(
  options: Partial<BoosterOptions>,
): BoosterOptions {
  const all = { ...DEFAULT_OPTIONS, ...options };
  for (const [name, range] of Object.entries(RANGES)) {
    const [low, high, integer] = range;
    const value = all[name as keyof BoosterOptions];
    if (
      typeof value !== "number" || !(value >= low && value <= high) ||
      integer && !Number.isInteger(value)
    ) {
      throw new RangeError(
        `options.${name}: ${value}, expected ${
          integer ?? "number"
        } from ${low} to ${high}`,
      );
    }
  }
  if (all.objective !== "l2" && all.objective !== "huber") {
    throw new RangeError(
      `options.objective: ${all.objective}, expected l2 or huber`,
    );
  }
  return all;
}
