import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { isReachable } from "./public_address.ts";
import { sendTo } from "./send_to.ts";

/** A request to an address that a caller has named. */
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

/** How a client's own document is fetched. Source: Client ID Metadata Documents, section 8.7. */
export const CLIENT_DOCUMENT: OutboundRequest = {
  headers: { accept: "application/json" },
  timeout: 5_000,
  maxBytes: 5 * 1024,
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
  /** Private IPv4 networks that are allowed, as `10.1.2.0/24`; default none. */
  readonly networks?: readonly string[];
  /** Ports that an address may name; default 443. `any` is for tests. */
  readonly ports?: readonly number[] | "any";
  /** Lets plain http through: for tests. */
  readonly plain?: boolean;
  /** Addresses of a host name, by default the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Certificates to trust instead of the usual ones, PEM. */
  readonly ca?: string;
  /** Connects to the checked addresses; default `sendTo`, in this thread. */
  readonly send?: Send;
}

/** A request whose addresses are checked. */
export interface PinnedRequest extends Omit<OutboundRequest, "signal"> {
  readonly url: string;
  /** IPv4 addresses to try, in this order. */
  readonly addresses: readonly string[];
  /** Certificates to trust instead of the usual ones, PEM. */
  readonly ca?: string;
}

/** An answer as it travels between threads. */
export interface PinnedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** Connects to checked addresses. Throws `OutboundError`, or the signal's reason. */
export type Send = (
  request: PinnedRequest,
  signal: AbortSignal,
) => Promise<PinnedAnswer>;

/** Why a request was not sent, or its answer not taken. */
export type OutboundReason =
  | "bad_url"
  | "forbidden_address"
  | "unreachable"
  | "timeout"
  | "too_large";

/** A request was not sent, or its answer not taken. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";

  constructor(
    readonly reason: OutboundReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Returns a client that cannot be led into a private network (server-side request forgery): https
 * only, no user in the URL, and the connection goes to the very address that was checked, so a
 * name that resolves to another address a moment later gains nothing. Every address of the name
 * must be reachable. One guard serves client documents and webhooks alike.
 */
export function outbound(options: OutboundOptions = {}): Outbound {
  const {
    networks = [],
    ports = [443],
    plain = false,
    resolve = resolveName,
    send = sendTo,
    ca,
  } = options;
  return async (text, { signal: callers, ...request }) => {
    const url = checkedUrl(text, ports, plain);
    const timeout = AbortSignal.timeout(request.timeout);
    const signal = callers ? AbortSignal.any([callers, timeout]) : timeout;
    try {
      const addresses = await abortable(
        addressesOf(url.hostname, resolve, networks),
        signal,
      );
      const pinned = { ...request, url: url.href, addresses, ca };
      const { headers, ...answer } = await abortable(
        send(pinned, signal),
        signal,
      );
      return {
        ...answer,
        headers: new Headers(headers.map(([name, value]) => [name, value])),
      };
    } catch (cause) {
      if (timeout.aborted) {
        throw new OutboundError(
          "timeout",
          `no answer within ${request.timeout} ms`,
          { cause },
        );
      }
      callers?.throwIfAborted();
      if (cause instanceof OutboundError) throw cause;
      throw new OutboundError("unreachable", "the address does not answer", {
        cause,
      });
    }
  };
}

/**
 * Returns the URL of an address.
 *
 * @throws {OutboundError} `bad_url` with what is wrong with it
 */
function checkedUrl(
  text: string,
  ports: readonly number[] | "any",
  plain: boolean,
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === "https:" || plain)) {
    throw new OutboundError("bad_url", "the address must be https");
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutboundError("bad_url", "the address must name no user");
  }
  const port = Number(url.port || 443);
  if (ports !== "any" && !ports.includes(port)) {
    throw new OutboundError(
      "bad_url",
      `the address must use port ${ports.join(" or ")}`,
    );
  }
  return url;
}

/**
 * Returns the IPv4 addresses to connect to.
 *
 * @throws {OutboundError} `forbidden_address` when any address of the name is closed
 */
async function addressesOf(
  hostname: string,
  resolve: (host: string) => Promise<readonly string[]>,
  networks: readonly string[],
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const found = ipaddr.isValid(host) ? [host] : await resolve(host);
  const v4 = found.filter((each) => !isPublicV6(each));
  if (v4.length > 0 && v4.every((each) => isReachable(each, networks))) {
    return v4;
  }
  throw new OutboundError(
    "forbidden_address",
    "the address is not public IPv4",
  );
}

/**
 * Returns whether an address is public IPv6, which is passed over in favor of the name's IPv4
 * addresses. Anything else besides them refuses the name.
 */
function isPublicV6(address: string): boolean {
  if (!ipaddr.IPv6.isValid(address)) return false;
  const ip = ipaddr.IPv6.parse(address);
  return GLOBAL_V6.some((network) => ip.match(network)) &&
    !CLOSED_V6.some((network) => ip.match(network));
}

const v6 = (...networks: readonly string[]) =>
  networks.map((network) => ipaddr.IPv6.parseCIDR(network));

/** Global unicast, and the special networks in it. Source: IANA's registry of special-purpose IPv6 addresses. */
const GLOBAL_V6 = v6("2000::/3");
const CLOSED_V6 = v6(
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
);

/** Asks the system; where permissions allow no look-up of any name, the name servers. */
async function resolveName(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") throw error;
    return await Deno.resolveDns(host, "A");
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}
