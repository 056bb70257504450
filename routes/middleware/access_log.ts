import type { MiddlewareHandler } from "@hono/hono";
import { log } from "./logging.ts";
import { startRequestSpan } from "./request_span.ts";
import { routeOf } from "./route_of.ts";
import type { RouteEnv } from "../service.ts";

/**
 * One line and one span a request. The line has method, path without its query, status,
 * milliseconds, request and trace id; never a header or a body. The span has the route in place of
 * the path.
 */
export function accessLog(): MiddlewareHandler<RouteEnv> {
  return async function accessLog(c, next) {
    const start = performance.now();
    const { method, path } = c.req;
    const span = startRequestSpan(method, c.req.header("traceparent"));
    await next();
    const { status } = c.res;
    const { traceId } = span;
    span.end(routeOf(c), status);
    log({
      level: "info",
      part: "http",
      message: "request",
      properties: {
        method,
        path,
        status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        request_id: c.get("requestId"),
        ...(traceId && { trace_id: traceId }),
      },
    });
  };
}
