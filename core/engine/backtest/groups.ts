import { DAY_MS } from "../../../contracts/day.ts";
import { type Figures, figuresOf } from "./figures.ts";
import type { TestSale } from "./backtest_sale.ts";
import { THIRDS, thirdsBy } from "./thirds.ts";

/** The figures of one group, for example of township 28. */
export interface GroupFigures extends Figures {
  readonly group: string;
}

/** All figures of a backtest. */
export interface BacktestFigures {
  readonly overall: Figures;
  readonly by: Readonly<Record<Grouping, readonly GroupFigures[]>>;
}

/** Where the bands of confidence begin. The second is where comps begin to drive a value. */
const CONFIDENCE_BANDS = [0, 55, 65, 75, 85, 95];

/** What a sale is grouped by; null leaves it out. */
const GROUPINGS = {
  segment: () => ({ segment }: TestSale): string | null => segment,
  prop_type: () => ({ propType }: TestSale) => propType,
  township: () => ({ township }: TestSale) => township,
  price_third: priceThirds,
  confidence: () => ({ confidence }: TestSale) =>
    confidence === null ? null : bandOf(confidence),
  state: () => ({ state }: TestSale) => state,
  month: () => ({ day }: TestSale) =>
    new Date(day * DAY_MS).toISOString().slice(0, 7),
};

/** One way of grouping test sales. */
export type Grouping = keyof typeof GROUPINGS;

/** The figures of all sales, and of every group of every grouping in alphabetical order. */
export function backtestFigures(sales: readonly TestSale[]): BacktestFigures {
  const by = Object.fromEntries(
    Object.entries(GROUPINGS).map(([name, grouping]) => {
      const groupOf = grouping(sales);
      const groups = [...Map.groupBy(sales, groupOf)]
        .filter((entry): entry is [string, TestSale[]] => entry[0] !== null)
        .sort(([a], [b]) => a < b ? -1 : 1)
        .map(([group, members]) => ({ group, ...figuresOf(members) }));
      return [name, groups];
    }),
  ) as Record<Grouping, GroupFigures[]>;
  return { overall: figuresOf(sales), by };
}

/** `1 low`, `2 middle` or `3 high`, by where the price stands among all prices of the test. */
function priceThirds(
  sales: readonly TestSale[],
): (sale: TestSale) => string {
  const thirdOf = thirdsBy(sales.map(({ price }) => price));
  return ({ price }) => {
    const third = thirdOf(price);
    return `${THIRDS.indexOf(third) + 1} ${third}`;
  };
}

/** The band that a confidence lies in, for example `75-85`. */
export function bandOf(confidence: number): string {
  const at = CONFIDENCE_BANDS.findLastIndex((from) => confidence >= from);
  const from = String(CONFIDENCE_BANDS[at]).padStart(2, "0");
  return `${from}-${CONFIDENCE_BANDS[at + 1] ?? 100}`;
}
