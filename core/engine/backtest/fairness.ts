import { median } from "../statistics/quantile.ts";
import type { Interval } from "../statistics/bootstrap.ts";
import { type Figures, figuresOf } from "./figures.ts";
import {
  errorOf,
  type TestSale,
  valued,
  type ValuedSale,
} from "./backtest_sale.ts";

/** How evenly errors fall on cheap and expensive homes, and on neighborhoods. */
export interface Fairness {
  /** Thirds by price: a low price is partly bad luck of the seller, which reads as a value too high. */
  readonly byPrice: readonly Third[];
  /** Thirds by the mean of price and value, which does not reward either. */
  readonly byLevel: readonly Third[];
  /** Tracts (or assessor's neighborhoods) with enough sales, by median ratio. */
  readonly areas: readonly AreaRatio[];
  /** Share of those areas whose median ratio is within 0.95 to 1.05. */
  readonly evenAreas: number;
}

/** Figures of a third of the sales. */
export interface Third {
  readonly third: "low" | "middle" | "high";
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
/** How far a median ratio may lie from 1 without favouring anyone. */
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
    byPrice: thirds(known, ({ price }) => price),
    byLevel: thirds(known, ({ price, value }) => (price + value.base) / 2),
    areas,
    evenAreas: areas.length === 0 ? 0 : even.length / areas.length,
  };
}

function thirds(
  sales: readonly ValuedSale[],
  level: (sale: ValuedSale) => number,
): Third[] {
  const sorted = sales.toSorted((a, b) => level(a) - level(b));
  const names = ["low", "middle", "high"] as const;
  return names.map((third, i) => {
    const members = sorted.slice(
      Math.floor(i * sorted.length / 3),
      Math.floor((i + 1) * sorted.length / 3),
    );
    return { third, members };
  }).filter(({ members }) => members.length > 0).map(({ third, members }) => ({
    third,
    from: level(members[0]),
    to: level(members[members.length - 1]),
    figures: figuresOf(members),
  }));
}
