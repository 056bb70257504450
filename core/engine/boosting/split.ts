import { type Bins, codeCount, CODES } from "./binning.ts";
import type { Feature } from "./dataset.ts";
import { SET_WORDS } from "./forest.ts";
import { type Histogram, laneOf } from "./histogram.ts";
import { hashOf } from "./hash.ts";
import type { BoosterOptions } from "./options.ts";

/**
 * One number per row that carries its gradient and its count of one, so that a histogram is
 * filled with one addition: `steps * unit + 1`, where `steps * quantum` is the gradient. Of a
 * sum of them, `floor(sum / unit)` is the summed gradient in steps and the rest is the number
 * of rows, exact while `unit` exceeds the rows and the sum stays below 2^53.
 */
export interface Packing {
  readonly unit: number;
  readonly quantum: number;
}

/** Totals of a set of rows. */
export interface Sums {
  /** Sum of packed gradients. */
  readonly packed: number;
  /** Sum of weights; 0 in training without weights, where the count serves. */
  readonly weight: number;
}

/** What a split is looked for in. */
export interface Candidate {
  /** Sums of packed gradients, and of weights in weighted training. */
  readonly gradients: Histogram;
  readonly weights?: Histogram;
  readonly sums: Sums;
  /** Least and largest output that the monotone splits above allow. */
  readonly lower: number;
  readonly upper: number;
}

/** The best way to divide a node. */
export interface Split {
  /** By how much it lowers the loss, doubled. */
  readonly gain: number;
  readonly feature: number;
  /** Of a number: codes 1 to `threshold` go left. */
  readonly threshold: number;
  readonly unknownLeft: boolean;
  /** Of a category: the codes that go right, one bit each. */
  readonly set?: Uint32Array;
  readonly left: Sums;
  readonly leftOutput: number;
  readonly rightOutput: number;
}

/** Sums taken apart. */
interface Totals {
  readonly gradient: number;
  readonly weight: number;
  readonly rows: number;
}

/** Output of a node that minimises its loss within the bounds: minus gradient over weight. */
function outputOf(
  { gradient, weight }: Pick<Totals, "gradient" | "weight">,
  lambda: number,
  lower: number,
  upper: number,
): number {
  return Math.min(upper, Math.max(lower, -gradient / (weight + lambda)));
}

/** Takes sums apart. */
export function totalsOf(
  { packed, weight }: Sums,
  { unit, quantum }: Packing,
  weighted: boolean,
): Totals {
  const steps = Math.floor(packed / unit);
  const rows = packed - steps * unit;
  return { gradient: steps * quantum, weight: weighted ? weight : rows, rows };
}

/** Finds the split of a node that lowers the loss most. Of equal gains the first feature and the lowest threshold win. */
export class SplitFinder {
  #features: readonly Feature[];
  #bins: readonly Bins[];
  #options: BoosterOptions;
  #best: Split | null = null;
  // The node at hand.
  #node!: Candidate;
  #total!: Totals;
  #packing!: Packing;

  constructor(
    features: readonly Feature[],
    bins: readonly Bins[],
    options: BoosterOptions,
  ) {
    this.#features = features;
    this.#bins = bins;
    this.#options = options;
  }

