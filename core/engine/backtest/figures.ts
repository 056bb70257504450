import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { bootstrapInterval } from "../statistics/bootstrap.ts";
import { median } from "../statistics/quantile.ts";
import { cod, prb, type RatioStudy, ratioStudy } from "../statistics/ratio.ts";
import {
  errorOf,
  isCovered,
  type TestSale,
  valued,
  type ValuedSale,
} from "./test_sale.ts";

/** How far a figure may lie from the truth by the luck of which sales happened: a 95% bootstrap interval. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

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
  /** By figure. Empty where there are too few sales to resample. */
  readonly bounds: Readonly<Partial<Record<BoundedFigure, Bounds>>>;
}

/** The figures that have bounds, each as a statistic of valued sales. */
const BOUNDED = {
  median_error: (sales: readonly ValuedSale[]) =>
    median(sales.map((sale) => Math.abs(errorOf(sale)))),
  within_10: (sales: readonly ValuedSale[]) => shareWithin(sales, 0.1),
  within_20: (sales: readonly ValuedSale[]) => shareWithin(sales, 0.2),
  median_ratio: (sales: readonly ValuedSale[]) =>
    1 + median(sales.map(errorOf)),
  cod: (sales: readonly ValuedSale[]) => cod(bases(sales), prices(sales)),
  prb: (sales: readonly ValuedSale[]) => prb(bases(sales), prices(sales)),
  coverage: (sales: readonly ValuedSale[]) => share(sales, isCovered),
};

/** A figure that has bounds. */
export type BoundedFigure = keyof typeof BOUNDED;

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

function boundsOf(sales: readonly ValuedSale[]): Figures["bounds"] {
  return Object.fromEntries(
    Object.entries(BOUNDED).map(([name, statistic]) => {
      const random = xoroshiro128plus(1);
      const bounds = bootstrapInterval(
        sales.length,
        (sample) => statistic(Array.from(sample, (row) => sales[row])),
        () => uniformFloat64(random),
        { resamples: resamplesOf(sales.length) },
      );
      return [name, bounds];
    }),
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

function bases(sales: readonly ValuedSale[]): number[] {
  return sales.map(({ value }) => value.base);
}

function prices(sales: readonly ValuedSale[]): number[] {
  return sales.map(({ price }) => price);
}
