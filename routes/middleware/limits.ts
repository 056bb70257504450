import type { Context, MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import type { Access } from "../../core/access/access.ts";
import type { Principal } from "../../core/access/principal.ts";
import { networkOf } from "./client_address.ts";
import type { RouteEnv, Service } from "../service.ts";

/** Headers that tell a caller its limit. */
export const LIMIT_HEADERS = ["RateLimit", "RateLimit-Policy", "Retry-After"];

/**
 * Counts the call against the caller's limit and tells where it stands: `RateLimit-Policy` the
 * calls a minute, `RateLimit` those left and the seconds until one more comes back, and when
 * refused `Retry-After` the same seconds.
 *
 * @param apart counts these calls of a network apart from its others
 */
export function limits(
  { access }: Service,
  apart = "",
): MiddlewareHandler<RouteEnv> {
  return async function limits(c, next) {
    await countCall(access, c, c.get("principal"), apart);
    return next();
  };
}

/**
 * Counts a call, and writes where the caller stands into the headers of the answer to come.
 *
 * @throws {Fault} `rate_limited`
 */
export async function countCall(
  access: Access,
  c: Context<RouteEnv>,
  principal: Principal,
  apart = "",
): Promise<void> {
  const { allowed, limit, remaining, wait } = await access.admit(
    principal,
    apart + networkOf(c.get("address")),
  );
  const policy = principal.kind === "anonymous" ? "anonymous" : "account";
  const seconds = Math.ceil(wait / 1000);
  c.header("RateLimit-Policy", `"${policy}";q=${limit};w=60`);
  c.header("RateLimit", `"${policy}";r=${remaining};t=${seconds}`);
  if (allowed) return;
  c.header("Retry-After", String(seconds));
  throw new Fault(
    "rate_limited",
    `more than ${limit} calls a minute; wait ${seconds} s`,
    { expected: `at most ${limit} calls a minute` },
  );
}
