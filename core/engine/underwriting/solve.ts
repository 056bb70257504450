/** Steps after which a bracket is only halved: a jump in the function is found as surely as a root. */
const INTERPOLATED_STEPS = 40;
/** Relative width of the bracket at which the crossing is known: far below a cent of any price. */
const PRECISION = 2 ** -46;

/**
 * Returns where a monotone function crosses zero, or null when `f` has the same sign at both ends.
 * False position with the Illinois rule, each third step a bisection.
 * Source: Dowell and Jarratt, "A modified regula falsi method", BIT 11 (1971).
 *
 * @param shown rounds a crossing, and grows with it; the search ends where nothing else can be shown
 */
export function crossing(
  f: (x: number) => number,
  low: number,
  high: number,
  shown: (x: number) => number = (x) => x,
): number | null {
  let [a, b] = [low, high];
  let [atA, atB] = [f(a), f(b)];
  if (atA === 0) return a;
  if (atB === 0) return b;
  if (!(atA * atB < 0)) return null;
  const precision = PRECISION * Math.max(Math.abs(a), Math.abs(b));
  let moved: "a" | "b" | undefined;
  for (let step = 1;; step++) {
    if (shown(a) === shown(b)) return a;
    const interpolated = step % 3 !== 0 && step < INTERPOLATED_STEPS;
    const middle = a + (b - a) / 2;
    const guess = interpolated ? b - atB * (b - a) / (atB - atA) : middle;
    const x = guess > a && guess < b ? guess : middle;
    if (b - a <= precision || x <= a || x >= b) {
      return Math.abs(f(a)) <= Math.abs(f(b)) ? a : b;
    }
    const atX = f(x);
    if (atX === 0) return x;
    // An end that stays twice in a row counts half, or the other would only creep.
    if (atX * atA > 0) {
      [a, atA] = [x, atX];
      if (moved === "a") atB /= 2;
      moved = "a";
    } else {
      [b, atB] = [x, atX];
      if (moved === "b") atA /= 2;
      moved = "b";
    }
  }
}
