import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { Fault } from "../../contracts/errors.ts";

/** How `getJson` asks. */
export interface JsonOptions {
  readonly signal?: AbortSignal;
  /** Tries after the first. Default 6. */
  readonly retries?: number;
  /** Wait before the first retry, milliseconds; doubled each time. Default 1,000. */
  readonly firstWait?: number;
  /** A request that takes longer has failed, milliseconds. Default 2 minutes. */
  readonly timeout?: number;
  /** The fault for a status that is neither success nor worth another try; undefined and by default `upstream_unavailable`. */
  readonly refused?: (status: number) => Fault | undefined;
  /** Told before each wait. */
  readonly onRetry?: (reason: string, attempt: number) => void;
}

const RETRIED = new Set([429, 500, 502, 503, 504]);
const LONGEST_WAIT = 60_000;

/** A try that failed in a way that another one may not. */
class Passing extends Error {
  /** @param retryAfter milliseconds the server asked to wait */
  constructor(message: string, readonly retryAfter = 0, cause?: unknown) {
    super(message, { cause });
  }
}

/**
 * Gets JSON. Answers 429, 500, 502, 503 and 504, broken connections and answers that end early
 * are retried with growing waits, `Retry-After` in seconds respected up to a minute. Redirects are
 * not followed: the sources we ask redirect to pages for people.
 *
 * @param what the source in words, for messages; the URL may hold a key and is never shown
 * @throws Fault `upstream_unavailable` when the source keeps failing or refuses
 */
export async function getJson(
  url: URL,
  what: string,
  options: JsonOptions = {},
): Promise<unknown> {
  const { retries = 6, firstWait = 1000, signal, onRetry } = options;
  try {
    return await pRetry(() => attempt(url, what, options), {
      retries,
      minTimeout: firstWait,
      maxTimeout: LONGEST_WAIT,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof Passing,
      async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
        if (!(error instanceof Passing) || retriesLeft === 0) return;
        onRetry?.(`${what}: ${error.message}`, attemptNumber);
        await delay(Math.min(error.retryAfter, LONGEST_WAIT), undefined, {
          signal,
        });
      },
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Passing)) throw error;
    throw new Fault(
      "upstream_unavailable",
      `${what}: ${error.message}, ${retries + 1} times`,
      { cause: error },
    );
  }
}

async function attempt(
  url: URL,
  what: string,
  { signal, timeout = 120_000, refused }: JsonOptions,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    if (RETRIED.has(response.status)) {
      const seconds = Number(response.headers.get("retry-after") ?? 0);
      throw new Passing(`status ${response.status}`, seconds * 1000 || 0);
    }
    if (!response.ok) {
      throw refused?.(response.status) ?? new Fault(
        "upstream_unavailable",
        `${what} refused the request (status ${response.status})`,
      );
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Passing("the answer is no whole JSON", 0, error);
    }
  } catch (error) {
    if (error instanceof Fault || error instanceof Passing) throw error;
    signal?.throwIfAborted();
    throw new Passing(
      limit.aborted ? "no answer in time" : "the connection broke",
      0,
      error,
    );
  }
}
