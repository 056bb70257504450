/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** Returns the UTC day of a time, epoch milliseconds, as YYYY-MM-DD. */
export function isoDay(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

/** Returns a time, epoch milliseconds, as an RFC 3339 timestamp in UTC. */
export function isoTime(ms: number): string;
/** Returns a time, epoch milliseconds, as an RFC 3339 timestamp in UTC; null for null. */
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
