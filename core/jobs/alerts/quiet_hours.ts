import type { QuietHours } from "../../../contracts/saved_items.ts";

/** Milliseconds of a minute. */
const MINUTE = 60_000;
/** Minutes of a day. */
const DAY = 1_440;

/**
 * Returns when a message may leave: now, or the end of the quiet hours that now falls in.
 *
 * @param now epoch milliseconds
 */
export function leavesAt(quiet: QuietHours | undefined, now: number): number {
  if (quiet === undefined) return now;
  const minutesOf = (text: string) => {
    const [hours, minutes] = text.split(":").map(Number);
    return hours * 60 + minutes;
  };
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const local = localTime(now, quiet.time_zone);
  const isQuiet = from <= to
    ? from <= local.minute && local.minute < to
    : local.minute >= from || local.minute < to;
  if (!isQuiet) return now;
  const start = Math.floor(now / MINUTE) * MINUTE;
  const guess = start + ((to - local.minute + DAY) % DAY) * MINUTE;
  // Clocks may have been changed in between.
  const off = to - localTime(guess, quiet.time_zone).minute;
  return guess + (Math.abs(off) <= 120 ? off : 0) * MINUTE;
}

/** Returns the date of a moment in a time zone, as YYYY-MM-DD. */
export function localDate(now: number, timeZone: string): string {
  return localTime(now, timeZone).date;
}

function localTime(
  at: number,
  timeZone: string,
): { readonly date: string; readonly minute: number } {
  // Sweden writes dates as ISO 8601 does.
  const text = new Date(at).toLocaleString("sv-SE", { timeZone });
  const [date, time] = text.split(" ");
  const [hours, minutes] = time.split(":").map(Number);
  return { date, minute: hours * 60 + minutes };
}
