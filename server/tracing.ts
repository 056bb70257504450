import { trace } from "@opentelemetry/api";

/** Exports the spans of requests until it is stopped. */
export interface Tracing {
  /** Sends what is buffered. */
  stop(): Promise<void>;
}

/** What `server` is called where `OTEL_SERVICE_NAME` names no other. */
const SERVICE = "twoflat";

/**
 * Starts to export spans over OTLP where `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` names a collector; the exporter reads the other settings of
 * OpenTelemetry itself. The runtime's own tracing (`OTEL_DENO`) is not used: it puts query strings
 * into its spans, and what is in a span cannot be taken out.
 */
export async function startTracing(
  env: (name: string) => string | undefined,
): Promise<Tracing | undefined> {
  const isAsked = env("OTEL_EXPORTER_OTLP_ENDPOINT") ??
    env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  if (!isAsked) return undefined;
  // Loaded here: a server without a collector starts without them.
  const [{ TracerProvider, BatchSpanProcessor }, exporter, resources] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      "service.name": env("OTEL_SERVICE_NAME") ?? SERVICE,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}
