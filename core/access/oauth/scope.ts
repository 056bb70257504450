import { OAuthError, OAuthScope } from "../../../contracts/oauth.ts";

/**
 * The scopes that a request asks for, each once; all of `allowed` when it names none.
 *
 * @throws {OAuthError} `invalid_scope` for one that is not among `allowed`
 */
export function scopesAsked(
  text: string | undefined,
  allowed: readonly OAuthScope[],
): readonly OAuthScope[] {
  const names = text?.split(" ").filter((name) => name !== "") ?? [];
  if (names.length === 0) return allowed;
  if (names.some((name) => !allowed.some((scope) => scope === name))) {
    throw new OAuthError(
      "invalid_scope",
      `scope must be among: ${allowed.join(" ")}`,
    );
  }
  return allowed.filter((scope) => names.includes(scope));
}

/**
 * The scopes that a client may ask for: what it registered for, all when it names none.
 *
 * @throws {OAuthError} `invalid_client_metadata` for a scope that OAuth does not grant
 */
export function scopesOfClient(
  text: string | undefined,
): readonly OAuthScope[] {
  try {
    return scopesAsked(text, OAuthScope.options);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new OAuthError("invalid_client_metadata", error.message);
  }
}
