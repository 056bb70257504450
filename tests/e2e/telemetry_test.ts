/** What an OpenTelemetry collector, which speaks OTLP, gets of a server. */
import assert from "node:assert/strict";
import { z } from "zod";
import { startServer } from "../../harness/server_process.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { WRITE_SECRET } from "../../harness/access.ts";
import { until } from "../jobs/outbox.ts";

/** The part of an OTLP/JSON export that is looked at. Source: opentelemetry-proto, trace.proto. */
const Traces = z.object({
  resourceSpans: z.array(z.object({
    scopeSpans: z.array(z.object({
      spans: z.array(z.object({
        traceId: z.string().regex(/^[0-9a-f]{32}$/),
        name: z.string(),
        kind: z.int(),
        attributes: z.array(z.object({
          key: z.string(),
          value: z.record(z.string(), z.unknown()),
        })),
      })),
    })),
  })),
});
type Span = z.infer<
  typeof Traces
>["resourceSpans"][0]["scopeSpans"][0]["spans"][0];

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

/** `SPAN_KIND_SERVER`. */
const SERVER = 2;

Deno.test("a collector gets a span a request, by its route, without queries and secrets; the log line has its trace", async () => {
  const spans: Span[] = [];
  let bodies = "";
  await using collector = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const text = await request.text();
      bodies += text;
      if (new URL(request.url).pathname === "/v1/traces") {
        const { resourceSpans } = Traces.parse(JSON.parse(text));
        spans.push(
          ...resourceSpans.flatMap(({ scopeSpans }) =>
            scopeSpans.flatMap((scope) => scope.spans)
          ).filter(({ kind }) => kind === SERVER),
        );
      }
      return Response.json({});
    },
  );
  const { dir, tables } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const server = startServer({
    TWOFLAT_PORT: "0",
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_WRITE_SECRET: WRITE_SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const url = await server.url;
  const pin = tables.parcels.property_id.at(7);
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    await (await fetch(`${url}${path}`, { headers })).text();
  };
  await ask(`/property/${pin}?private=number-17`);
  await ask("/api/state", {
    authorization: `Bearer ${WRITE_SECRET}`,
    traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
  });
  await ask("/api/market/pulse?token=svc_0123456789abcdefghijklmnopqrstuv");
  const expected = ["GET /property/:id", "GET /api/state"];
  await until(() =>
    expected.every((name) => spans.some((span) => span.name === name))
  );
  server.child.kill("SIGTERM");
  await server.ended;
  const parent = spans.find(({ name }) => name === "GET /api/state");
  assert.equal(parent?.traceId, TRACE_ID);
  const attribute = (span: Span, key: string) =>
    span.attributes.find((each) => each.key === key)?.value.stringValue;
  for (const span of spans) {
    assert.doesNotMatch(span.name, /\?|\d{14}/);
    assert.equal(attribute(span, "http.route"), span.name.split(" ")[1]);
  }
  for (const secret of ["number-17", WRITE_SECRET, "svc_0123456789abcdef"]) {
    assert.ok(!bodies.includes(secret), secret);
  }
  const logged = new Set(
    server.output.text.split("\n").flatMap((line) =>
      line.startsWith("{") ? JSON.parse(line).trace_id ?? [] : []
    ),
  );
  assert.ok(spans.every(({ traceId }) => logged.has(traceId)));
  await Deno.remove(dataDir, { recursive: true });
});
