import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { bootstrapIntervals, type Interval } from "../statistics/bootstrap.ts";
import { median } from "../statistics/quantile.ts";
import { accuracy, type RatioStudy, ratioStudy } from "../statistics/ratio.ts";
import {
  errorOf,
  isCovered,
  type TestSale,
  valued,
  type ValuedSale,
} from "./backtest_sale.ts";

/** Accuracy of one group of test sales. Shares and errors are fractions. */
export interface Figures {
  /** Sales asked about. */
  readonly sales: number;
  /** Share of them with a value. */
  readonly hit_rate: number;
  /** Share of them whose state lets a caller see the value. */
  readonly shown: number;
  /** Ratio statistics of the sales with a value; null where there are none. */
  readonly ratios: RatioStudy | null;
  /** Share of prices within conservative..aggressive; null as `ratios`. */
  readonly coverage: number | null;
  /** Median width of the interval as a share of the value; null as `ratios`. */
  readonly width: number | null;
  /** How far a figure may lie from the truth by the luck of which sales happened: 95% bootstrap intervals. Empty where there are too few sales to resample. */
  readonly bounds: Readonly<Partial<Record<BoundedFigure, Interval>>>;
}

/** A figure that has bounds. */
export type BoundedFigure =
  | "median_error"
  | "within_10"
  | "within_20"
  | "median_ratio"
  | "cod"
  | "prb"
  | "coverage";

const MIN_TO_RESAMPLE = 10;

/** Resamples of so many sales: fewer of many, whose bounds are narrow however they are found. */
function resamplesOf(sales: number): number {
  return Math.round(Math.max(40, Math.min(200, 1_000_000 / sales)));
}

/** The figures of a group. Equal sales in equal order give equal bounds. */
export function figuresOf(sales: readonly TestSale[]): Figures {
  const known = valued(sales);
  const about = {
    sales: sales.length,
    hit_rate: known.length / sales.length,
    shown: share(sales, ({ shown }) => shown),
  };
  if (known.length === 0) {
    return { ...about, ratios: null, coverage: null, width: null, bounds: {} };
  }
  return {
    ...about,
    ratios: ratioStudy(bases(known), prices(known)),
    coverage: share(known, isCovered),
    width: median(
      known.map(({ value }) =>
        (value.aggressive - value.conservative) / value.base
      ),
    ),
    bounds: known.length < MIN_TO_RESAMPLE ? {} : boundsOf(known),
  };
}

function boundsOf(
  sales: readonly ValuedSale[],
): Record<BoundedFigure, Interval> {
  const { length } = sales;
  const base = bases(sales);
  const price = prices(sales);
  const covered = Uint8Array.from(sales, (sale) => isCovered(sale) ? 1 : 0);
  const drawnBase = new Float64Array(length);
  const drawnPrice = new Float64Array(length);
  const random = xoroshiro128plus(1);
  return bootstrapIntervals(
    length,
    (sample) => {
      let held = 0;
      for (let i = 0; i < length; i++) {
        drawnBase[i] = base[sample[i]];
        drawnPrice[i] = price[sample[i]];
        held += covered[sample[i]];
      }
      const { median_error, within_10, within_20, median_ratio, cod, prb } =
        accuracy(drawnBase, drawnPrice);
      const coverage = held / length;
      return {
        median_error,
        within_10,
        within_20,
        median_ratio,
        cod,
        prb,
        coverage,
      };
    },
    () => uniformFloat64(random),
    { resamples: resamplesOf(length) },
  );
}

/** The share of rows for which something holds; 0 of none. */
export function share<T>(
  rows: readonly T[],
  holds: (row: T) => boolean,
): number {
  if (rows.length === 0) return 0;
  return rows.reduce((n, row) => n + (holds(row) ? 1 : 0), 0) / rows.length;
}

/** The share of values at most this far from the price. */
export function shareWithin(
  sales: readonly ValuedSale[],
  error: number,
): number {
  return share(sales, (sale) => Math.abs(errorOf(sale)) <= error);
}

function bases(sales: readonly ValuedSale[]): Float64Array {
  return Float64Array.from(sales, ({ value }) => value.base);
}

function prices(sales: readonly ValuedSale[]): Float64Array {
  return Float64Array.from(sales, ({ price }) => price);
}
