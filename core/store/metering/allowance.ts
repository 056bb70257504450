/** The most that may be spent, and how it comes back. */
export interface Policy {
  /** Calls at once, and calls a minute. */
  readonly perMinute: number;
}

/** What became of a request to spend. */
export interface Grant<S> {
  /** Calls granted of those asked for: the first so many. */
  readonly granted: number;
  /** What to store; undefined when nothing was granted, and so nothing has changed. */
  readonly state: S | undefined;
  /** Calls left. */
  readonly remaining: number;
  /** Milliseconds until one more call comes back; 0 when all are there. */
  readonly wait: number;
}

/** Length of the sliding window, milliseconds. */
export const WINDOW = 60_000;

/**
 * An exact sliding window: at most `perMinute` calls in any minute. Its state is the times of the
 * last calls, oldest first, at most `perMinute` of them.
 *
 * @param now epoch milliseconds; a clock behind another server's is taken forward to it
 */
export function spendWindow(
  times: readonly number[],
  asked: number,
  now: number,
  { perMinute }: Policy,
): Grant<readonly number[]> {
  const at = Math.max(now, times.at(-1) ?? now);
  const inside = times.filter((time) => time > at - WINDOW);
  const granted = Math.min(asked, perMinute - inside.length);
  const next = granted > 0
    ? [...inside, ...Array<number>(granted).fill(at)]
    : inside;
  return {
    granted: Math.max(0, granted),
    state: granted > 0 ? next : undefined,
    remaining: Math.max(0, perMinute - next.length),
    wait: next.length === 0 ? 0 : next[0] + WINDOW - now,
  };
}

/** A token bucket's state. */
export interface Bucket {
  /** Tokens at that time; a fraction counts toward the next. */
  readonly tokens: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A token bucket: holds `perMinute` calls, and `perMinute` come back a minute, evenly. Undefined is a full one. */
export function spendBucket(
  bucket: Bucket | undefined,
  asked: number,
  now: number,
  { perMinute }: Policy,
): Grant<Bucket> {
  const perMs = perMinute / WINDOW;
  const at = Math.max(now, bucket?.at ?? now);
  const tokens = bucket === undefined
    ? perMinute
    : Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs);
  const granted = Math.min(asked, Math.floor(tokens + ROUNDING));
  const left = Math.max(0, tokens - granted);
  return {
    granted,
    state: granted > 0 ? { tokens: left, at } : undefined,
    remaining: Math.floor(left + ROUNDING),
    wait: left >= perMinute
      ? 0
      : (Math.floor(left + ROUNDING) + 1 - left) / perMs + (at - now),
  };
}

/** A bucket with calls put back that were taken and not made. */
export function refundBucket(
  bucket: Bucket | undefined,
  calls: number,
  { perMinute }: Policy,
): Bucket | undefined {
  return bucket &&
    { ...bucket, tokens: Math.min(perMinute, bucket.tokens + calls) };
}

/** Sums of fractions come out a hair below a whole token. */
const ROUNDING = 1e-9;
