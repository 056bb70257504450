import type { Fault } from "../../contracts/errors.ts";
import { OAuthScope } from "../../contracts/oauth.ts";
import { grantable } from "./scopes.ts";

/**
 * What a caller without the right credential is told, as the value of `WWW-Authenticate` (RFC
 * 6750): undefined for other errors. MCP tool results carry the same text in `_meta`. It names only scopes that
 * the authorization server grants; where it does not grant what is missing, a 401 asks for an API key and a
 * 403 has no challenge.
 *
 * @param parameters further ones, for example `resource_metadata`
 * @param given whether a credential came with the request: without one there is no error to
 * name, only what to ask for (section 3.1)
 */
export function challengeOf(
  { code, message, missingScopes = [] }: Pick<
    Fault,
    "code" | "message" | "missingScopes"
  >,
  parameters: Readonly<Record<string, string>> = {},
  given = true,
): string | undefined {
  const error = code === "unauthorized"
    ? "invalid_token"
    : code === "forbidden_scope"
    ? "insufficient_scope"
    : undefined;
  if (error === undefined) return undefined;
  const scopes = grantable(missingScopes);
  if (scopes.length < missingScopes.length) {
    return code === "unauthorized" ? 'Bearer realm="API key"' : undefined;
  }
  const named = scopes.length > 0 && { scope: scopes.join(" ") };
  const told = given || code !== "unauthorized"
    ? { error, error_description: message, ...named }
    : { scope: OAuthScope.options.join(" "), ...named };
  const all: Readonly<Record<string, string>> = { ...told, ...parameters };
  const pairs = Object.entries(all).map(([name, value]) =>
    `${name}="${value.replace(/[^\x20-\x7e]|["\\]/g, "")}"`
  );
  return `Bearer ${pairs.join(", ")}`;
}
