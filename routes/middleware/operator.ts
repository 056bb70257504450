import { hash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { ANONYMOUS } from "../../core/access/principal.ts";
import { countCall } from "./limits.ts";
import { bearerOf } from "./principal.ts";
import type { RouteEnv, Service } from "../service.ts";

/** Tells whether a text is the write secret. */
export type IsWriteSecret = (given: string) => boolean;

/** Returns what tells the write secret, in constant time; without a secret set, nothing is it. */
export function writeSecretOf(
  { writeSecret }: Pick<Service, "writeSecret">,
): IsWriteSecret {
  const digest = (text: string) => hash("sha256", text, "buffer");
  const expected = writeSecret === undefined ? undefined : digest(writeSecret);
  return (given) =>
    expected !== undefined && timingSafeEqual(digest(given), expected);
}

/** Counts a wrong write secret: guesses are limited to 30 a minute for a network. */
export function countGuess(
  { access }: Pick<Service, "access">,
  c: Context<RouteEnv>,
): Promise<void> {
  return countCall(access, c, ANONYMOUS, "operator ");
}

/** Lets only the operator pass, who sends the write secret as the bearer token. */
export function operator(service: Service): MiddlewareHandler<RouteEnv> {
  const isWriteSecret = writeSecretOf(service);
  return async function operator(c, next) {
    const given = bearerOf(c.req.header("authorization"));
    if (!isWriteSecret(given ?? "")) {
      await countGuess(service, c);
      throw new Fault("unauthorized", "this path is for the operator", {
        field: "Authorization",
        expected: "Bearer and the server's write secret",
      });
    }
    await next();
  };
}
