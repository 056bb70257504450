/** How a value came about. */
export type Basis = "comps" | "price_model";

/** The guess of a log error, and what of its value the correction looks at. */
export interface ErrorGuess {
  readonly basis: Basis;
  /** The value, in dollars. */
  readonly base: number;
  /** The engine's own guess of its log error, above 0: how wide an interval should be here relative to elsewhere. */
  readonly scale: number;
}

/** A guess beside the error that was found. */
export interface GuessedError extends ErrorGuess {
  /** Absolute log error. */
  readonly error: number;
  /** What the sale counts. */
  readonly weight: number;
}

/** Factors of groups that lie between cuts. */
export interface Steps {
  /** What parts the groups, ascending. */
  readonly cuts: readonly number[];
  /** One more than `cuts`. */
  readonly factors: readonly number[];
}

/** Factors that correct guesses of errors: by how the value came about, by the size of the guess, and by the value. */
export interface ErrorScale {
  readonly basis: Readonly<Record<Basis, number>>;
  readonly size: Steps;
  readonly value: Steps;
}

const BASES: readonly Basis[] = ["comps", "price_model"];
/** Share of errors that intervals hold, at which groups are compared. */
const COMPARED_AT = 0.8;
/** Shares of the guesses at which sizes are parted. */
const SIZES_AT = [0.2, 0.4, 0.6, 0.8];
/** Shares of the values at which they are parted. */
const VALUES_AT = [1 / 3, 2 / 3];
/** Rounds in which the kinds of factors take turns. */
const ROUNDS = 3;

/** Returns the corrected guess. */
export function scaleOf(
  { basis, size, value }: ErrorScale,
  guess: ErrorGuess,
): number {
  return guess.scale * basis[guess.basis] *
    size.factors[stepOf(size.cuts, guess.scale)] *
    value.factors[stepOf(value.cuts, guess.base)];
}

/**
 * Learns where errors are larger than guessed: the 80% quantile of errors over guesses in each group
 * over that of all, pulled to 1 in groups with few sales.
 *
 * @param sales at least one, in any order
 * @param priorSales sales that pull a group's factor to 1
 */
export function learnErrorScale(
  sales: readonly GuessedError[],
  priorSales: number,
): ErrorScale {
  const rows = sales.toSorted((a, b) =>
    a.scale - b.scale || a.error - b.error || a.weight - b.weight ||
    a.base - b.base
  );
  const weight = Float64Array.from(rows, (row) => row.weight);
  const basis: Grouping = {
    factors: BASES.map(() => 1),
    of: rows.map((row) => BASES.indexOf(row.basis)),
  };
  const size = groupsAt(rows.map(({ scale }) => scale), SIZES_AT);
  const value = groupsAt(rows.map(({ base }) => base), VALUES_AT);
  const kinds: readonly Grouping[] = [basis, size, value];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { factors, of } of kinds) {
      const others = kinds.filter((other) => other.of !== of);
      const ratio = Float64Array.from(
        rows,
        ({ error, scale }, i) =>
          others.reduce(
            (left, other) => left / other.factors[other.of[i]],
            error / scale,
          ),
      );
      const quantile = weightedQuantiles(ratio, weight);
      const all = quantile(() => true);
      factors.forEach((_, group) => {
        const { sales, at } = quantile((i) => of[i] === group);
        factors[group] = sales === 0
          ? 1
          : Math.exp(Math.log(at / all.at) * sales / (sales + priorSales));
      });
    }
  }
  const [comps, price_model] = basis.factors;
  return {
    basis: { comps, price_model },
    size: { cuts: size.cuts, factors: size.factors },
    value: { cuts: value.cuts, factors: value.factors },
  };
}

/** One way to part sales into groups: a factor a group, and the group of each sale. */
interface Grouping {
  readonly factors: number[];
  readonly of: readonly number[];
}

/** Groups of numbers between the cuts at some shares of them; their factors change nothing yet. */
function groupsAt(
  numbers: readonly number[],
  shares: readonly number[],
): Grouping & { readonly cuts: readonly number[] } {
  const sorted = numbers.toSorted((a, b) => a - b);
  const cuts = shares.map((share) =>
    sorted[Math.floor(share * (sorted.length - 1))]
  );
  return {
    cuts,
    factors: [...cuts, 0].map(() => 1),
    of: numbers.map((number) => stepOf(cuts, number)),
  };
}

function stepOf(cuts: readonly number[], number: number): number {
  return cuts.filter((cut) => number > cut).length;
}

/** Returns a function that gives the weight of some rows together, and the quantile of their values that groups are compared at. */
function weightedQuantiles(values: Float64Array, weight: Float64Array) {
  const order = Uint32Array.from(values.keys())
    .sort((a, b) => values[a] - values[b] || a - b);
  return (isIn: (row: number) => boolean): { sales: number; at: number } => {
    const rows = order.filter(isIn);
    const sales = rows.reduce((sum, i) => sum + weight[i], 0);
    let reached = 0;
    const place = rows.findIndex((i) =>
      (reached += weight[i]) >= COMPARED_AT * sales
    );
    return { sales, at: values[rows.at(place)!] };
  };
}
