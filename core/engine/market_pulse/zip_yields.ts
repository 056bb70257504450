import { SCORING } from "../../../contracts/constants/scoring.ts";
import { fiscalYearAt, ladderFor, ladderRent } from "../rent/safmr.ts";
import { recentTractSales } from "../sales/tract_sales.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { median } from "../statistics/quantile.ts";
import { codeAt } from "../tables.ts";

/** What a voucher pays in a ZIP against what homes cost there. */
export interface ZipYield {
  readonly zip: string;
  readonly fiscalYear: number;
  /** HUD rents for two and three bedrooms, dollars a month. */
  readonly twoBedroom: number;
  readonly threeBedroom: number;
  /** Median price of the validated sales of the last 24 months, dollars. */
  readonly medianPrice: number;
  readonly sales: number;
  /** Twelve two-bedroom rents over the median price. */
  readonly yield: number;
}

const yieldsOf = perSnapshot(() => new Map<number, readonly ZipYield[]>());

/** Every ZIP with HUD rents and enough sales, best yield first. */
export function zipYields(
  snapshot: SnapshotData,
  today: number,
): readonly ZipYield[] {
  const known = yieldsOf(snapshot);
  const fiscalYear = fiscalYearAt(today);
  let yields = known.get(fiscalYear);
  if (!yields) {
    yields = compute(snapshot, fiscalYear);
    known.set(fiscalYear, yields);
  }
  return yields;
}

function compute(snapshot: SnapshotData, fiscalYear: number): ZipYield[] {
  const { sales, parcels } = snapshot.tables;
  const prices = new Map<string, number[]>();
  for (const { row } of recentTractSales(snapshot)) {
    const zip = codeAt(parcels.zip, sales.parcel[row]);
    const list = prices.get(zip);
    if (list) list.push(sales.sale_price[row]);
    else prices.set(zip, [sales.sale_price[row]]);
  }
  const yields: ZipYield[] = [];
  for (const [zip, list] of prices) {
    const ladder = ladderFor(snapshot, zip, fiscalYear);
    if (!ladder || list.length < SCORING.min_sales) continue;
    const medianPrice = median(list);
    yields.push({
      zip,
      fiscalYear: ladder.fiscalYear,
      twoBedroom: ladderRent(ladder, 2),
      threeBedroom: ladderRent(ladder, 3),
      medianPrice,
      sales: list.length,
      yield: 12 * ladderRent(ladder, 2) / medianPrice,
    });
  }
  return yields.sort((a, b) => b.yield - a.yield || (a.zip < b.zip ? -1 : 1));
}
