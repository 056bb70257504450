import type { z } from "zod";
import { ClientMetadata, OAuthError } from "../../../contracts/oauth.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import { scopesOfClient } from "./scope.ts";

/** Ways to authenticate with a shared secret: we give none out, and say so in the answer. */
const SHARED_SECRET = [
  "none",
  "client_secret_basic",
  "client_secret_post",
] as const;

/**
 * Reads what a client says of itself.
 *
 * @throws {OAuthError} `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function readMetadata(raw: unknown): ClientMetadata {
  const parsed = ClientMetadata.safeParse(raw);
  if (!parsed.success) throw refusal(parsed.error.issues[0]);
  const { token_endpoint_auth_method: method, grant_types, response_types } =
    parsed.data;
  if (method !== undefined && !SHARED_SECRET.some((each) => each === method)) {
    throw bad("token_endpoint_auth_method must be none");
  }
  if (grant_types && !grant_types.includes("authorization_code")) {
    throw bad("grant_types must include authorization_code");
  }
  if (response_types && !response_types.includes("code")) {
    throw bad("response_types must include code");
  }
  return parsed.data;
}

/** The client that metadata describe. */
export function clientOf(id: string, metadata: ClientMetadata): OAuthClient {
  return {
    id,
    name: shownName(metadata.client_name ?? "") || undefined,
    redirectUris: metadata.redirect_uris,
    scopes: scopesOfClient(metadata.scope),
  };
}

/** A name as it may stand on a page: without characters that move or hide the text around them. */
function shownName(name: string): string {
  return name.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, " ").trim();
}

function refusal(issue: z.core.$ZodIssue): OAuthError {
  const field = String(issue.path[0] ?? "");
  if (field === "redirect_uris") {
    return new OAuthError(
      "invalid_redirect_uri",
      "redirect_uris must be 1 to 10 addresses: https, or http to 127.0.0.1, [::1] or localhost; no fragment, user or other spelling",
    );
  }
  return bad(
    field in ClientMetadata.shape
      ? `${field} is not valid`
      : "the metadata must be a JSON object",
  );
}

function bad(message: string): OAuthError {
  return new OAuthError("invalid_client_metadata", message);
}
