import type { TestSale } from "../engine/backtest/backtest_sale.ts";
import { type Figures, figuresOf } from "../engine/backtest/figures.ts";
import {
  areaEstimate,
  ruleCompsEstimate,
} from "../engine/backtest/simple_estimates.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { MODELLED_TYPES } from "../engine/tables.ts";
import {
  countBefore,
  type Market,
  marketOf,
} from "../engine/valuation/model/market.ts";
import { fitPrices } from "../engine/valuation/model/price_fit.ts";
import { trainingSales } from "../engine/valuation/training/sales.ts";
import { backtest, type BacktestOptions } from "./backtest.ts";
import type { Period } from "./value_period.ts";

/** Estimates of others for the same sales: a county's own, or another method's. */
export interface OtherEstimates {
  /** What the method is called in the table. */
  readonly method: string;
  /** Returns the estimate of a sale in dollars, undefined without one. */
  of(propertyId: string, day: number): number | undefined;
}

/** What a scorecard compares. */
export interface ScorecardOptions extends BacktestOptions {
  /** What the market is called in the table. */
  readonly market: string;
  readonly others?: readonly OtherEstimates[];
}

/** One method in one market, on the sales of one property type that Twoflat values. */
export interface ScorecardRow {
  readonly market: string;
  readonly propType: string;
  readonly method: string;
  /** Sales that the method has an estimate of, and its ratio statistics. */
  readonly figures: Figures;
  /** False where the method gives no interval. */
  readonly hasInterval: boolean;
}

/** The methods of every scorecard, in its order. */
const TWOFLAT = "Twoflat", RULE_COMPS = "rule comps", AREA = "area median";

/**
 * Values every sale from a day on as a backtest does, and by simpler methods from what was known
 * before the same days: rule comps, the area's median price per square foot, and `others`.
 *
 * @returns a row a property type and method, Twoflat's first
 * @throws {Fault} `invalid_params` as `backtest` does
 */
export async function scorecard(
  snapshot: SnapshotData & { readonly dir: string },
  { market, others = [], ...options }: ScorecardOptions,
): Promise<ScorecardRow[]> {
  const { sales, periods } = await backtest(snapshot, options);
  const valued = sales.filter(({ value }) => value !== null);
  const simple = simpleEstimates(snapshot, valued, periods, options.lag ?? 0);
  const methods = [
    { method: RULE_COMPS, of: (at: number) => simple[at].ruleComps },
    { method: AREA, of: (at: number) => simple[at].area },
    ...others.map(({ method, of }) => ({
      method,
      of: (at: number) => of(valued[at].propertyId, valued[at].day) ?? NaN,
    })),
  ];
  return MODELLED_TYPES.flatMap((propType) => {
    const rows = valued.flatMap((sale, at) =>
      sale.propType === propType ? [at] : []
    );
    if (rows.length === 0) return [];
    const about = { market, propType };
    return [
      {
        ...about,
        method: TWOFLAT,
        figures: figuresOf(rows.map((at) => valued[at])),
        hasInterval: true,
      },
      ...methods.flatMap(({ method, of }) => {
        const known = rows.flatMap((at) => withEstimate(valued[at], of(at)));
        return known.length === 0 ? [] : [{
          ...about,
          method,
          figures: figuresOf(known),
          hasInterval: false,
        }];
      }),
    ];
  });
}

/** A sale with another method's estimate in place of the value; none where it has none. */
function withEstimate(sale: TestSale, base: number): TestSale[] {
  return base > 0
    ? [{ ...sale, value: { conservative: base, base, aggressive: base } }]
    : [];
}

/** What the simple methods say of sales (by day), each from what was known before its day. */
function simpleEstimates(
  snapshot: SnapshotData,
  sales: readonly TestSale[],
  periods: readonly Period[],
  lag: number,
): { readonly ruleComps: number; readonly area: number }[] {
  const training = trainingSales(snapshot);
  const { day } = training;
  return periods.flatMap(({ start, end }) => {
    const fit = fitPrices(
      training,
      countBefore(day, start - lag),
      countBefore(day, end - lag),
    );
    let market: Market | undefined;
    return sales.filter((sale) => sale.day >= start && sale.day < end)
      .map((sale) => {
        const count = countBefore(day, sale.day - lag);
        if (market?.count !== count) market = marketOf(fit, count);
        const type = MODELLED_TYPES.findIndex((type) => type === sale.propType);
        return {
          ruleComps: ruleCompsEstimate(snapshot, market, sale.sale, type),
          area: areaEstimate(snapshot, market, sale.sale, type),
        };
      });
  });
}
