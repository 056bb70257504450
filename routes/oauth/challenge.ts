import type { MiddlewareHandler } from "@hono/hono";
import { accountOf } from "../api/account.ts";
import type { RouteEnv } from "../service.ts";

/**
 * Asks everybody who comes without a credential for one, whatever they want: for clients that
 * start OAuth only when they are challenged.
 */
export function challenge(): MiddlewareHandler<RouteEnv> {
  return async function challenge(c, next) {
    accountOf(c);
    await next();
  };
}
