import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { retryAfterOf } from "../../contracts/retry_after.ts";

/** HTTP statuses after which another try may succeed. Source: SODA 2.0 and HTTP practice. */
export const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);

const LONGEST_WAIT = 60_000;

/** A try that failed in a way that another one may not. */
export class TransientError extends Error {
  /** @param retryAfter milliseconds the source asked to wait */
  constructor(message: string, readonly retryAfter = 0, cause?: unknown) {
    super(message, { cause });
  }
}

/** How often and how long to try. */
export interface RetryOptions {
  readonly signal?: AbortSignal;
  /** Tries after the first. Default `RETRIES`. */
  readonly retries?: number;
  /** Wait before the first retry, milliseconds; doubled each time, plus up to as much again by chance. Default 1,000. */
  readonly firstWait?: number;
  /** Told before each wait. */
  readonly onRetry?: (reason: string, attempt: number) => void;
}

/** Tries after the first, unless told otherwise. */
export const RETRIES = 6;

/**
 * Tries until an attempt succeeds or fails for good, with growing waits between; a source's wish
 * to wait longer is granted up to `longestRetryAfter` milliseconds.
 *
 * @throws what `attempt` threw: the last `TransientError` when the tries ran out, anything else at once;
 *   the signal's reason when aborted
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
  longestRetryAfter = LONGEST_WAIT,
): Promise<T> {
  const { retries = RETRIES, firstWait = 1000, signal, onRetry } = options;
  try {
    return await pRetry(attempt, {
      retries,
      minTimeout: firstWait,
      maxTimeout: LONGEST_WAIT,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof TransientError,
      async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
        if (!(error instanceof TransientError) || retriesLeft === 0) return;
        onRetry?.(error.message, attemptNumber);
        await delay(Math.min(error.retryAfter, longestRetryAfter), undefined, {
          signal,
        });
      },
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Returns the failure of a status that another try may not get, with the wait that the source asks for. */
export function transientStatus(
  { status, headers }: Pick<Response, "status" | "headers">,
): TransientError {
  return new TransientError(
    `status ${status}`,
    retryAfterOf(headers.get("retry-after"), Date.now()),
  );
}

/**
 * Fetches a text to its end.
 *
 * @param timeout milliseconds for all of it
 * @throws {TransientError} when the connection breaks or the time is over; the signal's reason when aborted
 */
export async function fetchText(
  url: URL,
  init: RequestInit,
  timeout: number,
  signal?: AbortSignal,
): Promise<{ readonly response: Response; readonly text: string }> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { response, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    throw new TransientError(
      limit.aborted ? "no answer in time" : "the connection broke",
      0,
      error,
    );
  }
}
