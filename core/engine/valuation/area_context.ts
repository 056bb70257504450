import { CONSTANTS } from "../../../contracts/constants.ts";
import { roundTo } from "../rounding.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { CodeColumn } from "../tables.ts";
import { median } from "../statistics/quantile.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import type { Market } from "./market.ts";
import type { EvidenceSales } from "./sales.ts";
import { DAYS_A_MONTH } from "./calendar.ts";
import type { AreaContext } from "./valuation.ts";

/** Evidence sales by area: those of code `c` are `sales[starts[c]]` to `sales[starts[c + 1] - 1]`, oldest first. */
interface SalesByArea {
  readonly starts: Int32Array;
  readonly sales: Int32Array;
}

const grouped = new WeakMap<
  EvidenceSales,
  Record<AreaContext["level"], SalesByArea>
>();

/**
 * What the subject's tract (or, with too few sales, its neighborhood) sold for over the last
 * `CONSTANTS.area_context.months`; null where neither has enough sales.
 *
 * @param type place in `MODELLED_TYPES`, or -1 for all modelled types
 * @param sqft the subject's living area, NaN to leave the heuristic value out
 */
export function areaContext(
  snapshot: SnapshotData,
  market: Market,
  subject: ResolvedSubject,
  type: number,
  sqft: number,
): AreaContext | null {
  const { parcels } = snapshot.tables;
  const { evidence } = market;
  let groups = grouped.get(evidence);
  if (!groups) {
    groups = {
      tract: groupBy(evidence, parcels.tract),
      neighborhood: groupBy(evidence, parcels.neighborhood),
    };
    grouped.set(evidence, groups);
  }
  const { months, min_sales } = CONSTANTS.area_context;
  const from = market.asOf - Math.round(months * DAYS_A_MONTH);
  for (const level of ["tract", "neighborhood"] as const) {
    const id = subject[level];
    const code = id === "" ? -1 : parcels[level].dictionary.indexOf(id);
    if (code < 0) continue;
    const sales = recent(groups[level], code, market, type, from);
    if (sales.length < min_sales) continue;
    const { sale_price, bldg_sqft } = snapshot.tables.sales;
    const rows = sales.map((sale) => evidence.row[sale]);
    const perSqft = median(rows.map((row) => sale_price[row] / bldg_sqft[row]));
    return {
      level,
      id,
      sales: sales.length,
      medianPrice: roundTo(median(rows.map((row) => sale_price[row])), 0),
      medianPricePerSqft: roundTo(perSqft, 2),
      heuristicValue: sqft > 0 ? roundTo(perSqft * sqft, 0) : null,
    };
  }
  return null;
}

/** Known sales of an area since a day, newest first. */
function recent(
  { starts, sales }: SalesByArea,
  code: number,
  { evidence, count }: Market,
  type: number,
  from: number,
): number[] {
  const found: number[] = [];
  for (let at = starts[code + 1] - 1; at >= starts[code]; at--) {
    const sale = sales[at];
    if (sale >= count) continue;
    if (evidence.day[sale] < from) break;
    if (type < 0 || evidence.type[sale] === type) found.push(sale);
  }
  return found;
}

function groupBy(evidence: EvidenceSales, area: CodeColumn): SalesByArea {
  const starts = new Int32Array(area.dictionary.length + 1);
  for (const parcel of evidence.parcel) starts[area.values[parcel] + 1]++;
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
  const next = starts.slice();
  const sales = new Int32Array(evidence.count);
  for (let sale = 0; sale < evidence.count; sale++) {
    sales[next[area.values[evidence.parcel[sale]]]++] = sale;
  }
  return { starts, sales };
}
