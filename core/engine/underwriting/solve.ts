/**
 * Where a monotone function crosses zero, by bisection to the last bit of a double.
 *
 * @returns the crossing, or null when `f` has the same sign at both ends
 */
export function crossing(
  f: (x: number) => number,
  low: number,
  high: number,
): number | null {
  let [a, b] = [low, high];
  const atLow = f(a);
  const atHigh = f(b);
  if (atLow === 0) return a;
  if (atHigh === 0) return b;
  if (!(atLow * atHigh < 0)) return null;
  for (;;) {
    const middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) {
      return Math.abs(f(a)) <= Math.abs(f(b)) ? a : b;
    }
    if (f(middle) * atLow > 0) a = middle;
    else b = middle;
  }
}
