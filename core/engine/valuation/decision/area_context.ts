import { AREA_CONTEXT } from "../../../../contracts/constants/valuation.ts";
import { roundTo } from "../../rounding.ts";
import type { SnapshotData } from "../../snapshot.ts";
import type { CodeColumn } from "../../tables.ts";
import { median, quantileSorted } from "../../statistics/quantile.ts";
import type { ResolvedSubject } from "../../subject/resolve.ts";
import type { Market } from "../model/market.ts";
import type { TrainingSales } from "../training/sales.ts";
import { DAYS_A_MONTH } from "../../calendar.ts";
import type { AreaContext } from "./arv.ts";

/** Training sales by area: those of code `c` are `sales[starts[c]]` to `sales[starts[c + 1] - 1]`, oldest first. */
interface SalesByArea {
  readonly starts: Int32Array;
  readonly sales: Int32Array;
}

type Level = AreaContext["level"];

const grouped = new WeakMap<TrainingSales, Record<Level, SalesByArea>>();

/** Medians of an area's sales. */
interface AreaMedians {
  readonly sales: number;
  readonly price: number;
  readonly perSqft: number;
  /** Lower and upper quartile of prices. */
  readonly prices: readonly [number, number];
  /** The same per square foot. */
  readonly rates: readonly [number, number];
}

/** Medians already asked for, by level, area and type; null where there are too few sales. */
const known = new WeakMap<Market, Map<string, AreaMedians | null>>();

/**
 * What the subject's tract (or, with too few sales, its neighborhood) sold for over the last
 * `AREA_CONTEXT.months`; null where neither has enough sales.
 *
 * @param type place in `MODELLED_TYPES`, or -1 for all modelled types
 * @param sqft the subject's living area, NaN where it is not known
 */
export function areaContext(
  snapshot: SnapshotData,
  market: Market,
  subject: ResolvedSubject,
  type: number,
  sqft: number,
): AreaContext | null {
  let medians = known.get(market);
  if (!medians) known.set(market, medians = new Map());
  for (const level of ["tract", "neighborhood"] as const) {
    const id = subject[level];
    if (id === "") continue;
    const key = `${level} ${id} ${type}`;
    let area = medians.get(key);
    if (area === undefined) {
      area = mediansOf(snapshot, market, level, id, type);
      medians.set(key, area);
    }
    if (!area) continue;
    return {
      level,
      id,
      sales: area.sales,
      medianPrice: roundTo(area.price, 0),
      medianPricePerSqft: roundTo(area.perSqft, 2),
      range: rangeOf(area, sqft),
    };
  }
  return null;
}

function rangeOf(
  { prices, rates }: AreaMedians,
  sqft: number,
): AreaContext["range"] {
  const [low, high] = sqft > 0 ? rates.map((rate) => rate * sqft) : prices;
  return { low: roundTo(low, 0), high: roundTo(high, 0) };
}

function quartilesOf(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  return [quantileSorted(sorted, 0.25), quantileSorted(sorted, 0.75)];
}

function mediansOf(
  { tables: { parcels, sales } }: SnapshotData,
  market: Market,
  level: Level,
  id: string,
  type: number,
): AreaMedians | null {
  const { training } = market;
  let groups = grouped.get(training);
  if (!groups) {
    groups = {
      tract: groupBy(training, parcels.tract),
      neighborhood: groupBy(training, parcels.neighborhood),
    };
    grouped.set(training, groups);
  }
  const { months, min_sales } = AREA_CONTEXT;
  const from = market.asOf - Math.round(months * DAYS_A_MONTH);
  const code = parcels[level].dictionary.indexOf(id);
  const rows = code < 0 ? [] : recent(groups[level], code, market, type, from)
    .map((sale) => training.row[sale]);
  if (rows.length < min_sales) return null;
  const prices = rows.map((row) => sales.sale_price[row]);
  const rates = rows.map((row) => sales.sale_price[row] / sales.bldg_sqft[row]);
  return {
    sales: rows.length,
    price: median(prices),
    perSqft: median(rates),
    prices: quartilesOf(prices),
    rates: quartilesOf(rates),
  };
}

/** Known sales of an area since a day, newest first. */
function recent(
  { starts, sales }: SalesByArea,
  code: number,
  { training, count }: Market,
  type: number,
  from: number,
): number[] {
  const found: number[] = [];
  for (let at = starts[code + 1] - 1; at >= starts[code]; at--) {
    const sale = sales[at];
    if (sale >= count) continue;
    if (training.day[sale] < from) break;
    if (type < 0 || training.type[sale] === type) found.push(sale);
  }
  return found;
}

function groupBy(training: TrainingSales, area: CodeColumn): SalesByArea {
  const starts = new Int32Array(area.dictionary.length + 1);
  const { yearOnly, count } = training;
  for (const parcel of training.parcel.subarray(yearOnly)) {
    starts[area.values[parcel] + 1]++;
  }
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
  const next = starts.slice();
  const sales = new Int32Array(count - yearOnly);
  for (let sale = yearOnly; sale < count; sale++) {
    sales[next[area.values[training.parcel[sale]]]++] = sale;
  }
  return { starts, sales };
}
