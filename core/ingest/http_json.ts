import { Fault } from "../../contracts/errors.ts";
import {
  fetchText,
  RETRIES,
  retry,
  type RetryOptions,
  TRANSIENT_STATUSES,
  TransientError,
  transientStatus,
} from "./retry.ts";

/** How `getJson` asks. */
export interface JsonOptions extends RetryOptions {
  /** A request that takes longer has failed, milliseconds. Default 2 minutes. */
  readonly timeout?: number;
  /** The fault for a status that is neither success nor worth another try; undefined and by default `upstream_unavailable`. */
  readonly refused?: (status: number) => Fault | undefined;
}

/**
 * Gets JSON. Answers 429, 500, 502, 503 and 504, broken connections and answers that end early
 * are retried with growing waits, `Retry-After` respected up to a minute. Redirects are
 * not followed: the sources we ask redirect to pages for people.
 *
 * @param what the source in words, for messages; the URL may hold a key and is never shown
 * @throws {Fault} `upstream_unavailable` when the source keeps failing or refuses
 */
export async function getJson(
  url: URL,
  what: string,
  options: JsonOptions = {},
): Promise<unknown> {
  const { retries = RETRIES, onRetry } = options;
  try {
    return await retry(() => attempt(url, what, options), {
      ...options,
      onRetry: (reason, tries) => onRetry?.(`${what}: ${reason}`, tries),
    });
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
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
  const { response, text } = await fetchText(
    url,
    {
      headers: { accept: "application/json" },
      redirect: "manual",
    },
    timeout,
    signal,
  );
  if (TRANSIENT_STATUSES.has(response.status)) {
    throw transientStatus(response);
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
    throw new TransientError("the answer is no whole JSON", 0, error);
  }
}
