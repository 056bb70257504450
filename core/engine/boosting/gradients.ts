import { largest, quantum } from "./exact.ts";
import { hashOf, mix } from "./hash.ts";
import type { CodedRows } from "./histogram.ts";
import type { BoosterOptions } from "./options.ts";
import type { Packing } from "./split.ts";

/** What the rows ask of the next tree. */
export interface Gradients {
  /** Packed gradient of each row, 0 for a row the tree does not see. */
  readonly packed: Float64Array;
  readonly packing: Packing;
  /** Weight of each row, 0 for a row the tree does not see; absent when all weigh 1. */
  readonly weights?: Float64Array;
}

/** What training knows of its rows. */
export interface TrainingRows {
  readonly coded: CodedRows;
  readonly target: Float64Array;
  readonly weights?: Float64Array;
}

/**
 * Half the derivative of a row's loss by its score. Huber's loss is the square up to `huberDelta`
 * and grows with that slope beyond.
 */
export function slopeOf(
  residual: number,
  { objective, huberDelta }: BoosterOptions,
): number {
  return objective === "huber"
    ? Math.min(huberDelta, Math.max(-huberDelta, residual))
    : residual;
}

/**
 * Turns scores into what the next tree is grown from. For Huber's loss a row beyond `huberDelta`
 * also weighs less, as in iteratively reweighted least squares: a leaf then steps to about where
 * its loss is least instead of by `huberDelta` at most, which fits in fewer trees and hardly
 * depends on the choice of `huberDelta`.
 */
export class GradientStep {
  #rows: TrainingRows;
  #options: BoosterOptions;
  #gradient: Float64Array;
  #packed: Float64Array;
  #weights?: Float64Array;
  #weightQuantum: number;
  /** Hash of each row's content, so that sampling does not depend on row order. */
  #rowHash?: Uint32Array;

  constructor(rows: TrainingRows, options: BoosterOptions) {
    const { target, weights, coded } = rows;
    this.#rows = rows;
    this.#options = options;
    this.#gradient = new Float64Array(target.length);
    this.#packed = new Float64Array(target.length);
    this.#weightQuantum = quantum(2 * largest(weights ?? [1]), target.length);
    if (weights || options.objective === "huber") {
      this.#weights = new Float64Array(target.length);
    }
    if (options.rowFraction < 1) this.#rowHash = hashRows(coded, target);
  }

  /** The gradients at the scores, for tree number `tree`. */
  next(scores: Float64Array, tree: number): Gradients {
    this.#derive(scores);
    const rows = scores.length;
    let unit = 2;
    while (unit <= rows) unit *= 2;
    // Keeps every packed sum below 2^53: its steps below 2^52 / unit, and the rounding.
    const limit = 2 ** 51 / unit;
    const packing = {
      unit,
      quantum: quantum(largest(this.#gradient), rows, limit),
    };
    this.#pack(packing);
    if (this.#rowHash) this.#sample(tree, this.#rowHash);
    return { packed: this.#packed, packing, weights: this.#weights };
  }

  #derive(scores: Float64Array): void {
    const { target, weights } = this.#rows;
    const options = this.#options;
    const gradient = this.#gradient;
    const newWeights = this.#weights;
    const q = this.#weightQuantum;
    for (let row = 0; row < scores.length; row++) {
      const residual = scores[row] - target[row];
      const slope = slopeOf(residual, options);
      const weight = weights ? weights[row] : 1;
      gradient[row] = weight * slope;
      if (newWeights) {
        const share = slope === residual ? 1 : slope / residual;
        newWeights[row] = Math.round(weight * share / q) * q;
      }
    }
  }

  #pack({ unit, quantum }: Packing): void {
    const gradient = this.#gradient;
    const packed = this.#packed;
    const weights = this.#weights;
    const perQuantum = 1 / quantum;
    for (let row = 0; row < packed.length; row++) {
      const steps = Math.round(gradient[row] * perQuantum);
      packed[row] = weights && weights[row] === 0 ? 0 : steps * unit + 1;
    }
  }

  /** Hides from the tree the rows that the lot does not fall on. */
  #sample(tree: number, rowHash: Uint32Array): void {
    const lot = hashOf(this.#options.seed, tree);
    const limit = this.#options.rowFraction * 2 ** 32;
    for (let row = 0; row < rowHash.length; row++) {
      if (mix(lot, rowHash[row]) < limit) continue;
      this.#packed[row] = 0;
      if (this.#weights) this.#weights[row] = 0;
    }
  }
}

/** A hash of each row's codes and target. Rows alike share their lot, so their order cannot matter. */
function hashRows({ words }: CodedRows, target: Float64Array): Uint32Array {
  const bits = new DataView(new ArrayBuffer(8));
  return Uint32Array.from(target, (y, row) => {
    bits.setFloat64(0, y);
    const seed = hashOf(bits.getInt32(0), bits.getInt32(4));
    return words.reduce((hash, word) => mix(hash, word[row]), seed);
  });
}
