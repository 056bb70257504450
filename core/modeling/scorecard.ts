import { PROPERTY_TAX } from "../../contracts/constants/property_tax.ts";
import type { TestSale } from "../engine/backtest/backtest_sale.ts";
import { type Figures, figuresOf } from "../engine/backtest/figures.ts";
import {
  areaEstimate,
  ruleCompsEstimate,
} from "../engine/backtest/simple_estimates.ts";
import { publishedOf } from "../engine/calibration/published.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import type { Interval } from "../engine/statistics/bootstrap.ts";
import { MODELLED_TYPES } from "../engine/tables.ts";
import { latestAssessment } from "../engine/tax/assessments.ts";
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

/** The figures of one row; null where the row's source does not have them. */
export interface ScorecardFigures {
  readonly sales: number;
  readonly median_error: number;
  /** 95% bounds of the median error. */
  readonly median_error_bounds: Interval | null;
  readonly within_20: number;
  readonly median_ratio: number | null;
  readonly cod: number | null;
  /** Share of prices within the interval; null where the method gives none. */
  readonly coverage: number | null;
}

/** One method in one market, on sales of one property type. */
export interface ScorecardRow {
  readonly market: string;
  /** `all` where types are counted together. */
  readonly prop_type: string;
  readonly method: string;
  /** First and last day of the sales. */
  readonly from: string;
  readonly to: string;
  /** Where the figures are from: this run, the snapshot, or the program and day that measured them. */
  readonly source: string;
  readonly figures: ScorecardFigures;
}

/** The methods of every scorecard, in its order. */
const TWOFLAT = "Twoflat", RULE_COMPS = "rule comps", AREA = "area median";
/** The row of what the snapshot publishes. */
const PUBLISHED = "Twoflat, as published";
const THIS_RUN = "this run", OF_SNAPSHOT = "the snapshot";
/** A county's values of a tax year that had not begun when the last of the sales was made. */
const SET_LATER = "this run, on values set after the sales";

/**
 * Values every sale from a day on as a backtest does, and by simpler methods from what was known
 * before the same days: rule comps, the area's median price per square foot, and `others`. The
 * county's own values, where the snapshot has them, are of after the sales.
 *
 * @returns a row a property type and method, Twoflat's first; last what the snapshot publishes
 * @throws {Fault} `invalid_params` as `backtest` does
 */
export async function scorecard(
  snapshot: SnapshotData & { readonly dir: string },
  { market, others = [], ...options }: ScorecardOptions,
): Promise<ScorecardRow[]> {
  const { sales, periods } = await backtest(snapshot, options);
  const valued = sales.filter(({ value }) => value !== null);
  const simple = simpleEstimates(snapshot, valued, periods, options.lag ?? 0);
  const methods: Method[] = [
    { method: RULE_COMPS, of: (at) => simple[at].ruleComps },
    { method: AREA, of: (at) => simple[at].area },
    ...countyMethods(snapshot, valued),
    ...others.map(({ method, of }) => ({
      method,
      of: (at: number) => of(valued[at].propertyId, valued[at].day) ?? NaN,
    })),
  ];
  const about = {
    market,
    from: isoOf(options.from),
    to: isoOf(valued[valued.length - 1].day),
    source: THIS_RUN,
  };
  const rows = MODELLED_TYPES.flatMap((prop_type) => {
    const asked = valued.flatMap((sale, at) =>
      sale.propType === prop_type ? [at] : []
    );
    if (asked.length === 0) return [];
    return [
      {
        ...about,
        prop_type,
        method: TWOFLAT,
        figures: measured(figuresOf(asked.map((at) => valued[at])), true),
      },
      ...methods.flatMap(({ method, of, source = THIS_RUN }) => {
        const known = asked.flatMap((at) => withEstimate(valued[at], of(at)));
        return known.length === 0 ? [] : [{
          ...about,
          prop_type,
          method,
          source,
          figures: measured(figuresOf(known), false),
        }];
      }),
    ];
  });
  return [...rows, ...publishedRow(snapshot, market)];
}

/** The figures of sales with a value, at least one. */
function measured(
  { sales, ratios, coverage, bounds }: Figures,
  hasInterval: boolean,
): ScorecardFigures {
  const { median_error, within_20, median_ratio, cod } = ratios!;
  return {
    sales,
    median_error,
    median_error_bounds: bounds.median_error ?? null,
    within_20,
    median_ratio,
    cod,
    coverage: hasInterval ? coverage : null,
  };
}

/** What the snapshot publishes, as disclosures and the coverage page quote it. */
function publishedRow(snapshot: SnapshotData, market: string): ScorecardRow[] {
  const published = publishedOf(snapshot);
  if (!published?.overall) return [];
  const { test_sales, median_error, within_20, median_ratio, coverage } =
    published.overall;
  return [{
    market,
    prop_type: "all",
    method: PUBLISHED,
    from: isoOf(published.from),
    to: isoOf(published.to),
    source: OF_SNAPSHOT,
    figures: {
      sales: test_sales,
      median_error,
      median_error_bounds: null,
      within_20,
      median_ratio,
      cod: null,
      coverage,
    },
  }];
}

/** Another method's estimates of the valued sales. */
interface Method {
  readonly method: string;
  /** Default: this run. */
  readonly source?: string;
  /** Returns the estimate of a sale by its place, NaN without one. */
  of(at: number): number;
}

/** What the county says each property is worth, a method a tax year; none where the snapshot has no assessed values. */
function countyMethods(
  snapshot: SnapshotData,
  valued: readonly TestSale[],
): Method[] {
  const { parcel } = snapshot.tables.sales;
  const assessed = valued.map(({ sale }) =>
    latestAssessment(snapshot, parcel[sale])
  );
  const years = new Set(assessed.flatMap((each) => each ? [each.taxYear] : []));
  const lastYear = Number(isoOf(valued[valued.length - 1].day).slice(0, 4));
  return [...years].sort().map((year) => ({
    method: `county, tax year ${year}`,
    source: year > lastYear ? SET_LATER : undefined,
    of(at: number): number {
      const each = assessed[at];
      return each?.taxYear === year
        ? each.value / PROPERTY_TAX.level_of_assessment
        : NaN;
    },
  }));
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
