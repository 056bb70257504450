import type { MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { OAuthScope } from "../../contracts/oauth.ts";
import { problemResponse } from "../problem.ts";
import type { RouteEnv } from "../service.ts";

/**
 * Asks everybody who comes without a credential to sign in, for clients that start OAuth only
 * then. No `error`, because nothing was wrong (RFC 6750, section 3.1).
 */
export function challenge(): MiddlewareHandler<RouteEnv> {
  return async function challenge(c, next) {
    const { principal, resourceMetadata } = c.var;
    if (principal.kind !== "anonymous") return await next();
    const fault = new Fault("unauthorized", "this path needs a credential", {
      field: "Authorization",
      expected: "Bearer and an access token or a key",
    });
    const response = problemResponse(c, fault);
    const scope = OAuthScope.options.join(" ");
    response.headers.set(
      "WWW-Authenticate",
      `Bearer resource_metadata="${resourceMetadata}", scope="${scope}"`,
    );
    return response;
  };
}
