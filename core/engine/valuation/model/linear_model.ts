import { MAD_TO_SD } from "../../statistics/robust.ts";
import type { ModelConfig } from "../../model_config.ts";
import { FEATURES } from "../training/features.ts";
import {
  cholesky,
  gram,
  leastSquares,
  multiply,
} from "../../statistics/least_squares.ts";
import type { PriceModel } from "./price_model.ts";

/** Knots of a curved number, as quantiles of what was seen. */
const KNOTS = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Values drawn, evenly, to find means and knots. */
const SAMPLE = 20_000;

/** A feature turned into regression columns: its value, its bends, and whether it is unknown. */
interface NumberTerm {
  readonly feature: number;
  readonly first: number;
  readonly mean: number;
  readonly scale: number;
  /** In scaled units. */
  readonly knots: readonly number[];
  /** Column that is 1 where the feature is unknown; -1 when it is always known. */
  readonly unknown: number;
}

/** A fitted linear model as plain numbers, which JSON keeps to the last bit. */
export interface LinearParameters {
  readonly terms: readonly NumberTerm[];
  /** By column. */
  readonly beta: readonly number[];
  /** Effects of each category, by place of its value. */
  readonly categories: readonly {
    /** Place of the feature in a feature row. */
    readonly at: number;
    readonly effects: readonly number[];
  }[];
}

/** A log-linear regression under construction: columns and their cross products, ready to be solved for any target. */
export interface HedonicDesign {
  /** Fits `target` (one log price a row). */
  fit(target: Float64Array): Hedonic;
}

/** A fitted model with its value at the rows it was fitted on. */
export interface Hedonic {
  readonly parameters: LinearParameters;
  readonly fitted: Float64Array;
}

/**
 * Prepares a ridge regression on feature rows. Numbers enter linearly, `curved` ones with bends at
 * quantiles; an unknown number takes the mean and an indicator. Categories get effects shrunk to
 * zero by how few sales they have, each fitted on what the ones before leave over.
 *
 * @param features rows of `FEATURES.length`
 * @param rows which of them to fit on
 */
export function hedonicDesign(
  features: Float32Array,
  rows: Int32Array,
  config: ModelConfig["linear"],
): HedonicDesign {
  const width = FEATURES.length;
  const count = rows.length;
  const terms: NumberTerm[] = [];
  let columns = 1;
  FEATURES.forEach((feature, at) => {
    if (feature.kind === "category") return;
    const seen = sampleColumn(features, rows, width, at);
    if (seen.known.length === 0) return;
    const { mean, scale } = moments(seen.known);
    const knots = feature.kind === "curved" && scale > 0
      ? quantiles(seen.known, KNOTS).map((value) => (value - mean) / scale)
      : [];
    if (scale === 0 && !seen.unknown) return;
    const first = columns;
    columns += 1 + knots.length;
    const unknown = seen.unknown ? columns++ : -1;
    terms.push({
      feature: at,
      first,
      mean,
      scale: scale > 0 ? scale : 1,
      knots,
      unknown,
    });
  });
  const categories = FEATURES.flatMap((feature, at) =>
    feature.kind === "category"
      ? [{ at, size: categorySize(features, rows, width, at) }]
      : []
  );

  const design = new Float32Array(count * columns);
  for (let i = 0; i < count; i++) {
    const from = rows[i] * width;
    const to = i * columns;
    design[to] = 1;
    for (const term of terms) {
      expand(term, features[from + term.feature], design, to);
    }
  }
  const factor = cholesky(
    gram(design, count, columns, config.ridge),
    columns,
  );
  return {
    fit: (target) =>
      solve(
        {
          features,
          rows,
          width,
          columns,
          terms,
          categories,
          design,
          factor,
          config,
        },
        target,
      ),
  };
}

interface Design {
  readonly features: Float32Array;
  readonly rows: Int32Array;
  readonly width: number;
  readonly columns: number;
  readonly terms: readonly NumberTerm[];
  readonly categories: readonly {
    readonly at: number;
    readonly size: number;
  }[];
  readonly design: Float32Array;
  /** Cholesky factor of the penalised cross products. */
  readonly factor: Float64Array;
  readonly config: ModelConfig["linear"];
}

/** Writes a value's columns; the columns of the row must be zero. */
function expand(
  term: NumberTerm,
  value: number,
  out: Float32Array | Float64Array,
  offset: number,
): void {
  if (Number.isNaN(value)) {
    if (term.unknown >= 0) out[offset + term.unknown] = 1;
    return;
  }
  const z = (value - term.mean) / term.scale;
  out[offset + term.first] = z;
  for (let k = 0; k < term.knots.length; k++) {
    if (z > term.knots[k]) {
      out[offset + term.first + 1 + k] = z - term.knots[k];
    }
  }
}

