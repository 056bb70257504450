import { DAY_MS } from "../../contracts/day.ts";
import { plainText } from "../engine/plain_text.ts";
import { isoOf } from "../engine/snapshot.ts";
import type { Tally } from "./tally.ts";

/** Words that sources write for "not known". */
const UNKNOWN = new Set(["", "na", "n/a", "nan", "null", "none", "-"]);

/** Whether a cell says that the value is not known. */
export function isUnknown(text: string): boolean {
  return text === "" || (text.length <= 4 && UNKNOWN.has(text.toLowerCase()));
}

/** A number as sources write it: `1200`, `1200.0`, `$1,200`. NaN for anything else, also for hex and infinity. */
export function parseNumber(text: string): number {
  if (text === "") return NaN;
  const value = Number(text);
  if (Number.isFinite(value)) return /^0[xob]/i.test(text) ? NaN : value;
  return /^-?\$?-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) || /^-?\$/.test(text)
    ? finite(text.replace(/[$,\s]/g, ""))
    : NaN;
}

function finite(text: string): number {
  const value = text === "" || text === "-" ? NaN : Number(text);
  return Number.isFinite(value) ? value : NaN;
}

/** Least and greatest value that is accepted. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The source writes 0 where it does not know. */
  readonly zeroIsUnknown?: boolean;
}

/** A number within bounds; NaN when unknown. A cell that is no number or out of bounds is remarked on. */
export function readNumber(
  text: string,
  name: string,
  bounds: Bounds,
  tally: Tally,
): number {
  if (isUnknown(text)) return NaN;
  const value = parseNumber(text);
  if (!Number.isNaN(value)) return withinBounds(value, name, bounds, tally);
  tally.remark(`${name}: not a number`);
  return NaN;
}

/** A number that is accepted; else NaN, with a remark unless it is a 0 that means unknown. */
export function withinBounds(
  value: number,
  name: string,
  { min, max, zeroIsUnknown = false }: Bounds,
  tally: Tally,
): number {
  if (value === 0 && zeroIsUnknown) return NaN;
  if (value >= min && value <= max) return value;
  tally.remark(`${name}: out of range`);
  return NaN;
}

/** A code: trimmed, `""` when unknown, and without the `.0` that spreadsheets add to whole numbers. */
export function readCode(text: string): string {
  if (isUnknown(text)) return "";
  return text.endsWith(".0") && /^\d+\.0$/.test(text)
    ? text.slice(0, -2)
    : text;
}

/** Yes or no as 1 or 0: `True`, `yes`, `Y`, `1`, `1.0` and their opposites. NaN when unknown or anything else. */
export function readFlag(text: string): number {
  switch (text.toLowerCase()) {
    case "true":
    case "t":
    case "yes":
    case "y":
    case "1":
    case "1.0":
      return 1;
    case "false":
    case "f":
    case "no":
    case "n":
    case "0":
    case "0.0":
      return 0;
    default:
      return NaN;
  }
}

/** Words of a scale, worst first; the value is the place on it, from 1. NaN for another word. */
export function readOrdinal(text: string, scale: readonly string[]): number {
  const at = scale.indexOf(text.toLowerCase());
  return at < 0 ? NaN : at + 1;
}

const DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])|^(\d{4})(\d{2})(\d{2})(?:$|T)|^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:$| )/;

/**
 * A date as day number: `2022-06-01`, `2022/06/01`, `2022-06-01T00:00:00.000`, `20220601`, `20220601T000000`
 * or `6/1/2022`, with or without a time. Undefined for anything else and for days that do not exist.
 */
export function readDate(text: string): number | undefined {
  const part = DATE.exec(text);
  if (!part) return undefined;
  return part[1]
    ? dayOfParts(part[1], part[2], part[3])
    : part[4]
    ? dayOfParts(part[4], part[5], part[6])
    : dayOfParts(part[9], part[7], part[8]);
}

/** Returns the last day of a month that stands without a day, such as `2004-07`; else undefined. */
export function readMonth(text: string): number | undefined {
  const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? undefined : lastDayOfMonth(year, month);
}

/** Returns the day number of a month's last day; undefined when there is no such month. */
export function lastDayOfMonth(
  year: string | number,
  month: string | number,
): number | undefined {
  const first = dayOfParts(year, month, 1);
  return first === undefined
    ? undefined
    : Date.UTC(Number(year), Number(month), 0) / DAY_MS;
}

/** Whether a date with slashes can only be read with the day first: `31/12/2016`. */
export function isDayFirst(text: string): boolean {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}(?:$| )/.exec(text) ??
    [];
  return Number(first) > 12 && Number(first) <= 31 && Number(second) <= 12;
}

/** Day number of a year, month and day in digits; undefined when there is no such day. */
export function dayOfParts(
  year: string | number,
  month: string | number,
  day: string | number,
): number | undefined {
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const at = new Date(ms);
  const exists = at.getUTCMonth() === Number(month) - 1 &&
    at.getUTCDate() === Number(day) && at.getUTCFullYear() === Number(year);
  return exists ? ms / DAY_MS : undefined;
}

/** First day a sale is accepted from; earlier ones are typing errors. */
const FIRST_DAY = dayOfParts(1900, 1, 1)!;

/** Greatest price that is accepted, US dollars; the most expensive home sold in the US cost a quarter of it. */
export const MAX_PRICE = 1e9;

/**
 * A 14-digit property index number. Dashes, a spreadsheet's `.0` and one lost leading zero are
 * accepted. Undefined for anything else.
 */
export function readPin(text: string): string | undefined {
  let digits = text;
  if (digits.endsWith(".0")) digits = digits.slice(0, -2);
  if (digits.length > 14) digits = digits.replaceAll("-", "");
  if (digits.length === 13) digits = `0${digits}`;
  return digits.length === 14 && /^\d+$/.test(digits) ? digits : undefined;
}

/** The first five digits of a ZIP code with its leading zeros; `""` when it is none. */
export function readZip(text: string): string {
  const match = /^(\d{3,5})(?:\.0|-\d{4})?$/.exec(text);
  return match ? match[1].padStart(5, "0") : "";
}

/** An 11-digit census tract GEOID from one of 10 or 11 digits with or without `.0`; `""` when it is none. */
export function readTract(text: string): string {
  const match = /^(\d{10,11})(?:\.0)?$/.exec(text);
  return match ? match[1].padStart(11, "0") : "";
}

/** The county a census GEOID is in: `cook`, `lake`, or `""` for any other. */
export function countyOf(geoid: string): "cook" | "lake" | "" {
  if (geoid.startsWith("17031")) return "cook";
  return geoid.startsWith("17097") ? "lake" : "";
}

/** A place name in one spelling: single spaces, upper case. */
export function readName(text: string): string {
  return isUnknown(text) ? "" : plainText(text).toUpperCase();
}

/** Why a sale's date or price is implausible; undefined when both are plausible. */
export function saleProblem(
  date: number | undefined,
  price: number,
  today: number,
): string | undefined {
  if (date === undefined) return "sale date: not a date";
  if (date < FIRST_DAY) return `sale date: before ${isoOf(FIRST_DAY)}`;
  if (date > today) return `sale date: after ${isoOf(today)}`;
  if (Number.isNaN(price)) return "sale price: not a number";
  if (price < 0) return "sale price: negative";
  if (price > MAX_PRICE) return "sale price: over a billion";
  return undefined;
}
