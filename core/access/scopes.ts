import { Fault } from "../../contracts/errors.ts";
import { OAuthScope } from "../../contracts/oauth.ts";
import type { Scope } from "../../contracts/scope.ts";
import type { Principal } from "./principal.ts";

/**
 * Lets a caller with these scopes pass.
 *
 * @param what what is asked for, in trusted words
 * @throws {Fault} `forbidden_scope` with those that are missing
 */
export function requireScopes(
  { scopes }: Principal,
  what: string,
  ...needed: readonly Scope[]
): void {
  const missing = needed.filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return;
  const named = `the scope${missing.length > 1 ? "s" : ""} ${
    missing.join(", ")
  }`;
  const isGranted = grantable(missing).length === missing.length;
  const how = isGranted
    ? ""
    : `; OAuth does not grant it: use an API key that has it, from the operator (twoflat keys issue --scopes ${
      missing.join(",")
    }) or /connect`;
  throw new Fault("forbidden_scope", `${what} needs ${named}${how}`, {
    field: "Authorization",
    expected: `an API key${
      isGranted ? " or OAuth access token" : ""
    } with ${named}`,
    missingScopes: missing,
  });
}

/** Returns those scopes that the authorization server can grant. */
export function grantable(scopes: readonly Scope[]): Scope[] {
  const granted: readonly Scope[] = OAuthScope.options;
  return scopes.filter((scope) => granted.includes(scope));
}
