import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "../../../contracts/errors.ts";
import {
  fetchText,
  RETRIES,
  retry,
  type RetryOptions,
  TRANSIENT_STATUSES,
  TransientError,
  transientStatus,
} from "../../ingest/retry.ts";
import type { FeedKind } from "./feed.ts";
import type { ResoRecord } from "./record_fields.ts";
import type { TokenSource } from "./token.ts";

/** How a client asks. */
export interface ResoClientOptions extends RetryOptions {
  /** The OData service's root. */
  readonly url: string;
  readonly kind: Pick<FeedKind, "pageSize" | "pageBy" | "minInterval">;
  readonly tokens: TokenSource;
  /** A request that takes longer has failed, milliseconds. Default 2 minutes. */
  readonly timeout?: number;
}

/** A query by its system options, without the leading `$`. */
export interface ODataQuery {
  readonly filter?: string;
  readonly orderby?: string;
  readonly select?: string;
  readonly expand?: string;
  readonly top?: number;
}

/** A page of records. */
export interface ResoPage {
  readonly records: readonly ResoRecord[];
  /** Where the next page is; null after the last one. */
  readonly next: URL | null;
  /** More may follow although there is no link: the page is as long as was asked for. */
  readonly isFull: boolean;
}

/** A feed's wish to wait is granted up to ten minutes. */
const LONGEST_RETRY_AFTER = 600_000;

/** Statuses of a record that is not there. */
const MISSING: ReadonlySet<number> = new Set([404, 410]);

const USER_AGENT = "twoflat (real-estate analysis)";

/** A feed refuses a query, as one that it does not understand. */
export class RefusedQuery extends Error {
  override readonly name = "RefusedQuery";
  constructor(readonly status: number, readonly resource: string) {
    super(`the feed refused a query on ${resource} (status ${status})`);
  }
}

/**
 * Reads a server that follows the RESO Web API Core 2.1. Answers 429, 500, 502, 503 and 504,
 * broken connections and pages that are no whole JSON are tried again with growing waits,
 * `Retry-After` respected; an expired token is replaced once.
 */
export class ResoClient {
  readonly #root: URL;
  readonly #options: ResoClientOptions;
  /** When the last request left, and so when the next one may. */
  #free = 0;

  constructor(options: ResoClientOptions) {
    this.#root = new URL(`${options.url.replace(/\/+$/, "")}/`);
    this.#options = options;
  }

  /** Returns the address of a query. Spaces are written `%20`: strict servers refuse `+`. */
  query(resource: string, query: ODataQuery): URL {
    const url = new URL(resource, this.#root);
    const { pageBy, pageSize } = this.#options.kind;
    const given = {
      ...(pageBy === "top" && { top: pageSize }),
      ...query,
    };
    url.search = Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`)
      .join("&");
    return url;
  }

  /**
   * Reads a page.
   *
   * @throws {RefusedQuery} when the feed does not take the query
   * @throws {Fault} `upstream_unavailable` when the feed keeps failing or refuses our credentials
   */
  async page(url: URL): Promise<ResoPage> {
    const { pageBy, pageSize } = this.#options.kind;
    const answer = await this.#json(url, (body) => Array.isArray(body.value));
    if (answer === null) throw new RefusedQuery(404, resourceOf(url));
    const records = (answer.body.value as unknown[]).filter(isRecord);
    return {
      records,
      next: this.#nextOf(url, answer.body, answer.headers),
      isFull: pageBy === "top" && records.length >= pageSize,
    };
  }

  /**
   * Reads one record by its key. Returns null when the feed says, as an OData server does, that
   * there is none; a page for people in its place does not count as that.
   *
   * @throws {RefusedQuery} when the feed does not take the question
   * @throws {Fault} `upstream_unavailable` as `page` does
   */
  async get(resource: string, key: string): Promise<ResoRecord | null> {
    const url = new URL(`${resource}(${quoted(key)})`, this.#root);
    const answer = await this.#json(url, (body) => !("error" in body));
    if (answer === null) return null;
    // Some servers wrap one record as they wrap many.
    const { value } = answer.body;
    return Array.isArray(value) ? value.find(isRecord) ?? null : answer.body;
  }

  /** The body of an answer; null when what was asked for is not there. */
  async #json(url: URL, isWhole: (body: ResoRecord) => boolean) {
    const { retries = RETRIES } = this.#options;
    try {
      return await retry(
        () => this.#attempt(url, isWhole),
        this.#options,
        LONGEST_RETRY_AFTER,
      );
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      throw new Fault(
        "upstream_unavailable",
        `${this.#root.host}, ${resourceOf(url)}: ${error.message}, ${
          retries + 1
        } times; the next run continues from here`,
        { cause: error },
      );
    }
  }

  async #attempt(url: URL, isWhole: (body: ResoRecord) => boolean) {
    const first = await this.#send(url);
    // An expired token is replaced and the question asked again at once.
    const { response, text } = first.response.status === 401 &&
        this.#options.tokens.renew(first.token)
      ? await this.#send(url)
      : first;
    const { status, headers } = response;
    if (TRANSIENT_STATUSES.has(status)) throw transientStatus(response);
    if (status === 401) {
      throw new Fault("upstream_unavailable", "the feed refused its token");
    }
    const body = jsonOf(text);
    // Not there: an OData server says so in JSON or with nothing, a broken one with a page.
    if (MISSING.has(status) && (body !== null || text === "")) return null;
    if (!response.ok) throw new RefusedQuery(status, resourceOf(url));
    if (body === null || !isWhole(body)) {
      throw new TransientError("the response is not a complete page");
    }
    return { body, headers };
  }

  async #send(url: URL) {
    const { tokens, signal, timeout = 120_000, kind } = this.#options;
    await this.#turn();
    const token = await tokens.get(signal);
    const sent = await fetchText(
      url,
      {
        headers: {
          accept: "application/json",
          "user-agent": USER_AGENT,
          ...(kind.pageBy === "prefer" &&
            { prefer: `odata.maxpagesize=${kind.pageSize}` }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        redirect: "manual",
      },
      timeout,
      signal,
    );
    return { ...sent, token };
  }

  /** Waits until a request may leave. */
  async #turn(): Promise<void> {
    const { kind: { minInterval }, signal } = this.#options;
    const now = Date.now();
    const at = Math.max(now, this.#free);
    this.#free = at + minInterval;
    if (at > now) await delay(at - now, undefined, { signal });
  }

  #nextOf(url: URL, body: ResoRecord, headers: Headers): URL | null {
    const link = body["@odata.nextLink"] ?? linkHeader(headers);
    if (typeof link !== "string" || link === "") return null;
    const next = URL.canParse(link, url) ? new URL(link, url) : null;
    // The token goes with every request, so to no other server than the feed's own.
    if (next?.origin !== this.#root.origin) {
      throw new Fault(
        "upstream_unavailable",
        `${this.#root.host} names a next page on another server`,
      );
    }
    if (next.href === url.href) {
      throw new Fault(
        "upstream_unavailable",
        `${this.#root.host} names a page as its own next one`,
      );
    }
    return next;
  }
}

/** Returns text as an OData literal. */
export function quoted(text: string): string {
  return `'${encodeURIComponent(text.replaceAll("'", "''"))}'`;
}

/** Returns text as a literal within a filter. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function jsonOf(text: string): ResoRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is ResoRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function resourceOf({ pathname }: URL): string {
  return pathname.split("/").at(-1)!.split("(")[0];
}

/** The `next` of a `Link` header (RFC 8288). */
function linkHeader(headers: Headers): string | null {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.get("link") ?? "")
    ?.[1] ?? null;
}
