import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/** A `traceparent` header. Source: W3C Trace Context. */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A request as a trace shows it. */
export interface RequestSpan {
  /** Its own, else the caller's; undefined where neither traces. */
  readonly traceId: string | undefined;
  /** Names it by its route, never by its address, and ends it. */
  end(route: string, status: number): void;
}

/** Starts the span of a request, in the trace that its caller names. Without a collector nothing is kept. */
export function startRequestSpan(
  method: string,
  traceparent: string | undefined,
): RequestSpan {
  const parent = parentOf(traceparent);
  const span: Span = trace.getTracer("twoflat").startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { "http.request.method": method } },
    parent,
  );
  const own = span.spanContext();
  return {
    traceId: isSpanContextValid(own) ? own.traceId : undefined,
    end(route, status) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        "http.route": route,
        "http.response.status_code": status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = PARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined) return ROOT_CONTEXT;
  const traceFlags = parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags,
    isRemote: true,
  });
}
