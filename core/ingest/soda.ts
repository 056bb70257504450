import { z } from "zod";
import {
  Fault,
  invalidParams,
  quoteUntrusted,
} from "../../contracts/errors.ts";
import {
  fetchText,
  RETRIES,
  retry,
  type RetryOptions,
  TRANSIENT_STATUSES,
  TransientError,
  transientStatus,
} from "./retry.ts";

/** Where Cook County publishes its open data. */
export const COUNTY_PORTAL = "https://datacatalog.cookcountyil.gov";

/** Rows a request may ask for. Source: SODA 2.0, "Paging through data". */
export const MAX_PAGE_ROWS = 50_000;

/** How a `SodaClient` asks. */
export interface SodaOptions extends RetryOptions {
  /** Origin of the portal; https, or http on this machine. Default `COUNTY_PORTAL`. */
  readonly baseUrl?: string;
  /** Sent as `X-App-Token`. Without one the portal throttles by IP address. */
  readonly appToken?: string;
  /** A request that takes longer has failed, milliseconds. Default 5 minutes. */
  readonly timeout?: number;
}

/** A SoQL query by its clauses. */
export interface SodaQuery {
  readonly select: string;
  readonly where?: string;
  readonly order?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** The portal's wish to wait is granted up to ten minutes. */
const LONGEST_RETRY_AFTER = 600_000;
/** The platform refuses the names that HTTP libraries give themselves. */
const USER_AGENT =
  "twoflat (real-estate analysis; reads the assessor's open data)";

/**
 * Reads datasets of a portal that speaks SODA 2. Answers 429, 500, 502, 503 and 504, broken
 * connections and answers that end early are retried with growing waits, `Retry-After` respected.
 */
export class SodaClient {
  readonly #base: URL;
  readonly #options: SodaOptions;

  /** Throws Fault `invalid_params` when the base URL is not https (or this machine). */
  constructor(options: SodaOptions = {}) {
    this.#base = originOf(options.baseUrl ?? COUNTY_PORTAL);
    this.#options = options;
  }

  /** Origin of the portal. */
  get baseUrl(): string {
    return this.#base.origin;
  }

  /**
   * The rows a query selects as CSV text: a header line, then a line a row, each ended by a line feed.
   * @throws {Fault} `invalid_params` when the portal refuses the query, `upstream_unavailable` when it keeps failing
   */
  async csv(dataset: string, query: SodaQuery): Promise<string> {
    return await this.#retried(dataset, async () => {
      const text = await this.#get(`${dataset}.csv`, query, "text/csv");
      if (!text.endsWith("\n")) {
        throw new TransientError("the answer ended early");
      }
      return text;
    });
  }

  /**
   * The one value of an aggregate, for example of `count(*)`; undefined when it is null. Throws as `csv` does.
   * @param expression without alias
   */
  async aggregate(
    dataset: string,
    expression: string,
    where?: string,
  ): Promise<string | undefined> {
    const text = await this.#retried(
      dataset,
      () =>
        this.#get(`${dataset}.json`, {
          select: `${expression} as value`,
          where,
        }, "application/json"),
    );
    const rows: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
    return first instanceof Object && "value" in first
      ? String(first.value)
      : undefined;
  }

  async #retried(
    dataset: string,
    attempt: () => Promise<string>,
  ): Promise<string> {
    const { retries = RETRIES } = this.#options;
    try {
      return await retry(attempt, this.#options, LONGEST_RETRY_AFTER);
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      throw new Fault(
        "upstream_unavailable",
        `${this.#base.host}, dataset ${dataset}: ${error.message}, ${
          retries + 1
        } times; run the same command again to go on from here`,
        { cause: error },
      );
    }
  }

  async #get(
    resource: string,
    query: SodaQuery,
    type: string,
  ): Promise<string> {
    const { appToken, signal, timeout = 300_000 } = this.#options;
    const url = new URL(`/resource/${resource}`, this.#base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(`$${name}`, String(value));
    }
    const { response, text } = await fetchText(
      url,
      {
        headers: {
          "user-agent": USER_AGENT,
          ...(appToken && { "x-app-token": appToken }),
        },
      },
      timeout,
      signal,
    );
    if (!response.ok) throw refusal(response, text, resource);
    if (!(response.headers.get("content-type") ?? "").startsWith(type)) {
      throw new TransientError(`the answer is not ${type}`);
    }
    return text;
  }
}

function refusal(response: Response, body: string, resource: string): Error {
  const { status } = response;
  if (TRANSIENT_STATUSES.has(status)) return transientStatus(response);
  const dataset = resource.replace(/\..*/, "");
  if (status === 403) {
    return invalidParams(
      "app_token",
      "an app token of the portal, or none",
      `the portal refused dataset ${dataset}: ${messageOf(body)}`,
    );
  }
  if (status === 400) {
    return invalidParams(
      "where",
      "a SoQL condition on columns of the dataset",
      `the portal refused the query on ${dataset}: ${messageOf(body)}`,
    );
  }
  return new Fault(
    "upstream_unavailable",
    `the portal has no dataset ${dataset} (status ${status})`,
  );
}

const Problem = z.object({
  message: z.string(),
  data: z.object({ column: z.string() }).partial().optional(),
});

/** The portal's own words, made safe to show. */
function messageOf(body: string): string {
  let problem;
  try {
    problem = Problem.parse(JSON.parse(body));
  } catch {
    return "it gives no reason";
  }
  const { message, data } = problem;
  return message.includes("no-such-column") && data?.column !== undefined
    ? `it has no column ${quoteUntrusted(data.column)}`
    : quoteUntrusted(message);
}

function originOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url?.protocol === "http:" &&
    ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === undefined || (url.protocol !== "https:" && !local)) {
    throw invalidParams(
      "base_url",
      "an https origin, for example https://datacatalog.cookcountyil.gov",
    );
  }
  return url;
}
