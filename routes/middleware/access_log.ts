import type { MiddlewareHandler } from "@hono/hono";
import { trace } from "@opentelemetry/api";
import { log } from "./logging.ts";
import { routeOf } from "./route_of.ts";
import type { RouteEnv } from "../service.ts";

/** A trace's id in a `traceparent` header. Source: W3C Trace Context. */
const TRACE = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * One line a request: method, path without its query, status, milliseconds, request and trace id.
 * Never a header or a body. Where the runtime traces (`OTEL_DENO`), the span gets the route's name,
 * and its address loses the query.
 */
export function accessLog(): MiddlewareHandler<RouteEnv> {
  return async function accessLog(c, next) {
    const start = performance.now();
    const span = trace.getActiveSpan();
    await next();
    const { method, path } = c.req;
    const route = routeOf(c);
    span?.updateName(`${method} ${route}`);
    span?.setAttributes({
      "http.route": route,
      "url.full": new URL(path, "http://withheld").href,
      "url.path": route,
      "url.query": "",
    });
    const traceId = span?.spanContext().traceId ??
      TRACE.exec(c.req.header("traceparent") ?? "")?.[1];
    log({
      level: "info",
      part: "http",
      message: "request",
      properties: {
        method,
        path,
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        request_id: c.get("requestId"),
        ...(traceId && { trace_id: traceId }),
      },
    });
  };
}
