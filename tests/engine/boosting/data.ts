import type { Dataset } from "../../../core/engine/boosting/dataset.ts";
import { hashOf } from "../../../core/engine/boosting/hash.ts";

/** Numbers from 0 to 1 by a seed. */
export function uniform(length: number, seed: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, at) => hashOf(seed, at) / 2 ** 32,
  );
}

/** Root of the mean squared difference. */
export function rmse(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(
    a.reduce((sum, x, at) => sum + (x - b[at]) ** 2, 0) / a.length,
  );
}

/**
 * Friedman's first benchmark: ten uniform features of which five matter,
 * y = 10 sin(pi x1 x2) + 20 (x3 - 1/2)^2 + 10 x4 + 5 x5 + noise. Source: Friedman, Multivariate
 * Adaptive Regression Splines, 1991.
 */
export function friedman(
  rows: number,
  { seed = 1, noise = 1, unknown = 0 } = {},
): Dataset {
  const x = Array.from({ length: 10 }, (_, f) => uniform(rows, seed * 100 + f));
  // The sum of twelve uniform numbers has variance 1 and is nearly normal.
  const normal = Array.from(
    { length: 12 },
    (_, k) => uniform(rows, seed * 100 + 20 + k),
  );
  const target = Float64Array.from(
    { length: rows },
    (_, i) =>
      10 * Math.sin(Math.PI * x[0][i] * x[1][i]) + 20 * (x[2][i] - 0.5) ** 2 +
      10 * x[3][i] + 5 * x[4][i] +
      noise * (normal.reduce((sum, u) => sum + u[i], 0) - 6),
  );
  return {
    features: x.map((_, f) => ({ name: `x${f + 1}`, kind: "number" })),
    columns: x.map((column, f) => {
      const lost = uniform(rows, seed * 100 + 40 + f);
      return column.map((value, i) => lost[i] < unknown ? NaN : value);
    }),
    target,
  };
}

/** The dataset with every feature rounded to tenths, so that every value occurs often. */
export function onGrid(data: Dataset): Dataset {
  return {
    ...data,
    columns: data.columns.map((column) =>
      Float64Array.from(column, (x) => Math.round(x * 10) / 10)
    ),
  };
}

/** Predictions of one dataset by ordinary least squares on another. */
export function straightLine(train: Dataset, test: Dataset): Float64Array {
  const row = (
    { columns }: Dataset,
    at: number,
  ) => [1, ...columns.map((c) => c[at])];
  const width = train.columns.length + 1;
  const system = Array.from(
    { length: width },
    () => new Float64Array(width + 1),
  );
  train.target.forEach((y, at) => {
    const x = row(train, at);
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) system[i][j] += x[i] * x[j];
      system[i][width] += x[i] * y;
    }
  });
  // Gauss-Jordan; the normal equations of independent features need no pivoting.
  for (let i = 0; i < width; i++) {
    const pivot = system[i][i];
    system[i].forEach((value, j) => system[i][j] = value / pivot);
    for (let k = 0; k < width; k++) {
      const factor = system[k][i];
      if (k !== i) {
        system[i].forEach((value, j) => system[k][j] -= factor * value);
      }
    }
  }
  return test.target.map((_, at) =>
    row(test, at).reduce((sum, x, i) => sum + x * system[i][width], 0)
  );
}
