import { SCORING } from "../../../contracts/constants/scoring.ts";
import { recentTractSales } from "../sales/tract_sales.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { median } from "../statistics/quantile.ts";
import { codeAt } from "../tables.ts";
import { latestAssessment } from "./assessments.ts";

/** How a township's assessed values stand to what its homes sold for. */
export interface AssessedRatio {
  /** Assessed value over price, the median; full assessment is 0.10. */
  readonly ratio: number;
  readonly sales: number;
  /** Newest tax year of the assessed values. */
  readonly taxYear: number;
}

/**
 * By township: the median of newest assessed value over price, over the validated sales of houses
 * and two- to four-flats in the last 24 months of sales. Prices as they were paid.
 */
export const assessedRatios: (
  snapshot: SnapshotData,
) => ReadonlyMap<string, AssessedRatio> = perSnapshot((snapshot) => {
  const { sales, parcels } = snapshot.tables;
  const found = new Map<string, { each: number[]; taxYear: number }>();
  for (const { row } of recentTractSales(snapshot)) {
    const assessment = latestAssessment(snapshot, sales.parcel[row]);
    if (!assessment) continue;
    const township = codeAt(parcels.township, sales.parcel[row]);
    const entry = found.get(township) ?? { each: [], taxYear: 0 };
    found.set(township, entry);
    entry.each.push(assessment.value / sales.sale_price[row]);
    entry.taxYear = Math.max(entry.taxYear, assessment.taxYear);
  }
  return new Map(
    Array.from(found).flatMap(([township, { each, taxYear }]) =>
      each.length < SCORING.min_sales ? [] : [[township, {
        ratio: median(each),
        sales: each.length,
        taxYear,
      }]]
    ),
  );
});
