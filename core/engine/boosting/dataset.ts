/** What a column means to the trees. */
export interface Feature {
  /** Shown beside its contribution. */
  readonly name: string;
  /** `number`: ordered, NaN is unknown. `category`: codes from 0 without an order, NaN or a negative code is unknown. */
  readonly kind: "number" | "category";
  /** 1: a larger value never predicts less; -1: never more. Numbers only; default 0, no constraint. */
  readonly monotone?: -1 | 0 | 1;
}

/** A column of a dataset: one value a row. */
export type Column = Float64Array | Float32Array | Int32Array | Uint8Array;

/**
 * Rows to train on, as a plain object of typed arrays, so it can be posted to a worker. Rows may
 * come in any order: the trained bytes do not depend on it.
 */
export interface Dataset {
  /** At most 256. */
  readonly features: readonly Feature[];
  /** One column a feature, all of one length. */
  readonly columns: readonly Column[];
  /** What to predict; finite. */
  readonly target: Float64Array;
  /** Weight of each row, 0 or more; without it every row weighs 1. */
  readonly weight?: Float64Array;
}

/** Most features a dataset can have: a tree node keeps its feature in one byte. */
const MAX_FEATURES = 256;

/** Throws RangeError, naming the place, when a dataset cannot be trained on. */
export function checkDataset(dataset: Dataset): void {
  const { features, columns, target, weight } = dataset;
  if (features.length < 1 || features.length > MAX_FEATURES) {
    throw new RangeError(
      `dataset.features: ${features.length}, expected 1 to ${MAX_FEATURES}`,
    );
  }
  if (columns.length !== features.length) {
    throw new RangeError(
      `dataset.columns: ${columns.length}, expected one for each of ${features.length} features`,
    );
  }
  features.forEach(({ name, kind, monotone }, at) => {
    if (columns[at].length !== target.length) {
      throw new RangeError(
        `dataset column ${name}: ${
          columns[at].length
        } rows, expected ${target.length}`,
      );
    }
    if (kind === "category" && monotone) {
      throw new RangeError(`feature ${name}: a category cannot be monotone`);
    }
  });
  if (target.length === 0) throw new RangeError("dataset: no rows");
  const row = target.findIndex((value) => !Number.isFinite(value));
  if (row >= 0) {
    throw new RangeError(
      `dataset.target[${row}]: ${target[row]} is not finite`,
    );
  }
  if (weight === undefined) return;
  if (weight.length !== target.length) {
    throw new RangeError(
      `dataset.weight: ${weight.length} rows, expected ${target.length}`,
    );
  }
  const bad = weight.findIndex((value) => !(value >= 0 && value < Infinity));
  if (bad >= 0) {
    throw new RangeError(
      `dataset.weight[${bad}]: ${weight[bad]}, expected 0 or more`,
    );
  }
  if (!weight.some((value) => value > 0)) {
    throw new RangeError("dataset.weight: every row weighs 0");
  }
}

/** The given rows of a dataset, copied. */
export function subset(dataset: Dataset, rows: Uint32Array): Dataset {
  const pick = <T extends Column>(column: T): T => {
    const out = column.slice(0, rows.length) as T;
    for (let at = 0; at < rows.length; at++) out[at] = column[rows[at]];
    return out;
  };
  return {
    features: dataset.features,
    columns: dataset.columns.map(pick),
    target: pick(dataset.target),
    ...(dataset.weight === undefined ? {} : { weight: pick(dataset.weight) }),
  };
}
