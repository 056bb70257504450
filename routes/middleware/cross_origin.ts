import type { MiddlewareHandler } from "@hono/hono";
import { cors } from "@hono/hono/cors";
import { originAllowed } from "./guard.ts";
import { LIMIT_HEADERS } from "./limits.ts";
import type { MethodsOf } from "./methods_of.ts";
import type { RouteEnv, Service } from "../service.ts";

/**
 * Lets pages of allowed origins read the answers. Programs name no origin and are spared the
 * headers, but caches must know that pages are answered otherwise.
 */
export function crossOrigin(
  service: Service,
  methodsOf: MethodsOf,
): MiddlewareHandler<RouteEnv> {
  const forPages = cors({
    origin: (origin) => originAllowed(service, origin) ? origin : null,
    allowMethods: ["GET", "HEAD", "POST"],
    exposeHeaders: [
      "Deprecation",
      "ETag",
      "Link",
      "Sunset",
      "WWW-Authenticate",
      "X-Request-Id",
      ...LIMIT_HEADERS,
    ],
    maxAge: 600,
  });
  return function crossOrigin(c, next) {
    if (c.req.method === "OPTIONS") {
      const methods = methodsOf(c.req.path);
      if (methods.length === 0) return next();
      c.header("Allow", [...methods, "OPTIONS"].join(", "));
      return forPages(c, next);
    }
    if (c.req.header("origin")) return forPages(c, next);
    c.header("Vary", "Origin");
    return next();
  };
}
