import { DAY_MS } from "../../contracts/day.ts";

/** Pauses after the first, second and third failed attempt, milliseconds. */
export const RETRY_DELAYS: readonly number[] = [
  60_000,
  3_600_000,
  DAY_MS,
];

/** Share by which a pause varies either way, so that retries do not come all at once. */
const SPREAD = 0.2;

/** Longest pause that a receiver may ask for. */
const LONGEST = DAY_MS;

/**
 * Returns milliseconds until the next attempt; null when there is none.
 *
 * @param attempts attempts made so far, 1 or more
 * @param uniform a chance in [0, 1)
 * @param retryAfter what the receiver asked for, milliseconds
 */
export function retryDelay(
  attempts: number,
  uniform: number,
  retryAfter = 0,
  delays: readonly number[] = RETRY_DELAYS,
): number | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 - SPREAD + 2 * SPREAD * uniform);
  return Math.round(Math.max(spread, Math.min(retryAfter, LONGEST)));
}
