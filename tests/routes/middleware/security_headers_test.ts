import assert from "node:assert/strict";
import { Hono } from "@hono/hono";
import { secureHeaders } from "@hono/hono/secure-headers";
import { post, request, sampleApp } from "../../../harness/app.ts";

const app = sampleApp();

/** What Hono's secureHeaders sends where TLS is for others to say. */
const { headers: expected } = await new Hono()
  .use(secureHeaders({ strictTransportSecurity: false }))
  .get("/", (c) => c.body(null))
  .request("/");

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
      [request("/"), 200],
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
    for (const [name, value] of expected) {
      assert.equal(
        response.headers.get(name),
        value,
        `${method} ${url}: ${name}`,
      );
    }
  }
});
