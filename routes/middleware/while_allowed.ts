import type { Context } from "@hono/hono";
import type { Account } from "../../core/access/principal.ts";
import type { RouteEnv } from "../service.ts";

/**
 * How often an open stream looks its credential up, milliseconds. A key's record is at most 400 ms
 * old, so a stream ends within 900 ms of a revocation on any server.
 */
const CHECK_MS = 450;

/** A signal that ends with its holder. */
export interface WhileAllowed extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Returns a signal that aborts once the caller's credential no longer opens what it has opened,
 * cannot be looked up, or the server stops. Long answers watch it.
 *
 * @param check throws for an account that may not go on
 */
export function whileAllowed(
  c: Context<RouteEnv>,
  check: (account: Account) => void,
  stopping: AbortSignal,
): WhileAllowed {
  const ended = new AbortController();
  const { identifyAgain } = c.var;
  let timer = setTimeout(look, CHECK_MS);
  async function look(): Promise<void> {
    try {
      const principal = await identifyAgain();
      if (!("id" in principal)) throw new TypeError("the account has ended");
      check(principal);
    } catch (error) {
      ended.abort(error);
    }
    if (!ended.signal.aborted) timer = setTimeout(look, CHECK_MS);
  }
  const dispose = () => {
    clearTimeout(timer);
    if (!ended.signal.aborted) ended.abort();
  };
  return {
    signal: AbortSignal.any([ended.signal, stopping]),
    [Symbol.dispose]: dispose,
  };
}
