import type { MiddlewareHandler } from "@hono/hono";
import { log } from "./logging.ts";
import type { RouteEnv } from "../service.ts";

/** One line a request: method, path without its query, status, milliseconds, request id. Never a header or a body. */
export function accessLog(): MiddlewareHandler<RouteEnv> {
  return async function accessLog(c, next) {
    const start = performance.now();
    await next();
    log({
      level: "info",
      part: "http",
      message: "request",
      properties: {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        request_id: c.get("requestId"),
      },
    });
  };
}
