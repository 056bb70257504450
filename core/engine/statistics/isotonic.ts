/** A non-decreasing step function: `values[i]` holds from `knots[i]` up to the next knot. */
export interface IsotonicFit {
  readonly knots: readonly number[];
  readonly values: readonly number[];
}

/**
 * Fits the non-decreasing function closest to `y` in squared error by pooling adjacent
 * violators. Points with equal `x` are pooled first, so their order does not matter.
 *
 * @param x same length as `y`, no NaN
 */
export function fitIsotonic(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): IsotonicFit {
  if (x.length !== y.length) {
    throw new RangeError("x and y must be of one length");
  }
  const order = Array.from({ length: x.length }, (_, i) => i).sort((a, b) =>
    x[a] - x[b]
  );
  const blocks: { knot: number; sum: number; weight: number }[] = [];
  for (const i of order) {
    const last = blocks.at(-1);
    if (last?.knot === x[i]) {
      last.sum += y[i];
      last.weight++;
    } else blocks.push({ knot: x[i], sum: y[i], weight: 1 });
  }
  const pooled: typeof blocks = [];
  for (const block of blocks) {
    pooled.push(block);
    while (pooled.length > 1) {
      const right = pooled[pooled.length - 1], left = pooled[pooled.length - 2];
      if (left.sum / left.weight < right.sum / right.weight) break;
      left.sum += right.sum;
      left.weight += right.weight;
      pooled.pop();
    }
  }
  return {
    knots: pooled.map((block) => block.knot),
    values: pooled.map((block) => block.sum / block.weight),
  };
}

/** The fitted value at `x`; below the first knot it is the first value. */
export function isotonicAt(fit: IsotonicFit, x: number): number {
  let low = 0, high = fit.knots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fit.knots[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return fit.values[Math.max(0, low - 1)];
}
