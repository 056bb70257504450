import { DAY_MS } from "../../../contracts/day.ts";

/**
 * The day, since 1970-01-01, by which a sale of a year was made for certain: its last. A sale of
 * which no more than the year is known counts from then on, so that no past day learns of it early.
 */
export function lastDayOf(year: number): number {
  return Date.UTC(year, 11, 31) / DAY_MS;
}
