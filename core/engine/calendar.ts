import { DAY_MS } from "../../contracts/day.ts";

/** Calendar months as whole numbers: months since January of year 0. */

/** Days of a month, on average. */
export const DAYS_A_MONTH = 365.25 / 12;

/** Month number of a day (days since 1970-01-01). Civil-calendar arithmetic, no `Date`, as it runs per sale. */
export function monthOf(day: number): number {
  // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const ofEra = z - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) -
      Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra -
    (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const marchMonth = Math.floor((5 * ofYear + 2) / 153);
  const january = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return (year + era * 400 + (january <= 2 ? 1 : 0)) * 12 + january - 1;
}

/** First day of a month number. */
export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}
