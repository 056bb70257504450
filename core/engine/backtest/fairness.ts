import { median } from "../statistics/quantile.ts";
import type { Interval } from "../statistics/bootstrap.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { type Third, THIRDS, thirdsBy } from "./thirds.ts";
import { errorOf, type TestSale, valued } from "./backtest_sale.ts";

/** How evenly errors fall on cheap and expensive homes, and on neighborhoods. */
export interface Fairness {
  /** Thirds by price: a low price is partly bad luck of the seller, which reads as a value too high. */
  readonly byPrice: readonly ThirdFigures[];
  /** Thirds by the mean of price and value, which does not reward either. */
  readonly byLevel: readonly ThirdFigures[];
  /** Tracts (or assessor's neighborhoods) with enough sales, by median ratio. */
  readonly areas: readonly AreaRatio[];
  /** Share of those areas whose median ratio is within 0.95 to 1.05. */
  readonly evenAreas: number;
}

/** Figures of a third of the sales. */
export interface ThirdFigures {
  readonly third: Third;
  readonly from: number;
  readonly to: number;
  readonly figures: Figures;
}

/** How an area's values compare with its prices. */
export interface AreaRatio {
  readonly area: string;
  readonly sales: number;
  readonly medianRatio: number;
  readonly medianError: number;
  /** Median price, dollars. */
  readonly price: number;
}

/** Sales that make an area's median worth showing. */
const MIN_AREA_SALES = 10;
/** How far a median ratio may lie from 1 without favoring anyone. */
export const EVEN: Interval = { low: 0.95, high: 1.05 };

/** The fairness of a backtest's values. */
export function fairnessOf(sales: readonly TestSale[]): Fairness {
  const known = valued(sales);
  const areas = [...Map.groupBy(known, ({ area }) => area)]
    .filter(([area, members]) =>
      area !== "" && members.length >= MIN_AREA_SALES
    )
    .map(([area, members]): AreaRatio => ({
      area,
      sales: members.length,
      medianRatio: 1 + median(members.map(errorOf)),
      medianError: median(members.map((sale) => Math.abs(errorOf(sale)))),
      price: median(members.map(({ price }) => price)),
    }))
    .sort((a, b) => a.medianRatio - b.medianRatio);
  const even = areas.filter(({ medianRatio }) =>
    medianRatio >= EVEN.low && medianRatio <= EVEN.high
  );
  return {
    byPrice: thirds(sales, ({ price }) => price),
    byLevel: thirds(known, ({ price, value }) => (price + value.base) / 2),
    areas,
    evenAreas: areas.length === 0 ? 0 : even.length / areas.length,
  };
}

function thirds<S extends TestSale>(
  sales: readonly S[],
  level: (sale: S) => number,
): ThirdFigures[] {
  const thirdOf = thirdsBy(sales.map(level));
  const members = Map.groupBy(sales, (sale) => thirdOf(level(sale)));
  return THIRDS.flatMap((third) => {
    const own = members.get(third);
    if (own === undefined) return [];
    const levels = own.map(level);
    return [{
      third,
      from: levels.reduce((least, each) => Math.min(least, each)),
      to: levels.reduce((most, each) => Math.max(most, each)),
      figures: figuresOf(own),
    }];
  });
}
