import assert from "node:assert/strict";
import { Hono } from "@hono/hono";
import { secureHeaders } from "@hono/hono/secure-headers";
import { SECURITY_HEADERS } from "../../routes/security_headers.ts";
import { post, request, sampleApp } from "./harness.ts";

const app = sampleApp();

Deno.test("the security headers are those that Hono's secureHeaders sends without TLS", async () => {
  const hono = new Hono()
    .use(secureHeaders({ strictTransportSecurity: false }))
    .get("/", (c) => c.body(null));
  const { headers } = await hono.request("/");
  assert.deepEqual(
    Object.fromEntries(headers),
    Object.fromEntries(new Headers({ ...SECURITY_HEADERS })),
  );
});

Deno.test("every kind of answer has the security headers", async () => {
  const page = await app.fetch(request("/docs"));
  const etag = page.headers.get("etag")!;
  const rpc = (method: string) =>
    post("/mcp", { jsonrpc: "2.0", id: 1, method }, {
      accept: "application/json, text/event-stream",
    });
  const listed = rpc("tools/list");
  for (
    const [asked, status] of [
      [request("/docs", { headers: { "if-none-match": etag } }), 304],
      [request("/docs", { method: "HEAD" }), 200],
      [request("/"), 302],
      [request("/api/health"), 200],
      [post("/api/rent", { price: 1 }), 200],
      [post("/api/rent", { price: -1 }), 400],
      [post("/api/rent", { price: 1, address: "broken" }), 500],
      [request("/nowhere"), 404],
      [request("/api/rent", { method: "DELETE" }), 405],
      [request("/api/health", { headers: { host: "evil.example" } }), 403],
      [
        request("/api/rent", {
          method: "OPTIONS",
          headers: {
            origin: "https://map.example",
            "access-control-request-method": "POST",
          },
        }),
        204,
      ],
      [listed, 200],
      [rpc("ping"), 200],
      [post("/mcp", "{"), 400],
    ] as const
  ) {
    const { method, url } = asked;
    const response = await app.fetch(asked);
    await response.body?.cancel();
    assert.equal(response.status, status, `${method} ${url}`);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      assert.equal(
        response.headers.get(name),
        value,
        `${method} ${url}: ${name}`,
      );
    }
  }
});
