/** Steps after which a bracket is only halved: a jump in the function is found as surely as a root. */
const INTERPOLATED_STEPS = 40;
/** Each such step halves the bracket, which bounds the steps where interpolation is slow. */
const HALVING_STEP = 8;
/** Relative width of the bracket at which the crossing is known: far below a cent of any price. */
const PRECISION = 2 ** -46;

/** Two ends between which a function changes its sign, and its values there, of which only the sign is exact. */
interface Bracket {
  readonly a: number;
  readonly b: number;
  readonly atA: number;
  readonly atB: number;
}

/** Returns where a monotone function crosses zero, or null when `f` has the same sign at both ends. */
export function crossing(
  f: (x: number) => number,
  low: number,
  high: number,
): number | null {
  const [atLow, atHigh] = [f(low), f(high)];
  if (atLow === 0) return low;
  if (atHigh === 0) return high;
  if (!(atLow * atHigh < 0)) return null;
  const precision = PRECISION * Math.max(Math.abs(low), Math.abs(high));
  const { a, b } = narrowed(
    f,
    { a: low, b: high, atA: atLow, atB: atHigh },
    ({ a, b, atA }, guess) => {
      if (atA === 0 || b - a <= precision) return null;
      const x = guess > a && guess < b ? guess : a + (b - a) / 2;
      return x > a && x < b ? x : null;
    },
  );
  return Math.abs(f(a)) <= Math.abs(f(b)) ? a : b;
}

/**
 * Returns the largest whole number from `low`, itself whole, to `high` at which a falling function is not
 * negative; null when there is none, infinite when the function is not negative at `high` either.
 */
export function lastWhole(
  f: (x: number) => number,
  low: number,
  high: number,
): number | null {
  const atHigh = f(high);
  if (atHigh >= 0) return Infinity;
  const atLow = f(low);
  if (!(atLow >= 0)) return null;
  return narrowed(
    f,
    { a: low, b: high, atA: atLow, atB: atHigh },
    ({ a, b }, guess) => {
      const x = Math.max(a + 1, Math.min(Math.floor(guess), Math.ceil(b) - 1));
      return x < b ? x : null;
    },
  ).a;
}

/**
 * Returns the bracket narrowed until `inside` has no point within it to ask next, near a guess.
 * False position with the Illinois rule; zero counts as the sign at `a`.
 * Source: Dowell and Jarratt, "A modified regula falsi method", BIT 11 (1971).
 */
function narrowed(
  f: (x: number) => number,
  bracket: Bracket,
  inside: (bracket: Bracket, guess: number) => number | null,
): Bracket {
  let { a, b, atA, atB } = bracket;
  let moved: "a" | "b" | undefined;
  for (let step = 1;; step++) {
    const halved = step % HALVING_STEP === 0 || step >= INTERPOLATED_STEPS;
    const guess = halved ? a + (b - a) / 2 : b - atB * (b - a) / (atB - atA);
    const x = inside({ a, b, atA, atB }, guess);
    if (x === null) return { a, b, atA, atB };
    const atX = f(x);
    // An end that stays twice in a row counts half, or the other would only creep.
    if (atX === 0 || atX * atB < 0) {
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