function solve(parts: Design, target: Float64Array): Hedonic {
  const { features, rows, width, columns, categories, design, factor, config } =
    parts;
  const count = rows.length;
  const { winsorSds, passes, categoryPriorSales } = config;
  const effects = categories.map(({ size }) => new Float64Array(size));
  const linear = new Float64Array(count);
  const offset = new Float64Array(count);
  const clipped = Float64Array.from(target);
  let beta: Float64Array = new Float64Array(columns);
  for (let pass = 0; pass < passes; pass++) {
    beta = leastSquares(design, count, columns, factor, clipped, offset);
    multiply(design, count, columns, beta, linear);
    offset.fill(0);
    categories.forEach(({ at }, c) => {
      const effect = effects[c].fill(0);
      const sales = new Float64Array(effect.length);
      for (let i = 0; i < count; i++) {
        const code = features[rows[i] * width + at];
        if (Number.isNaN(code)) continue;
        effect[code] += clipped[i] - linear[i] - offset[i];
        sales[code]++;
      }
      for (let code = 0; code < effect.length; code++) {
        effect[code] /= sales[code] + categoryPriorSales;
      }
      for (let i = 0; i < count; i++) {
        const code = features[rows[i] * width + at];
        if (!Number.isNaN(code)) offset[i] += effect[code];
      }
    });
    // One odd sale must not bend the price model: what lies far off counts as less far off.
    const limit = winsorSds * spread(target, linear, offset);
    for (let i = 0; i < count; i++) {
      const fit = linear[i] + offset[i];
      clipped[i] = fit +
        Math.max(-limit, Math.min(limit, target[i] - fit));
    }
  }
  return {
    parameters: {
      terms: parts.terms,
      beta: [...beta],
      categories: categories.map(({ at }, c) => ({
        at,
        effects: [...effects[c]],
      })),
    },
    fitted: linear.map((value, i) => value + offset[i]),
  };
}

/** Returns the price model of a fitted linear model. */
export function linearPriceModel(
  { terms, beta, categories }: LinearParameters,
): PriceModel {
  const scratch = new Float64Array(beta.length);
  const contributions = (row: Float64Array, out: Float64Array): number => {
    out.fill(0);
    for (const term of terms) {
      const end = Math.max(term.first + term.knots.length, term.unknown);
      scratch.fill(0, term.first, end + 1);
      expand(term, row[term.feature], scratch, 0);
      let sum = 0;
      for (let c = term.first; c <= end; c++) sum += beta[c] * scratch[c];
      out[term.feature] = sum;
    }
    for (const { at, effects } of categories) {
      const code = row[at];
      if (code < effects.length) out[at] = effects[code];
    }
    return beta[0];
  };
  const parts = new Float64Array(FEATURES.length);
  return {
    features: FEATURES.map(({ name }) => name),
    difference(row, other, out) {
      contributions(other, parts);
      contributions(row, out);
      let sum = 0;
      for (let f = 0; f < out.length; f++) sum += out[f] -= parts[f];
      return sum;
    },
    predict(row) {
      let sum = contributions(row, parts);
      for (const part of parts) sum += part;
      return sum;
    },
  };
}

/** Robust standard deviation of target less fit: the scaled median absolute residual of an even sample. */
function spread(
  target: Float64Array,
  linear: Float64Array,
  offset: Float64Array,
): number {
  const step = Math.max(1, Math.floor(target.length / SAMPLE));
  const residuals: number[] = [];
  for (let i = 0; i < target.length; i += step) {
    residuals.push(Math.abs(target[i] - linear[i] - offset[i]));
  }
  const sorted = Float64Array.from(residuals).sort();
  return MAD_TO_SD * (sorted[sorted.length >>> 1] ?? 0);
}

function sampleColumn(
  features: Float32Array,
  rows: Int32Array,
  width: number,
  at: number,
): { readonly known: Float64Array; readonly unknown: boolean } {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const known: number[] = [];
  let unknown = false;
  for (let i = 0; i < rows.length; i++) {
    const value = features[rows[i] * width + at];
    if (Number.isNaN(value)) unknown = true;
    else if (i % step === 0) known.push(value);
  }
  return { known: Float64Array.from(known).sort(), unknown };
}

function moments(values: Float64Array): { mean: number; scale: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) /
    values.length;
  return { mean, scale: Math.sqrt(variance) };
}

/** Distinct values at shares of ascending values. */
function quantiles(
  sorted: Float64Array,
  shares: readonly number[],
): number[] {
  const values = shares.map((share) =>
    sorted[Math.floor(share * (sorted.length - 1))]
  );
  return [...new Set(values)];
}

function categorySize(
  features: Float32Array,
  rows: Int32Array,
  width: number,
  at: number,
): number {
  let size = 0;
  for (const row of rows) {
    const code = features[row * width + at];
    if (code >= size) size = code + 1;
  }
  return size;
}
