import type { Context } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import type { Account } from "../../core/access/principal.ts";
import { requirePrivateState } from "../../core/access/private_state.ts";
import type { RouteEnv } from "../service.ts";

/**
 * Returns the caller's account.
 *
 * @throws {Fault} `unauthorized` for an anonymous caller
 */
export function accountOf({ var: { principal } }: Context<RouteEnv>): Account {
  if ("id" in principal) return principal;
  throw new Fault("unauthorized", "this path needs a credential", {
    field: "Authorization",
    expected: "Bearer and a key",
  });
}

/**
 * Returns the caller's account, when it may see the owner's private state.
 *
 * @param what what is asked for, in trusted words
 * @throws {Fault} `unauthorized` or `forbidden_scope`
 */
export function ownerOf(c: Context<RouteEnv>, what: string): Account {
  const account = accountOf(c);
  requirePrivateState(account, what);
  return account;
}
