import { hash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { ANONYMOUS } from "../../core/access/principal.ts";
import { countCall } from "./limits.ts";
import { bearerOf } from "./principal.ts";
import type { RouteEnv, Service } from "../service.ts";

/**
 * Lets only the operator pass, who sends the write secret as the bearer token. Compared in
 * constant time; without a secret set, every request is refused. Guesses are limited to 30 a minute.
 */
export function operator(
  { access, writeSecret }: Service,
): MiddlewareHandler<RouteEnv> {
  const digest = (text: string) => hash("sha256", text, "buffer");
  const expected = writeSecret === undefined ? undefined : digest(writeSecret);
  return async function operator(c, next) {
    const given = bearerOf(c.req.header("authorization"));
    if (!expected || !timingSafeEqual(digest(given ?? ""), expected)) {
      await countCall(access, c, ANONYMOUS, "operator ");
      throw new Fault("unauthorized", "this path is for the operator", {
        field: "Authorization",
        expected: "Bearer and the server's write secret",
      });
    }
    await next();
  };
}
