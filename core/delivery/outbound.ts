import { Buffer } from "node:buffer";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { CONSTANTS } from "../../contracts/constants.ts";

/** A request to an address that somebody else has named. */
export interface OutboundRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for all of it: name, connection, request and answer. */
  readonly timeout: number;
  /** Largest body of the answer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** How a client's own document is fetched (Client ID Metadata Documents). */
export const CLIENT_DOCUMENT: OutboundRequest = {
  headers: { accept: "application/json" },
  timeout: 5_000,
  maxBytes: CONSTANTS.oauth.document_bytes,
};

/** The answer, whole. A redirect is an answer like any other: it is never followed. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends requests to public addresses only. */
export type Outbound = (
  url: string,
  request: OutboundRequest,
) => Promise<OutboundAnswer>;

/** What outbound requests may reach. */
export interface OutboundOptions {
  /** Lets them reach this machine too, by http or https: for tests. */
  readonly loopback?: boolean;
  /** Addresses of a host name, by default the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Certificates to trust instead of the usual ones, PEM: for tests. */
  readonly ca?: string;
}

/** A request was not sent, or its answer not taken. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";

  constructor(
    readonly reason:
      | "bad_url"
      | "forbidden_address"
      | "unreachable"
      | "timeout"
      | "too_large",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Makes a client that cannot be talked into reaching a private network (server-side request
 * forgery): https only, no user in the URL, and the connection goes to the very address that was
 * checked, so a name that changes its mind between check and connection gains nothing. Every
 * address of the name must be public.
 */
export function outbound(options: OutboundOptions = {}): Outbound {
  const { loopback = false, resolve = resolveName, ca } = options;
  return async (text, request) => {
    const url = checkedUrl(text, loopback);
    const timeout = AbortSignal.timeout(request.timeout);
    const signal = request.signal
      ? AbortSignal.any([request.signal, timeout])
      : timeout;
    try {
      const addresses = await abortable(
        publicAddresses(url.hostname, resolve, loopback),
        signal,
      );
      return await send(url, addresses, request, signal, ca);
    } catch (cause) {
      if (timeout.aborted) {
        throw new OutboundError(
          "timeout",
          `no answer within ${request.timeout} ms`,
          { cause },
        );
      }
      request.signal?.throwIfAborted();
      if (cause instanceof OutboundError) throw cause;
      throw new OutboundError("unreachable", "the address does not answer", {
        cause,
      });
    }
  };
}

function checkedUrl(text: string, loopback: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocols = loopback ? ["https:", "http:"] : ["https:"];
  if (
    !url || !protocols.includes(url.protocol) || url.username !== "" ||
    url.password !== ""
  ) throw new OutboundError("bad_url", "the address must be https");
  return url;
}

/** The addresses to connect to. */
async function publicAddresses(
  hostname: string,
  resolve: (host: string) => Promise<readonly string[]>,
  loopback: boolean,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = ipaddr.isValid(host) ? [host] : await resolve(host);
  if (
    addresses.length === 0 ||
    !addresses.every((address) => isReachable(address, loopback))
  ) {
    throw new OutboundError(
      "forbidden_address",
      "the address is not on the public internet",
    );
  }
  return addresses;
}

/** Whether an address is public; one that only wraps an IPv4 address is judged by that. */
function isReachable(address: string, loopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === "unicast" || (loopback && range === "loopback");
}

async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

function send(
  url: URL,
  addresses: readonly string[],
  { method = "GET", headers, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<OutboundAnswer> {
  const found = addresses.map((address) => ({
    address,
    family: ipaddr.parse(address).kind() === "ipv4" ? 4 : 6,
  }));
  const options: RequestOptions & { readonly ca?: string } = {
    method,
    headers: { ...headers, "accept-encoding": "identity" },
    signal,
    agent: false,
    lookup: (_host, { all }, done) =>
      all ? done(null, found) : done(null, found[0].address, found[0].family),
    ...(ca !== undefined && { ca }),
  };
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      answer.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        if (size > maxBytes) {
          request.destroy();
          reject(
            new OutboundError(
              "too_large",
              `the answer is larger than ${maxBytes} bytes`,
            ),
          );
        } else chunks.push(chunk);
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          text: new TextDecoder().decode(Buffer.concat(chunks)),
        }));
    };
    const request = url.protocol === "https:"
      ? requestHttps(url, options, answered)
      : requestHttp(url, options, answered);
    request.on("error", reject);
    request.end(body);
  });
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each);
  }
  return headers;
}
