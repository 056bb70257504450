import { quantileSorted } from "../core/engine/statistics/quantile.ts";

/** A value, and the price that was paid. */
export interface Valued {
  readonly base: number;
  readonly price: number;
}

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** How far off values were, in one line. */
export function errorLine(valued: readonly Valued[]): string {
  const errors = Float64Array.from(
    valued,
    ({ base, price }) => Math.abs(base / price - 1),
  ).sort();
  const logs = valued.map(({ base, price }) =>
    Math.min(0.5, Math.abs(Math.log(base / price)))
  );
  return `${valued.length} sales, median error ${
    percent(quantileSorted(errors, 0.5))
  }, mean |log error| (each at most 0.5) ${
    percent(logs.reduce((sum, each) => sum + each, 0) / logs.length)
  }, within 20% ${
    percent(errors.filter((each) => each <= 0.2).length / errors.length)
  }`;
}
