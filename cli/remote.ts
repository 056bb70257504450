import { z } from "zod";
import { Fault, invalidParams, Problem } from "../contracts/errors.ts";
import type { OperationContract } from "../contracts/operation.ts";
import { SETTINGS } from "../core/config.ts";

/** A running server and how to call it. */
export interface Remote {
  /** Its origin, for example `http://127.0.0.1:8787`. */
  readonly server: string;
  /** API key, when one is needed. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/**
 * The origin of a server's address.
 *
 * @throws {Fault} `invalid_params` when it is not one
 */
export function originOf(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/") {
    throw invalidParams("server", SETTINGS.server.expected);
  }
  return url.origin;
}

/** An operation's raw input, before any check. */
export type RawInput = Readonly<Record<string, unknown>>;

/**
 * Asks a server to run an operation over REST. The input is sent as it is: the server checks it
 * by the same contract.
 *
 * @throws {Fault} what the server answered, or `upstream_unavailable` when it did not
 */
export async function askServer(
  remote: Remote,
  contract: OperationContract,
  input: RawInput,
): Promise<RawInput> {
  return await send(remote, restRequest(remote.server, contract, input));
}

/** One request to a server. */
export interface RemoteRequest {
  readonly method: string;
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
}

/**
 * Sends a request and reads the JSON answer.
 *
 * @throws {Fault} what the server answered, or `upstream_unavailable` when it did not
 */
export async function send(
  remote: Remote,
  { method, url, body }: RemoteRequest,
): Promise<RawInput> {
  const headers = new Headers({ accept: "application/json" });
  if (remote.key) headers.set("authorization", `Bearer ${remote.key}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body,
      signal: remote.signal,
    });
  } catch (cause) {
    if (remote.signal?.aborted) throw cause;
    throw new Fault(
      "upstream_unavailable",
      `no answer from ${remote.server}: is the server running?`,
      { field: "server", expected: "the URL of a Twoflat server", cause },
    );
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(answer)) return answer;
  const problem = Problem.safeParse(answer);
  if (problem.success) {
    const { code, detail, missing_scopes, ...details } = problem.data;
    const keyless = !remote.key &&
      (code === "unauthorized" || code === "forbidden_scope");
    throw new Fault(code, detail, {
      ...details,
      ...(keyless && {
        field: "key",
        expected:
          `an API key of ${remote.server}, in --key or TWOFLAT_KEY, or kept by \`twoflat login\``,
      }),
      missingScopes: missing_scopes,
    });
  }
  throw new Fault(
    "upstream_unavailable",
    `${remote.server} answered ${response.status}, and not as a Twoflat server does`,
    { field: "server", expected: "the URL of a Twoflat server" },
  );
}

/**
 * An answer in the form that this release knows.
 *
 * @throws {Fault} `upstream_unavailable` when it has another
 */
export function parseAnswer<S extends z.ZodType>(
  form: S,
  answer: unknown,
): z.output<S> {
  const parsed = form.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new Fault(
    "upstream_unavailable",
    "this release does not know the form of the answer; --json shows it unchanged",
    {
      field: "server",
      expected: "a server of the same release of Twoflat",
      cause: parsed.error,
    },
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  z.record(z.string(), z.unknown()).safeParse(value).success;

/** The REST request of an operation: path fields filled in, the rest as query or JSON body. */
export function restRequest(
  server: string,
  contract: OperationContract,
  input: RawInput,
): RemoteRequest {
  const rest = new Map(Object.entries(input));
  const take = (field: string): unknown => {
    const value = rest.get(field);
    rest.delete(field);
    return value;
  };
  const path = contract.rest.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = field === "subject"
      ? take("property_id") ?? take("address") ??
        `${take("lat")},${take("lon")}`
      : take(field);
    return encodeURIComponent(String(value));
  });
  const url = new URL(`/api${path}`, server);
  if (contract.rest.method === "POST") {
    return {
      method: "POST",
      url,
      body: JSON.stringify(Object.fromEntries(rest)),
    };
  }
  for (const [field, value] of rest) {
    if (value !== undefined) url.searchParams.set(field, String(value));
  }
  return { method: "GET", url };
}
