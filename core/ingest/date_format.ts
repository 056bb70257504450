import { dayOfParts, lastDayOfMonth } from "./values.ts";

const MONTHS = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

/** Parts of a format, longest first, and what they match. */
const PARTS = {
  YYYY: "(?<year>\\d{4})",
  YY: "(?<year>\\d{2})",
  MON: "(?<name>[A-Za-z]{3})[a-z]*\\.?",
  MM: "(?<month>\\d{2})",
  M: "(?<month>\\d{1,2})",
  DD: "(?<day>\\d{2})",
  D: "(?<day>\\d{1,2})",
} as const;

/** Two-digit years from here on are of the last century. */
const PIVOT = 70;

/**
 * A reader of dates in one format: `YYYY` or `YY`, `MM`, `M` or `MON` (a month's name), `DD` or `D`,
 * other characters as they are. A time of day in the format or after the date is ignored; a format
 * without a day means the last of the month, so that no value uses later facts. The reader gives a day
 * number, or undefined.
 *
 * @returns undefined when the format lacks a year or a month, or names a part twice
 */
export function dateReader(
  format: string,
): ((text: string) => number | undefined) | undefined {
  const date = format.replace(/[T ][0Hhms].*$/, "");
  const pattern = date.replace(
    /YYYY|YY|MON|MM|M|DD|D|[^A-Za-z0-9]/g,
    (part) => PARTS[part as keyof typeof PARTS] ?? `\\${part}`,
  );
  let regex: RegExp;
  try {
    regex = new RegExp(`^${pattern}(?:[T ].*)?$`);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const has = (group: string) => pattern.includes(`(?<${group}>`);
  if (!has("year") || !(has("month") || has("name"))) return undefined;
  return (text) => {
    const parts = regex.exec(text)?.groups;
    if (!parts) return undefined;
    const month = parts.month ??
      MONTHS.indexOf(parts.name.toLowerCase()) + 1;
    const year = fullYear(parts.year);
    return parts.day === undefined
      ? lastDayOfMonth(year, month)
      : dayOfParts(year, month, parts.day);
  };
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year + (year < PIVOT ? 2000 : 1900);
}
