import { z } from "zod";
import { Fault } from "../../../contracts/errors.ts";
import type { Feed } from "./feed.ts";

/** Gives the token that a feed's requests carry. */
export interface TokenSource {
  /** Returns a token; null where the feed needs none. */
  get(signal?: AbortSignal): Promise<string | null>;
  /** Drops a token that the feed refused. Returns false when there is no other to be had. */
  renew(refused: string | null): boolean;
}

/** Milliseconds before its end that a token is replaced. */
const EARLY = 30_000;

/** Lifetime of a token whose server does not tell, seconds. */
const DEFAULT_LIFETIME = 600;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
});

/**
 * Returns the tokens of a feed: a fixed one, or those of its token server (OAuth 2.0 client
 * credentials, RFC 6749 section 4.4).
 *
 * @param env reads a secret from the environment
 * @throws {Fault} `invalid_params` when the secret is not set
 */
export function feedTokens(
  { name, auth }: Pick<Feed, "name" | "auth">,
  env: (name: string) => string | undefined,
): TokenSource {
  if (auth === undefined) {
    return { get: () => Promise.resolve(null), renew: () => false };
  }
  const secretOf = (variable: string) => {
    const secret = env(variable);
    if (secret) return secret;
    throw new Fault("invalid_params", `${variable} is not set`, {
      field: variable,
      expected: `the secret of the feed ${name}`,
    });
  };
  if (auth.type === "bearer") {
    const token = secretOf(auth.token_env);
    return { get: () => Promise.resolve(token), renew: () => false };
  }
  const { token_url, client_id, scope } = auth;
  const secret = secretOf(auth.client_secret_env);
  let held: { readonly token: string; readonly until: number } | null = null;
  return {
    async get(signal) {
      if (held && held.until > Date.now()) return held.token;
      held = await request(token_url, {
        grant_type: "client_credentials",
        client_id,
        client_secret: secret,
        ...(scope !== undefined && { scope }),
      }, signal);
      return held.token;
    },
    renew(refused) {
      if (held?.token === refused) held = null;
      return true;
    },
  };
}

async function request(
  url: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) {
  const limit = AbortSignal.timeout(30_000);
  let status = 0;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    status = response.status;
    const { access_token, expires_in = DEFAULT_LIFETIME } = TokenAnswer.parse(
      await response.json(),
    );
    return {
      token: access_token,
      until: Date.now() + expires_in * 1000 - EARLY,
    };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Fault(
      "upstream_unavailable",
      `the feed's token server gave no token (${
        status === 0 ? "no answer" : `status ${status}`
      })`,
      { cause },
    );
  }
}
