import assert from "node:assert/strict";
import { request } from "node:http";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";

/** Status and headers of a GET, with the body left as it came: `fetch` would undo the compression. */
function get(url: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{
    status: number;
    headers: Record<string, unknown>;
    bytes: number;
  }>((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => bytes += chunk.length);
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
        }));
    }).on("error", reject).end();
  });
}

Deno.test("answers are compressed as the caller prefers, and still 304 to who has them", async () => {
  const registry = compileRegistry(OPERATIONS);
  const server = listen(sampleApp({ registry }), "127.0.0.1", 0);
  const url = `${server.url}/api/openapi.json`;
  try {
    const plain = await get(url, {});
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const encoding of ["gzip", "br"]) {
      const packed = await get(url, { "accept-encoding": encoding });
      assert.equal(packed.headers["content-encoding"], encoding);
      assert.match(String(packed.headers.vary), /accept-encoding/i);
      assert(packed.bytes < plain.bytes / 4);
      const again = await get(url, {
        "accept-encoding": encoding,
        "if-none-match": String(packed.headers.etag),
      });
      assert.equal(again.status, 304);
      assert.equal(packed.headers.etag, plain.headers.etag);
      assert.equal(again.headers.etag, plain.headers.etag);
      assert.match(String(again.headers.vary), /accept-encoding/i);
    }
    assert.match(String(plain.headers.vary), /accept-encoding/i);
  } finally {
    await server.stop();
  }
});

Deno.test("HEAD says no wrong length, and otherwise what GET says", async () => {
  const server = listen(sampleApp(), "127.0.0.1", 0);
  try {
    for (
      const [path, status] of [["/api/health", 200], ["/nothing", 404], [
        "/api/rent-at/Main?price=1",
        200,
      ]] as const
    ) {
      const url = `${server.url}${path}`;
      const body = await get(url, {});
      const head = await get(url, {}, "HEAD");
      assert.equal(head.status, status, path);
      assert.equal(head.bytes, 0);
      const length = head.headers["content-length"] as string | undefined;
      assert(length === undefined || Number(length) === body.bytes, path);
      for (const name of ["content-type", "vary", "etag"]) {
        assert.equal(head.headers[name], body.headers[name], `${path} ${name}`);
      }
    }
  } finally {
    await server.stop();
  }
});
