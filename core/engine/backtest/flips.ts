import { median } from "../statistics/quantile.ts";
import { share, shareWithin } from "./figures.ts";
import {
  errorOf,
  isCovered,
  type TestSale,
  valued,
  type ValuedSale,
} from "./backtest_sale.ts";

/** Days between purchase and resale of a flip. */
export const FLIP_DAYS = { min: 60, max: 540 };

/** A purchase and the next sale of the same parcel. */
export interface Flip {
  readonly propertyId: string;
  /** The day of the purchase: the value is of that day, from what was known before it. */
  readonly bought: number;
  readonly sold: number;
  readonly purchasePrice: number;
  readonly resalePrice: number;
  /** The purchase's value, held against the resale price. */
  readonly resale: TestSale;
}

/** How well the value on the day of purchase predicted the resale. Fractions. */
export interface FlipFigures {
  /** Pairs found. */
  readonly flips: number;
  /** Pairs with a value. */
  readonly valued: number;
  /** Median of |value - resale price| / resale price. */
  readonly median_error: number | null;
  readonly within_20: number | null;
  /** Median of value / resale price, less 1: below 0 where resales brought more than predicted. */
  readonly bias: number | null;
  /** Share of resales within the interval. */
  readonly coverage: number | null;
  /** Median of resale price / purchase price, less 1. */
  readonly median_gain: number | null;
}

/**
 * Purchases among the tested sales that were resold within `FLIP_DAYS`.
 *
 * @param purchases tested sales
 * @param resales all arm's-length sales, by day
 */
export function findFlips(
  purchases: readonly TestSale[],
  resales: readonly {
    readonly propertyId: string;
    readonly day: number;
    readonly price: number;
  }[],
): Flip[] {
  const later = Map.groupBy(resales, ({ propertyId }) => propertyId);
  return purchases.flatMap((purchase) => {
    const { propertyId, day } = purchase;
    const next = later.get(propertyId)?.find((sale) => sale.day > day);
    const days = next ? next.day - day : Infinity;
    return !next || days < FLIP_DAYS.min || days > FLIP_DAYS.max ? [] : [{
      propertyId,
      bought: day,
      sold: next.day,
      purchasePrice: purchase.price,
      resalePrice: next.price,
      resale: { ...purchase, price: next.price },
    }];
  });
}

/** The figures of a set of flips. */
export function flipFigures(flips: readonly Flip[]): FlipFigures {
  const known = valued(flips.map(({ resale }) => resale));
  const of = (statistic: (sales: readonly ValuedSale[]) => number) =>
    known.length === 0 ? null : statistic(known);
  return {
    flips: flips.length,
    valued: known.length,
    median_error: of((sales) =>
      median(sales.map((sale) => Math.abs(errorOf(sale))))
    ),
    within_20: of((sales) => shareWithin(sales, 0.2)),
    bias: of((sales) => median(sales.map(errorOf))),
    coverage: of((sales) => share(sales, isCovered)),
    median_gain: flips.length === 0 ? null : median(
      flips.map(({ purchasePrice, resalePrice }) =>
        resalePrice / purchasePrice - 1
      ),
    ),
  };
}
