import type { SnapshotData } from "../snapshot.ts";
import { monthOf, monthStart } from "../calendar.ts";
import { fitPrices } from "../valuation/model/price_fit.ts";
import { trainingSales } from "../valuation/training/sales.ts";

/** How prices of like homes moved in one area. */
export interface PriceIndex {
  readonly segment: string;
  /** Sales behind it. */
  readonly sales: number;
  /** Price level by month, 1 at the first. */
  readonly levels: readonly { readonly day: number; readonly level: number }[];
}

/** The index of the segments with most sales, as all of the snapshot's sales tell it. */
export function priceIndices(
  snapshot: SnapshotData,
  count: number,
): PriceIndex[] {
  const training = trainingSales(snapshot);
  const { yearOnly, segments } = training;
  const day = training.day.subarray(yearOnly);
  const segment = training.segment.subarray(yearOnly);
  if (day.length === 0) return [];
  const { index } = fitPrices(training, training.count);
  const sales = new Int32Array(segments.length);
  for (const at of segment) sales[at]++;
  const first = monthOf(day[0]);
  const months = monthOf(day[day.length - 1]) - first + 1;
  const mid = (m: number) => monthStart(first + m) + 14;
  return segments
    .map((name, at) => ({ name, at, sales: sales[at] }))
    .filter((each) => each.sales > 0)
    .sort((a, b) => b.sales - a.sales || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name, at, sales }) => ({
      segment: name,
      sales,
      levels: Array.from({ length: months }, (_, m) => ({
        day: mid(m),
        level: Math.exp(index.logAt(at, mid(m)) - index.logAt(at, mid(0))),
      })),
    }));
}
