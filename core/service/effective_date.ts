import { DAY_MS } from "../../contracts/day.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { dayOf, isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { codeAt } from "../engine/tables.ts";

/** Day of the newest sale that is valid, or undefined without one. Sales are sorted by date. */
export function newestSaleDay(
  { tables: { sales } }: SnapshotData,
): number | undefined {
  for (let row = sales.rows - 1; row >= 0; row--) {
    if (codeAt(sales.rejected, row) === "") return sales.sale_date[row];
  }
  return undefined;
}

/**
 * The day to answer for, days since 1970-01-01 UTC: the given one, else the clock's.
 *
 * @param given ISO date
 * @param now epoch milliseconds
 * @throws {Fault} `invalid_params` when the day is before the newest sale: no one could have
 * known that sale then
 */
export function effectiveDate(
  snapshot: SnapshotData,
  given: string | undefined,
  now: number,
): number {
  const day = given === undefined ? Math.floor(now / DAY_MS) : dayOf(given);
  const newest = newestSaleDay(snapshot);
  if (newest !== undefined && day < newest) {
    const iso = isoOf(newest);
    throw invalidParams(
      "today",
      `${iso} or later`,
      `the day to answer for is ${
        isoOf(day)
      }, before the snapshot's newest sale on ${iso}`,
    );
  }
  return day;
}