  /**
   * @param active 1 for each feature the tree may use
   * @param place hash of the seed and the node, for `extraTrees`
   * @returns null when no split gains more than `minGain`
   */
  find(
    node: Candidate,
    packing: Packing,
    active: Uint8Array,
    place: number,
  ): Split | null {
    const { lambda, minGain, extraTrees } = this.#options;
    this.#best = null;
    this.#node = node;
    this.#packing = packing;
    this.#total = totalsOf(node.sums, packing, node.weights !== undefined);
    const whole = outputOf(this.#total, lambda, node.lower, node.upper);
    const base = this.#score(this.#total.gradient, this.#total.weight, whole);
    let gain = base + minGain;
    for (let f = 0; f < this.#bins.length; f++) {
      const codes = codeCount(this.#bins[f]);
      if (!active[f] || codes < 2) continue;
      if (this.#bins[f].kind === "category") gain = this.#category(f, gain);
      else {
        const only = extraTrees && codes > 3
          ? 1 + hashOf(place, f) % (codes - 2)
          : 0;
        gain = this.#number(f, codes - 1, only, gain);
      }
    }
    return this.#best && { ...(this.#best as Split), gain: gain - base };
  }

  /** Loss a set of rows sheds by an output, doubled. */
  #score(gradient: number, weight: number, output: number): number {
    return -(2 * gradient + (weight + this.#options.lambda) * output) * output;
  }

  /** Tries the thresholds of a number with the unknown on either side; returns the best gain so far. */
  #number(f: number, last: number, only: number, gain: number): number {
    const unknown = this.#node.gradients[f >> 2][laneOf(f)] !== 0;
    if (!unknown) return this.#scan(f, last - 1, only, false, false, gain);
    return this.#scan(
      f,
      last - 1,
      only,
      true,
      true,
      this.#scan(f, last, only, true, false, gain),
    );
  }

  #scan(
    f: number,
    last: number,
    only: number,
    unknown: boolean,
    unknownLeft: boolean,
    gain: number,
  ): number {
    const { lambda, minLeafRows, minLeafWeight } = this.#options;
    const { gradient, weight, rows } = this.#total;
    const { unit, quantum } = this.#packing;
    const perUnit = 1 / unit;
    const lane = laneOf(f);
    const packedSums = this.#node.gradients[f >> 2];
    const weightSums = this.#node.weights?.[f >> 2];
    let packed = unknownLeft ? packedSums[lane] : 0;
    let leftWeight = unknownLeft && weightSums ? weightSums[lane] : 0;
    for (let code = 1; code <= last; code++) {
      const here = packedSums[lane + code];
      // An empty bin asks nothing that the threshold before it did not.
      if (here === 0 && code !== only) continue;
      packed += here;
      if (weightSums) leftWeight += weightSums[lane + code];
      if (code < only) continue;
      const steps = Math.floor(packed * perUnit);
      const n = packed - steps * unit;
      if (n < minLeafRows) {
        if (only) break;
        continue;
      }
      if (rows - n < minLeafRows) break;
      const g = steps * quantum;
      const h = weightSums ? leftWeight : n;
      if (h >= minLeafWeight && weight - h >= minLeafWeight) {
        const rest = gradient - g;
        const found = g * g / (h + lambda) +
          rest * rest / (weight - h + lambda);
        if (found > gain) {
          gain = this.#keep(gain, found, f, { gradient: g, weight: h }, {
            threshold: code,
            unknownLeft: unknown ? unknownLeft : 2 * n >= rows,
            left: { packed, weight: leftWeight },
          });
        }
      }
      if (only) break;
    }
    return gain;
  }

  /** Tries to divide the categories in the order of their mean gradients; returns the best gain so far. */
  #category(f: number, gain: number): number {
    const { lambda, minLeafRows, minLeafWeight, categorySmoothing } =
      this.#options;
    const { gradient, weight, rows } = this.#total;
    const lane = laneOf(f);
    const packedSums = this.#node.gradients[f >> 2];
    const weightSums = this.#node.weights?.[f >> 2];
    const count = sortedCodes(packedSums, lane, (code) => {
      const packed = packedSums[lane + code];
      const own = { packed, weight: weightSums?.[lane + code] ?? 0 };
      const totals = totalsOf(own, this.#packing, weightSums !== undefined);
      return totals.gradient / (totals.weight + categorySmoothing);
    });
    const pull = lambda + categorySmoothing;
    const sums = { packed: 0, weight: 0 };
    for (let at = 0; at + 1 < count; at++) {
      sums.packed += packedSums[lane + codeOrder[at]];
      if (weightSums) sums.weight += weightSums[lane + codeOrder[at]];
      const left = totalsOf(sums, this.#packing, weightSums !== undefined);
      if (left.rows < minLeafRows || left.weight < minLeafWeight) continue;
      if (rows - left.rows < minLeafRows) break;
      const restWeight = weight - left.weight;
      if (restWeight < minLeafWeight) break;
      const rest = gradient - left.gradient;
      const found = left.gradient * left.gradient / (left.weight + pull) +
        rest * rest / (restWeight + pull);
      if (found > gain) {
        gain = this.#keep(gain, found, f, left, {
          threshold: 0,
          unknownLeft: false,
          set: rightSet(at + 1, count, 2 * left.rows < rows),
          left: { ...sums },
        });
      }
    }
    return gain;
  }

  /**
   * Keeps a split that gains more than the best so far when the monotone bounds leave it that
   * gain. `found` is its gain without bounds, which bounds can only lower.
   */
  #keep(
    gain: number,
    found: number,
    feature: number,
    left: Pick<Totals, "gradient" | "weight">,
    rest: Pick<Split, "threshold" | "unknownLeft" | "set" | "left">,
  ): number {
    const { lower, upper } = this.#node;
    const { lambda } = this.#options;
    const right = {
      gradient: this.#total.gradient - left.gradient,
      weight: this.#total.weight - left.weight,
    };
    const leftOutput = outputOf(left, lambda, lower, upper);
    const rightOutput = outputOf(right, lambda, lower, upper);
    const direction = this.#features[feature].monotone ?? 0;
    if (direction * (rightOutput - leftOutput) < 0) return gain;
    if (lower > -Infinity || upper < Infinity) {
      const bounded = this.#score(left.gradient, left.weight, leftOutput) +
        this.#score(right.gradient, right.weight, rightOutput);
      found = Math.min(found, bounded);
      if (!(found > gain)) return gain;
    }
    this.#best = { gain: found, feature, leftOutput, rightOutput, ...rest };
    return found;
  }
}

/** Scratch of `sortedCodes`: the codes found, and what they are ordered by. */
const codeOrder = new Uint8Array(CODES);
const codeKeys = new Float64Array(CODES);

/** Fills `codeOrder` with the codes that have rows, by key and then by code; returns how many. */
function sortedCodes(
  sums: Float64Array,
  lane: number,
  keyOf: (code: number) => number,
): number {
  let count = 0;
  for (let code = 0; code < CODES; code++) {
    if (sums[lane + code] === 0) continue;
    const key = keyOf(code);
    let at = count++;
    for (; at > 0 && codeKeys[at - 1] > key; at--) {
      codeKeys[at] = codeKeys[at - 1];
      codeOrder[at] = codeOrder[at - 1];
    }
    codeKeys[at] = key;
    codeOrder[at] = code;
  }
  return count;
}

/** The set of codes from `codeOrder[first]` on, and of those without rows when `othersRight`. */
function rightSet(
  first: number,
  count: number,
  othersRight: boolean,
): Uint32Array {
  const set = new Uint32Array(SET_WORDS).fill(othersRight ? 0xffffffff : 0);
  for (let at = 0; at < count; at++) {
    const code = codeOrder[at];
    const bit = 1 << (code & 31);
    if (at >= first) set[code >>> 5] |= bit;
    else set[code >>> 5] &= ~bit;
  }
  return set;
}
