import { DAY_MS } from "../../../contracts/day.ts";
import { FACTOR_CONFIG } from "./factor_config.ts";
import { RENT } from "../../../contracts/constants/rent.ts";
import { SALE_VALIDATION } from "../../../contracts/constants/sales.ts";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { tractRowOf } from "../places/tract_rows.ts";
import { recentTractSales } from "../sales/tract_sales.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { median } from "../statistics/quantile.ts";
import { codeAt } from "../tables.ts";
import { publishedYears } from "./area_years.ts";

/** What a house or two- to four-flat sells for in a tract. */
export interface PriceLevel {
  /** Dollars, brought to the level of the first source that has any tract. */
  readonly level: number;
  readonly source: "sales" | "area_prices" | "census";
  /** Dollars as the source has them: `level` is this times `bridge`. */
  readonly median: number;
  readonly bridge: number;
  /** Last year of the source's facts. */
  readonly year: number;
  /** Sales behind the median; 0 for the census. */
  readonly sales: number;
  /** Dollars per square foot of living area; null unless from validated sales. */
  readonly medianPerSqft: number | null;
}

type Found = Omit<PriceLevel, "level" | "bridge">;

/**
 * The price level of every tract that has one, by GEOID: validated sales of the last 24 months,
 * else published prices of the newest year with enough sales, else the census value. An older
 * source is brought to the level of the ones before it by the median ratio over the tracts that
 * have both; with too few such tracts, and in Lake County, it stays as it is.
 */
export const priceLevels: (
  snapshot: SnapshotData,
) => ReadonlyMap<string, PriceLevel> = perSnapshot((snapshot) => {
  const levels = new Map<string, PriceLevel>();
  const sources = [
    recentSales(snapshot),
    publishedPrices(snapshot),
    censusValues(snapshot),
  ];
  for (const source of sources) {
    const ratios: number[] = [];
    for (const [tract, { median }] of source) {
      const level = levels.get(tract)?.level;
      if (level !== undefined) ratios.push(level / median);
    }
    const bridge = ratios.length >= FACTOR_CONFIG.bridge_tracts
      ? median(ratios)
      : 1;
    for (const [tract, found] of source) {
      if (levels.has(tract)) continue;
      const own = isLake(snapshot, tract) ? 1 : bridge;
      levels.set(tract, { ...found, bridge: own, level: found.median * own });
    }
  }
  return levels;
});

/** The bridge is made of Cook County's tracts: Lake County has no sales. */
function isLake(snapshot: SnapshotData, tract: string): boolean {
  const row = tractRowOf(snapshot, tract);
  return row >= 0 && codeAt(snapshot.tables.tracts.county, row) === "lake";
}

function recentSales(snapshot: SnapshotData): Map<string, Found> {
  const { sale_date, sale_price, bldg_sqft } = snapshot.tables.sales;
  const rows = recentTractSales(snapshot);
  const newest = rows.length > 0 ? sale_date[rows[rows.length - 1].row] : 0;
  const byTract = new Map<string, number[]>();
  for (const { row, tract } of rows) {
    const list = byTract.get(tract);
    if (list) list.push(row);
    else byTract.set(tract, [row]);
  }
  const year = new Date(newest * DAY_MS).getUTCFullYear();
  const found = new Map<string, Found>();
  for (const [tract, sales] of byTract) {
    if (sales.length < SCORING.min_sales) continue;
    found.set(tract, {
      source: "sales",
      median: median(sales.map((row) => sale_price[row])),
      year,
      sales: sales.length,
      medianPerSqft: median(
        sales.map((row) => sale_price[row] / bldg_sqft[row]),
      ),
    });
  }
  return found;
}

function publishedPrices(snapshot: SnapshotData): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [tract, years] of publishedYears(snapshot)) {
    const newest = years.findLast(({ sales }) =>
      sales >= FACTOR_CONFIG.min_published
    );
    if (!newest) continue;
    const { year, sales, median } = newest;
    found.set(tract, {
      source: "area_prices",
      median,
      year,
      sales,
      medianPerSqft: null,
    });
  }
  return found;
}

/** Tracts where nearly everything sold is a condominium: the census value there is not a house's. */
function condoTracts(
  { tables: { area_prices: table } }: SnapshotData,
): ReadonlySet<string> {
  const counts = new Map<string, { sales: number; condos: number }>();
  for (let row = 0; row < table.rows; row++) {
    const tract = codeAt(table.tract, row);
    const count = counts.get(tract) ?? { sales: 0, condos: 0 };
    counts.set(tract, count);
    count.sales += table.sales[row];
    count.condos += table.condos[row];
  }
  const { condo_share, min_published } = FACTOR_CONFIG;
  return new Set(
    Array.from(counts).flatMap(([tract, { sales, condos }]) =>
      condos >= min_published && condos > condo_share * (sales + condos)
        ? [tract]
        : []
    ),
  );
}

function censusValues(snapshot: SnapshotData): Map<string, Found> {
  const { tracts } = snapshot.tables;
  const found = new Map<string, Found>();
  const condos = condoTracts(snapshot);
  for (let row = 0; row < tracts.rows; row++) {
    if (condos.has(codeAt(tracts.geoid, row))) continue;
    const value = tracts.median_house_value[row];
    // The survey writes 9,999 for anything below 10,000.
    if (!(value > SALE_VALIDATION.price_floor)) continue;
    found.set(codeAt(tracts.geoid, row), {
      source: "census",
      median: value,
      year: RENT.census_year,
      sales: 0,
      medianPerSqft: null,
    });
  }
  return found;
}
