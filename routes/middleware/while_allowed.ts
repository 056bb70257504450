import type { Context } from "@hono/hono";
import type { Account, Principal } from "../../core/access/principal.ts";
import type { Caller, RouteEnv } from "../service.ts";

/**
 * How often the credential of open streams is looked up, milliseconds. A key's record is at most
 * 400 ms old, so a stream ends within 900 ms of a revocation on any server.
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
export type Watch = (
  c: Context<RouteEnv>,
  check: (account: Account) => void,
) => WhileAllowed;

/** One long answer. */
interface Holder {
  readonly check: (account: Account) => void;
  readonly ended: AbortController;
}

/** The long answers that one credential opened. */
interface Watched {
  readonly holders: Set<Holder>;
  readonly timer: ReturnType<typeof setInterval>;
}

/** Returns a watch over long answers: those that the same credential opened share its look-ups. */
export function credentialWatch(stopping: AbortSignal): Watch {
  const watched = new Map<string, Watched>();
  stopping.addEventListener("abort", () => {
    for (const { holders } of watched.values()) {
      endAll(holders, stopping.reason);
    }
  });

  function follow(key: string, { identifyAgain }: Caller): Watched {
    const holders = new Set<Holder>();
    const timer = setInterval(async () => {
      try {
        checkAll(holders, await identifyAgain());
      } catch (error) {
        endAll(holders, error);
      }
    }, CHECK_MS);
    const entry = { holders, timer };
    watched.set(key, entry);
    return entry;
  }

  return function whileAllowed(c, check) {
    const key = credentialOf(c);
    const { holders, timer } = watched.get(key) ?? follow(key, c.var);
    const holder: Holder = { check, ended: new AbortController() };
    holders.add(holder);
    if (stopping.aborted) endAll(holders, stopping.reason);
    return {
      signal: holder.ended.signal,
      [Symbol.dispose]() {
        holders.delete(holder);
        holder.ended.abort();
        if (holders.size > 0 || watched.get(key)?.holders !== holders) return;
        clearInterval(timer);
        watched.delete(key);
      },
    };
  };
}

/** What a request was let in with, and where it went: the same credential opens not everything. */
function credentialOf(c: Context<RouteEnv>): string {
  const { authorization, cookie } = c.req.header();
  return JSON.stringify([authorization, cookie, c.req.path]);
}

function checkAll(
  holders: Set<Holder>,
  principal: Principal,
): void {
  if (!("id" in principal)) throw new TypeError("the account has ended");
  for (const holder of holders) {
    try {
      holder.check(principal);
    } catch (error) {
      holders.delete(holder);
      holder.ended.abort(error);
    }
  }
}

function endAll(holders: Set<Holder>, reason: unknown): void {
  for (const { ended } of holders) ended.abort(reason);
  holders.clear();
}
