import { Fault } from "../../contracts/errors.ts";
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
  throw new Fault("forbidden_scope", `${what} needs ${named}`, {
    expected: `a caller with ${named}`,
    missingScopes: missing,
  });
}
