/**
 * Cross products of the columns of a matrix (row-major, `count` x `columns`), lower triangle, with
 * `ridge` added to every diagonal but that of column 0, the intercept.
 */
export function gram(
  design: Float32Array,
  count: number,
  columns: number,
  ridge: number,
): Float64Array {
  const products = new Float64Array(columns * columns);
  for (let i = 0; i < count; i++) {
    const row = i * columns;
    for (let a = 0; a < columns; a++) {
      const value = design[row + a];
      if (value === 0) continue;
      const into = a * columns;
      for (let b = 0; b <= a; b++) {
        products[into + b] += value * design[row + b];
      }
    }
  }
  for (let a = 0; a < columns; a++) {
    products[a * columns + a] += a === 0 ? 1e-9 : ridge;
  }
  return products;
}

/** Lower Cholesky factor of a symmetric positive definite matrix given by its lower triangle; in place. */
export function cholesky(matrix: Float64Array, size: number): Float64Array {
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = matrix[a * size + b];
      for (let k = 0; k < b; k++) {
        sum -= matrix[a * size + k] * matrix[b * size + k];
      }
      matrix[a * size + b] = a === b
        ? Math.sqrt(sum)
        : sum / matrix[b * size + b];
    }
  }
  return matrix;
}

/** Coefficients that fit `target - offset` best, given the Cholesky factor of the cross products. */
export function leastSquares(
  design: Float32Array,
  count: number,
  columns: number,
  factor: Float64Array,
  target: Float64Array,
  offset: Float64Array,
): Float64Array {
  const beta = new Float64Array(columns);
  for (let i = 0; i < count; i++) {
    const value = target[i] - offset[i];
    const row = i * columns;
    for (let c = 0; c < columns; c++) beta[c] += value * design[row + c];
  }
  for (let a = 0; a < columns; a++) {
    for (let k = 0; k < a; k++) beta[a] -= factor[a * columns + k] * beta[k];
    beta[a] /= factor[a * columns + a];
  }
  for (let a = columns - 1; a >= 0; a--) {
    for (let k = a + 1; k < columns; k++) {
      beta[a] -= factor[k * columns + a] * beta[k];
    }
    beta[a] /= factor[a * columns + a];
  }
  return beta;
}

/** Writes the matrix times the coefficients into `out`. */
export function multiply(
  design: Float32Array,
  count: number,
  columns: number,
  beta: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = i * columns;
    let sum = 0;
    for (let c = 0; c < columns; c++) sum += beta[c] * design[row + c];
    out[i] = sum;
  }
}
