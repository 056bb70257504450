import { DAY_MS } from "../../../contracts/day.ts";
import { FACTOR_CONFIG } from "./factor_config.ts";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { tractSales } from "../sales/tract_sales.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { quantileSorted } from "../statistics/quantile.ts";
import { codeAt } from "../tables.ts";

/** What a tract's homes sold for in a year, US dollars. */
export interface AreaYear {
  readonly year: number;
  readonly sales: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
}

/** Years of sales by tract, oldest first, and where they come from. */
export interface AreaYears {
  readonly source: "sales" | "area_prices";
  /** First and last full year of the source. */
  readonly first: number;
  readonly last: number;
  /** Sales of a year below which its prices say nothing. */
  readonly minSales: number;
  readonly byTract: ReadonlyMap<string, readonly AreaYear[]>;
}

/**
 * The yearly prices of the snapshot's tracts, all from one source so that tracts compare:
 * validated sales, or published prices where those cover more tracts.
 */
export const areaYears: (snapshot: SnapshotData) => AreaYears = perSnapshot(
  (snapshot) => {
    const sales = yearsOfSales(snapshot);
    const published = publishedYears(snapshot);
    return published.size > sales.size
      ? spanned("area_prices", published, Infinity)
      : spanned("sales", sales, lastFullYear(snapshot));
  },
);

function spanned(
  source: AreaYears["source"],
  byTract: AreaYears["byTract"],
  lastFull: number,
): AreaYears {
  let first = Infinity;
  let last = -Infinity;
  for (const years of byTract.values()) {
    first = Math.min(first, years[0].year);
    last = Math.max(last, years[years.length - 1].year);
  }
  const { min_sales } = SCORING;
  const { min_published } = FACTOR_CONFIG;
  return {
    source,
    byTract,
    first,
    last: Math.min(last, lastFull),
    minSales: source === "sales" ? min_sales : min_published,
  };
}

/** The newest year whose sales reach into December. */
function lastFullYear({ tables: { sales } }: SnapshotData): number {
  if (sales.rows === 0) return -Infinity;
  const newest = new Date(sales.sale_date[sales.rows - 1] * DAY_MS);
  const year = newest.getUTCFullYear();
  return newest.getUTCMonth() === 11 ? year : year - 1;
}

function yearsOfSales(snapshot: SnapshotData): Map<string, AreaYear[]> {
  const { sale_date, sale_price } = snapshot.tables.sales;
  const prices = new Map<string, Map<number, number[]>>();
  for (const { row, tract } of tractSales(snapshot)) {
    const year = new Date(sale_date[row] * DAY_MS).getUTCFullYear();
    const byYear = prices.get(tract) ?? new Map<number, number[]>();
    prices.set(tract, byYear);
    const list = byYear.get(year);
    if (list) list.push(sale_price[row]);
    else byYear.set(year, [sale_price[row]]);
  }
  return new Map(
    Array.from(prices, ([tract, byYear]) => [
      tract,
      Array.from(byYear, ([year, list]) => {
        const sorted = Float64Array.from(list).sort();
        return {
          year,
          sales: sorted.length,
          q1: quantileSorted(sorted, 0.25),
          median: quantileSorted(sorted, 0.5),
          q3: quantileSorted(sorted, 0.75),
        };
      }).sort((a, b) => a.year - b.year),
    ]),
  );
}

/** The published yearly prices by tract, oldest first. */
export function publishedYears(
  { tables: { area_prices: table } }: SnapshotData,
): Map<string, AreaYear[]> {
  const byTract = new Map<string, AreaYear[]>();
  for (let row = 0; row < table.rows; row++) {
    if (table.sales[row] === 0) continue;
    const tract = codeAt(table.tract, row);
    const years = byTract.get(tract) ?? [];
    byTract.set(tract, years);
    years.push({
      year: table.year[row],
      sales: table.sales[row],
      q1: table.q1[row],
      median: table.median[row],
      q3: table.q3[row],
    });
  }
  for (const years of byTract.values()) years.sort((a, b) => a.year - b.year);
  return byTract;
}

/** A figure of a tract's years, and the facts behind it. */
export interface AreaFigure {
  readonly value: number;
  /** First and last year. */
  readonly from: number;
  readonly to: number;
  readonly sales: number;
}

/**
 * Sales a year over the last years of the source. Null for a tract without any: that is no
 * evidence that nothing sells there.
 */
export function salesAYear(
  { byTract, first, last }: AreaYears,
  tract: string,
): AreaFigure | null {
  const from = Math.max(first, last - FACTOR_CONFIG.recent_years + 1);
  const sales = (byTract.get(tract) ?? [])
    .filter(({ year }) => year >= from && year <= last)
    .reduce((sum, each) => sum + each.sales, 0);
  return sales === 0
    ? null
    : { value: sales / (last - from + 1), from, to: last, sales };
}

/** Middle half of the prices over their median, mean of the last years by sales; null with too few sales a year. */
export function dispersionOf(
  { byTract, last, minSales }: AreaYears,
  tract: string,
): AreaFigure | null {
  const years = byTract.get(tract) ?? [];
  const { recent_years } = FACTOR_CONFIG;
  const recent = years.filter(({ year, sales }) =>
    year > last - recent_years && year <= last && sales >= minSales
  );
  if (recent.length === 0) return null;
  const sales = recent.reduce((sum, each) => sum + each.sales, 0);
  const spread = recent.reduce(
    (sum, { sales, q1, median, q3 }) => sum + sales * (q3 - q1) / median,
    0,
  );
  return {
    value: spread / sales,
    from: recent[0].year,
    to: recent[recent.length - 1].year,
    sales,
  };
}

/** Yearly growth: slope of the log median price on the year, weighted by sales; null with too few years. */
export function growthOf(
  { byTract, last, minSales }: AreaYears,
  tract: string,
): AreaFigure | null {
  const years = byTract.get(tract) ?? [];
  const { trend_years } = FACTOR_CONFIG;
  const used = years.filter(({ year, sales }) =>
    year > last - trend_years.max && year <= last && sales >= minSales
  );
  if (used.length < trend_years.min) return null;
  const total = used.reduce((sum, { sales }) => sum + sales, 0);
  const mean = (of: (each: AreaYear) => number) =>
    used.reduce((sum, each) => sum + each.sales * of(each), 0) / total;
  const middle = mean(({ year }) => year);
  const level = mean(({ median }) => Math.log(median));
  const slope =
    mean(({ year, median }) => (year - middle) * (Math.log(median) - level)) /
    mean(({ year }) => (year - middle) ** 2);
  return {
    value: Math.expm1(slope),
    from: used[0].year,
    to: used[used.length - 1].year,
    sales: total,
  };
}
