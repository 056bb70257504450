/**
 * Sums that do not depend on the order of their terms. Numbers that are whole multiples of one
 * power of two, and few and small enough that no sum passes 2^53 of them, add up exactly in
 * double precision: any order, any grouping, and a difference of two sums, give the same bits.
 */

/** The smallest power of two `q` for which `count` numbers of at most `max` add up to at most `limit * q`. */
export function quantum(max: number, count: number, limit = 2 ** 52): number {
  if (!(max > 0)) return 1;
  let q = 1;
  while (max * count > limit * q) q *= 2;
  while (max * count <= limit * q * 0.5) q *= 0.5;
  return q;
}

/** Largest magnitude among the values, 0 when there are none. */
export function largest(values: ArrayLike<number>): number {
  let max = 0;
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at]);
    if (size > max) max = size;
  }
  return max;
}

/** Weighted mean, the same in every order of the values. */
export function exactMean(
  values: Float64Array,
  weights?: Float64Array,
): number {
  if (!weights) return exactSum(values) / values.length;
  return exactSum(values.map((value, at) => value * weights[at])) /
    exactSum(weights);
}

/** Sum of the values, each rounded to a quantum that they share. */
function exactSum(values: Float64Array): number {
  const q = quantum(2 * largest(values), values.length);
  let sum = 0;
  for (const value of values) sum += Math.round(value / q) * q;
  return sum;
}
