import {
  OAuthError,
  type OAuthScope,
  type ReplyTo,
} from "../../../contracts/oauth.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import { matchesRedirect } from "./redirect_uri.ts";
import { resourceOf } from "./resource.ts";
import { scopesAsked } from "./scope.ts";

/** A request for a person's consent that may be put before them. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly replyTo: ReplyTo;
  readonly challenge: string;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string;
}

/** Longest state that is carried back. */
const MAX_STATE = 4_000;

/**
 * Checks an authorization request (OAuth 2.1, section 4.1.1; PKCE by S256 only).
 *
 * @param findClient throws or gives null for a client that is not known
 * @throws {OAuthError} with `replyTo` once the redirect URI is known to be the client's
 */
export async function readAuthorizationRequest(
  query: URLSearchParams,
  origin: string,
  findClient: (id: string) => Promise<OAuthClient | null>,
): Promise<AuthorizationRequest> {
  const one = (name: string) => single(query, name);
  const clientId = one("client_id");
  const redirectUri = one("redirect_uri");
  if (clientId === undefined) throw invalid("client_id is missing");
  const client = await findClient(clientId);
  if (!client) {
    throw new OAuthError(
      "invalid_client",
      "client_id is not known here: the program must register again",
    );
  }
  if (redirectUri === undefined) throw invalid("redirect_uri is missing");
  if (!client.redirectUris.some((each) => matchesRedirect(each, redirectUri))) {
    throw invalid("redirect_uri is not one that the client has registered");
  }
  let replyTo: ReplyTo = { redirectUri };
  try {
    const state = one("state");
    if (state !== undefined && state.length > MAX_STATE) {
      throw invalid(`state must be at most ${MAX_STATE} characters`);
    }
    replyTo = { redirectUri, state };
    refuseRepeated(query);
    return { client, replyTo, ...readWish(query, origin, client) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new OAuthError(error.code, error.message, replyTo);
  }
}

/** What is asked for, and how the client will prove that it asked. */
function readWish(
  query: URLSearchParams,
  origin: string,
  client: OAuthClient,
): Pick<AuthorizationRequest, "challenge" | "scopes" | "resource"> {
  const one = (name: string) => single(query, name);
  if (query.has("request")) {
    throw new OAuthError(
      "request_not_supported",
      "request objects are not supported",
    );
  }
  if (query.has("request_uri")) {
    throw new OAuthError(
      "request_uri_not_supported",
      "request objects are not supported",
    );
  }
  if (one("response_type") !== "code") {
    throw new OAuthError(
      "unsupported_response_type",
      "response_type must be code",
    );
  }
  if ((one("response_mode") ?? "query") !== "query") {
    throw invalid("response_mode must be query");
  }
  if (one("code_challenge_method") !== "S256") {
    throw invalid("code_challenge_method must be S256");
  }
  const challenge = one("code_challenge");
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw invalid("code_challenge must be a SHA-256 in base64url");
  }
  const prompt = one("prompt")?.split(" ") ?? [];
  if (prompt.includes("none")) {
    throw new OAuthError(
      "interaction_required",
      "a person is always asked for consent",
    );
  }
  return {
    challenge,
    scopes: scopesAsked(one("scope"), client.scopes),
    resource: resourceOf(one("resource"), origin),
  };
}

/**
 * A parameter's value; undefined when it is missing or empty (RFC 6749, section 3.1).
 *
 * @throws {OAuthError} `invalid_request` when it is given twice
 */
export function single(
  parameters: URLSearchParams,
  name: string,
): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) throw invalid(`${name} is given more than once`);
  return values[0] || undefined;
}

/**
 * Refuses parameters that are given twice, known or not (OAuth 2.1, section 3.1).
 *
 * @throws {OAuthError} `invalid_request`
 */
export function refuseRepeated(parameters: URLSearchParams): void {
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) {
    throw invalid("a parameter is given more than once");
  }
}

function invalid(message: string): OAuthError {
  return new OAuthError("invalid_request", message);
}
