import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "@hono/hono";
import type { RouteEnv } from "./service.ts";

const log = getLogger(["twoflat", "http"]);

/** One line a request: method, path without its query, status, milliseconds, request id. Never a header or a body. */
export function accessLog(): MiddlewareHandler<RouteEnv> {
  return async function accessLog(c, next) {
    const start = performance.now();
    await next();
    log.info("request", {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      request_id: c.get("requestId"),
    });
  };
}
