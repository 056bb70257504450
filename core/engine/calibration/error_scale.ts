/** How a value came about. */
export type Basis = "comps" | "price_model";

/** The guess of a log error, and how its value came about. */
export interface ErrorGuess {
  readonly basis: Basis;
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

/** Factors that correct guesses of errors: by how the value came about, and by the size of the guess. */
export interface ErrorScale {
  readonly basis: Readonly<Record<Basis, number>>;
  /** Guesses that part small ones from large ones, ascending. */
  readonly cuts: readonly number[];
  /** By size: one more than `cuts`. */
  readonly size: readonly number[];
}

/** Share of errors that intervals hold, at which groups are compared. */
const COMPARED_AT = 0.8;
/** Shares of the guesses at which sizes are parted. */
const PARTED_AT = [0.2, 0.4, 0.6, 0.8];
/** Rounds in which the two kinds of factors take turns. */
const ROUNDS = 3;

/** Returns the corrected guess. */
export function scaleOf(
  { basis, cuts, size }: ErrorScale,
  guess: ErrorGuess,
): number {
  return guess.scale * basis[guess.basis] * size[sizeOf(cuts, guess.scale)];
}

/**
 * Learns how much larger errors are than guessed where comps were refused or weak: the 80% quantile
 * of errors over guesses in each group over that of all, pulled to 1 in groups with few sales.
 *
 * @param sales at least one, in any order
 * @param priorSales sales that pull a group's factor to 1
 */
export function learnErrorScale(
  sales: readonly GuessedError[],
  priorSales: number,
): ErrorScale {
  const rows = sales.toSorted((a, b) =>
    a.scale - b.scale || a.error - b.error || a.weight - b.weight
  );
  const error = Float64Array.from(rows, (row) => row.error);
  const weight = Float64Array.from(rows, (row) => row.weight);
  const guesses = rows.map(({ scale }) => scale);
  const cuts = PARTED_AT.map((share) =>
    guesses[Math.floor(share * (guesses.length - 1))]
  );
  const basis = { comps: 1, price_model: 1 };
  const size = new Array<number>(cuts.length + 1).fill(1);
  const sizes = rows.map(({ scale }) => sizeOf(cuts, scale));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ["comps", "price_model"] as const) {
      basis[name] = groupFactor(
        error.map((each, i) => each / rows[i].scale / size[sizes[i]]),
        weight,
        (i) => rows[i].basis === name,
        priorSales,
      );
    }
    size.forEach((_, at) => {
      size[at] = groupFactor(
        error.map((each, i) => each / rows[i].scale / basis[rows[i].basis]),
        weight,
        (i) => sizes[i] === at,
        priorSales,
      );
    });
  }
  return { basis, cuts, size };
}

function sizeOf(cuts: readonly number[], scale: number): number {
  return cuts.filter((cut) => scale > cut).length;
}

/** A group's quantile over that of all, pulled to 1. */
function groupFactor(
  ratio: Float64Array,
  weight: Float64Array,
  isIn: (row: number) => boolean,
  priorSales: number,
): number {
  const group = weight.map((each, i) => isIn(i) ? each : 0);
  const sales = group.reduce((sum, each) => sum + each, 0);
  if (sales === 0) return 1;
  const log = Math.log(
    weightedQuantile(ratio, group) / weightedQuantile(ratio, weight),
  );
  return Math.exp(
    log * sales / (sales + priorSales),
  );
}

function weightedQuantile(values: Float64Array, weight: Float64Array): number {
  const order = Uint32Array.from(values.keys())
    .sort((a, b) => values[a] - values[b] || a - b);
  const total = weight.reduce((sum, each) => sum + each, 0);
  let reached = 0;
  for (const i of order) {
    reached += weight[i];
    if (reached >= COMPARED_AT * total) return values[i];
  }
  return values[order[order.length - 1]];
}
