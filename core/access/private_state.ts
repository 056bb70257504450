import type { Account } from "./principal.ts";
import { requireScopes } from "./scopes.ts";

/**
 * Lets an account pass that may see what its owner saved, did and was told: one with the scope
 * `write-state`, or the owner's own session. `read`, `underwrite` and `webhooks` never do.
 *
 * @param what what is asked for, in trusted words
 * @throws {Fault} `forbidden_scope`
 */
export function requirePrivateState(account: Account, what: string): void {
  if (account.kind !== "session") requireScopes(account, what, "write-state");
}
