import { featureOf, type Forest, goesRight } from "./forest.ts";

/**
 * Path-dependent TreeSHAP by quadrature. A leaf that is reached with features held at the row's
 * value has, with every feature in play with chance t, the expected value
 * `value * product of (o t + z (1 - t))` over the features on its path, where `z` is the share of
 * training rows that follow the path at the feature's splits and `o` is 1 when the row does.
 * A Shapley value is the integral over t of that polynomial's derivative (Owen, 1972), and
 * Gauss-Legendre points integrate a polynomial exactly. Going down multiplies factors in, coming
 * up sums the leaves, so a tree costs its nodes times a handful of points.
 */
export class ShapleyValues {
  #forest: Forest;
  /** Quadrature points on 0 to 1 and their weights. */
  #points: Float64Array;
  #pointWeights: Float64Array;
  // One row of points a level of the current path: the factor of the split above it, the product
  // of factors down to it, and the sum of the leaves below it, each times its product.
  #factors: Float64Array;
  #down: Float64Array;
  #up: Float64Array;
  /** Mean value of all trees over the training rows. */
  #mean: number;
  // State of each feature on the current path.
  #ones: Float64Array;
  #zeros: Float64Array;

  constructor(forest: Forest) {
    this.#forest = forest;
    const { depth, features } = extent(forest);
    // n points are exact to degree 2n - 1; the derivative has a degree below the path's features.
    const count = Math.max(1, Math.ceil(features / 2));
    [this.#points, this.#pointWeights] = gaussLegendre(count);
    this.#factors = new Float64Array((depth + 1) * count);
    this.#down = new Float64Array((depth + 1) * count);
    this.#up = new Float64Array((depth + 1) * count);
    this.#ones = new Float64Array(256).fill(1);
    this.#zeros = new Float64Array(256).fill(1);
    this.#mean = forest.roots.reduce(
      (sum, root) => sum + this.#meanOf(root),
      0,
    );
  }

  /** Fills `out` with the Shapley values of a row of codes; returns the mean they start from. */
  fill(codes: Uint8Array, out: Float64Array): number {
    out.fill(0);
    const count = this.#points.length;
    for (const root of this.#forest.roots) {
      this.#down.fill(1, 0, count);
      this.#explore(root, 0, codes, out);
    }
    return this.#mean;
  }

  #meanOf(node: number): number {
    const { child, value, cover } = this.#forest;
    const left = child[node];
    if (left === 0) return value[node];
    return (this.#meanOf(left) * cover[left] +
      this.#meanOf(left + 1) * cover[left + 1]) /
      (cover[left] + cover[left + 1]);
  }

  /** Leaves in row `level` of `#up` the sum over the leaves below of value times product. */
  #explore(
    node: number,
    level: number,
    codes: Uint8Array,
    out: Float64Array,
  ): void {
    const { split, child, value, cover, sets } = this.#forest;
    const count = this.#points.length;
    const points = this.#points;
    const pointWeights = this.#pointWeights;
    const down = this.#down;
    const up = this.#up;
    const factors = this.#factors;
    const here = level * count;
    const left = child[node];
    if (left === 0) {
      for (let p = 0; p < count; p++) {
        up[here + p] = value[node] * down[here + p];
      }
      return;
    }
    const f = featureOf(split[node]);
    const way = goesRight(split[node], codes[f], sets);
    const one = this.#ones[f];
    const zero = this.#zeros[f];
    /** Whether an earlier split on the path asks about the feature. */
    const again = one !== zero;
    const both = cover[left] + cover[left + 1];
    const below = here + count;
    up.fill(0, here, below);
    for (let side = 0; side < 2; side++) {
      const newOne = way === side ? one : 0;
      const newZero = zero * cover[left + side] / both;
      for (let p = 0; p < count; p++) {
        const t = points[p];
        factors[below + p] = (newOne - newZero) * t + newZero;
        down[below + p] = down[here + p] * factors[below + p];
        if (again) down[below + p] /= (one - zero) * t + zero;
      }
      this.#ones[f] = newOne;
      this.#zeros[f] = newZero;
      this.#explore(left + side, level + 1, codes, out);
      let gain = 0;
      for (let p = 0; p < count; p++) {
        const leaves = pointWeights[p] * up[below + p];
        gain += leaves * (newOne - newZero) / factors[below + p];
        // An earlier split on the feature will count these leaves by its own factor: taken off here.
        if (again) {
          gain -= leaves * (one - zero) / ((one - zero) * points[p] + zero);
        }
        up[here + p] += up[below + p];
      }
      out[f] += gain;
    }
    this.#ones[f] = one;
    this.#zeros[f] = zero;
  }
}

/** Deepest level, and most different features on one path, of all trees. */
function extent({ roots, split, child }: Forest) {
  let depth = 0;
  let features = 0;
  const path: number[] = [];
  const walk = (node: number): void => {
    if (child[node] === 0) {
      depth = Math.max(depth, path.length);
      features = Math.max(features, new Set(path).size);
      return;
    }
    path.push(featureOf(split[node]));
    walk(child[node]);
    walk(child[node] + 1);
    path.pop();
  };
  roots.forEach(walk);
  return { depth, features };
}

/** Points and weights of Gauss-Legendre quadrature on 0 to 1, by Newton's method on the Legendre polynomial. */
function gaussLegendre(count: number): [Float64Array, Float64Array] {
  const points = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let x = Math.cos(Math.PI * (i + 0.75) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step++) {
      let [before, value] = [1, x];
      for (let n = 2; n <= count; n++) {
        [before, value] = [
          value,
          ((2 * n - 1) * x * value - (n - 1) * before) / n,
        ];
      }
      slope = count * (x * value - before) / (x * x - 1);
      x -= value / slope;
    }
    points[i] = (x + 1) / 2;
    weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return [points, weights];
}
