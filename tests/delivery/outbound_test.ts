import assert from "node:assert/strict";
import { type Outbound, outbound } from "../../core/delivery/outbound.ts";
import { tlsServer } from "./tls_server.ts";

/** Lets a test reach this machine. */
const LOOPBACK = {
  networks: ["127.0.0.0/8"],
  ports: "any",
  plain: true,
} as const;

const LIMITS = { timeout: 60_000, maxBytes: 1_000 };

/** The reason why a request was refused. */
async function reasonOf(send: Outbound, url: string): Promise<unknown> {
  try {
    await send(url, LIMITS);
  } catch (error) {
    return (error as { reason?: unknown }).reason;
  }
  return "sent";
}

Deno.test("outbound() refuses addresses that are not https, or hold a user", async () => {
  for (
    const url of [
      "http://example.com/",
      "ftp://example.com/",
      "file:///etc/passwd",
      "data:text/plain,x",
      "https://user@example.com/",
      "https://user:pass@example.com/",
      "https://example.com:22/",
      "https://example.com:8443/",
      "not an address",
      "",
    ]
  ) assert.equal(await reasonOf(outbound(), url), "bad_url", url);
});

Deno.test("outbound() refuses a name when any of its addresses is not public", async () => {
  for (
    const addresses of [
      ["10.0.0.1"],
      ["93.184.216.34", "127.0.0.1"],
      ["2606:2800:220:1::1", "fd00::1"],
      ["nonsense"],
      [],
    ]
  ) {
    const send = outbound({ resolve: () => Promise.resolve(addresses) });
    const reason = await reasonOf(send, "https://name.example/");
    assert.equal(reason, "forbidden_address", addresses.join());
  }
});

Deno.test("outbound() connects to the address it has checked, and asks the name only once", async () => {
  await using server = await tlsServer(
    "name.example",
    (request) => new Response(request.headers.get("host")),
  );
  let asked = 0;
  const send = outbound({
    ...LOOPBACK,
    ca: server.ca,
    resolve: () => {
      asked++;
      return Promise.resolve(["127.0.0.1"]);
    },
  });
  const answer = await send(`https://name.example:${server.port}/`, LIMITS);
  assert.equal(answer.text, `name.example:${server.port}`);
  assert.equal(asked, 1);
});

Deno.test("outbound() passes over a name's public IPv6 addresses", async () => {
  await using server = await tlsServer("name.example", () => new Response("x"));
  const send = outbound({
    ...LOOPBACK,
    ca: server.ca,
    resolve: () => Promise.resolve(["2606:4700::1", "127.0.0.1"]),
  });
  const answer = await send(`https://name.example:${server.port}/`, LIMITS);
  assert.equal(answer.status, 200);
});

Deno.test("outbound() takes only a certificate for the name", async () => {
  await using server = await tlsServer("name.example", () => new Response("x"));
  const resolve = () => Promise.resolve(["127.0.0.1"]);
  const trusting = outbound({ ...LOOPBACK, ca: server.ca, resolve });
  const other = `https://other.example:${server.port}/`;
  assert.equal(await reasonOf(trusting, other), "unreachable");
  const wary = outbound({ ...LOOPBACK, resolve });
  const same = `https://name.example:${server.port}/`;
  assert.equal(await reasonOf(wary, same), "unreachable");
});

/** Sends to a plain server on this machine. */
async function toLocal<T>(
  handler: (request: Request) => Response | Promise<Response>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    handler,
  );
  try {
    return await use(`http://127.0.0.1:${server.addr.port}/`);
  } finally {
    await server.shutdown();
  }
}

const local = outbound(LOOPBACK);

Deno.test("outbound() sends method, headers and body, and reads the answer", async () => {
  const answer = await toLocal(
    async (request) =>
      new Response(
        `${request.method} ${request.headers.get("x-test")} ${await request
          .text()}`,
        { status: 202, headers: { "x-answer": "1" } },
      ),
    (url) =>
      local(url, {
        ...LIMITS,
        method: "POST",
        headers: { "x-test": "yes" },
        body: "payload",
      }),
  );
  assert.deepEqual(
    [answer.status, answer.text, answer.headers.get("x-answer")],
    [202, "POST yes payload", "1"],
  );
});

Deno.test("outbound() follows no redirect", async () => {
  let requests = 0;
  const answer = await toLocal(
    () => {
      requests++;
      return Response.redirect("http://127.0.0.1:1/elsewhere", 302);
    },
    (url) => local(url, LIMITS),
  );
  assert.deepEqual([answer.status, requests], [302, 1]);
});

Deno.test("outbound() stops at an answer that is too large, declared or not", async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(600)),
      }),
    );
  for (const handler of [endless, () => new Response("x".repeat(1_001))]) {
    await toLocal(handler, async (url) => {
      assert.equal(await reasonOf(local, url), "too_large");
    });
  }
  await toLocal(() => new Response("x".repeat(1_000)), async (url) => {
    assert.equal((await local(url, LIMITS)).text.length, 1_000);
  });
});

Deno.test("outbound() gives up in time, whatever is slow", async () => {
  const never = outbound({ resolve: () => new Promise(() => {}) });
  await assert.rejects(
    never("https://name.example/", { ...LIMITS, timeout: 50 }),
    { reason: "timeout" },
  );
  const { promise, resolve } = Promise.withResolvers<Response>();
  await toLocal(() => promise, async (url) => {
    await assert.rejects(local(url, { ...LIMITS, timeout: 50 }), {
      reason: "timeout",
    });
    resolve(new Response());
  });
});

Deno.test("outbound() stops when its caller does", async () => {
  const never = outbound({ resolve: () => new Promise(() => {}) });
  await assert.rejects(
    never("https://name.example/", {
      ...LIMITS,
      signal: AbortSignal.abort(new Error("enough")),
    }),
    /enough/,
  );
});
