import assert from "node:assert/strict";
import { connect } from "node:http2";
import { listen } from "../../../routes/listen.ts";
import { requestedHost } from "../../../routes/middleware/requested_host.ts";
import { sampleApp } from "../../../harness/app.ts";

/** Target as the runtime gives it, Host header, and the host that the request is for. */
const FORMS: readonly (readonly [string, string | null, string?])[] = [
  ["http://localhost/a", "localhost", "localhost"],
  ["http://localhost:8787/a", "localhost:8787", "localhost"],
  ["http://LOCALHOST:8787/a", "LocalHost:8787", "localhost"],
  ["https://twoflat.example/", "twoflat.example", "twoflat.example"],
  ["http://127.0.0.1:8787/a?b", "127.0.0.1:8787", "127.0.0.1"],
  ["http://[::1]:8787/a", "[::1]:8787", "[::1]"],
  ["http://[::1]/a", "[::1]", "[::1]"],
  ["http://localhost", "localhost", "localhost"],
  ["http://localhost?x=/", "localhost", "localhost"],
  ["http://my_host/a", "my_host", "my_host"],
  // HTTP/2 has the authority in the target, and no Host header.
  ["http://localhost:8787/a", null, "localhost"],
  ["http://evil.example/a", null, "evil.example"],
  // Absolute form: the target wins over Host, so they must agree.
  ["http://evil.example/a", "localhost"],
  ["http://localhost/a", "evil.example"],
  ["HTTP://EVIL.example:80/a", "localhost:80"],
  ["HTTP://localhost:80/a", "localhost:80", "localhost"],
  ["http://localhost:80/a", "localhost"],
  ["http://localhost/a", "localhost:80"],
  ["http://localhost:1/a", "localhost:2"],
  // A user name before the host.
  ["http://localhost@evil.example/a", "localhost@evil.example"],
  ["http://u:p@localhost/a", "localhost"],
  ["http://u:p@localhost/a", "u:p@localhost"],
  // A Host with more than a host in it, pasted into the target.
  ["http://localhost/api/keys?x/p", "localhost/api/keys?x"],
  ["http://localhost?x/p", "localhost?x"],
  ["http://localhost#x/p", "localhost#x"],
  ["http://localhost\\x/p", "localhost\\x"],
  ["http://localhost\\@evil.example/p", "localhost\\@evil.example"],
  ["http://a b/p", "a b"],
  ["http://localhost\t/p", "localhost\t"],
  ["http://localhost, evil.example/p", "localhost, evil.example"],
  ["http://localhost%2f/p", "localhost%2f"],
  ["http://localhost:/p", "localhost:"],
  ["http://localhost:x/p", "localhost:x"],
  ["http://localhost:123456/p", "localhost:123456"],
  ["http://::1/p", "::1"],
  ["http://[::1/p", "[::1"],
  ["http://[::1]x/p", "[::1]x"],
  ["http://lоcalhost/p", "lоcalhost"],
  // No host at all.
  ["http:///p", ""],
  ["http://localhost:8787/p", ""],
  ["/p", "localhost"],
  ["file://localhost/p", "localhost"],
  ["*", "localhost"],
  ["localhost:80", "localhost:80"],
];

Deno.test("requestedHost() reads one host, or none, from every form of target and Host", () => {
  assert(FORMS.length >= 40);
  for (const [url, header, host] of FORMS) {
    assert.equal(requestedHost(url, header), host, `${url} with ${header}`);
  }
});

/** The status of a request written byte for byte. */
async function statusOf(port: number, head: string): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(head));
  const answer = new Uint8Array(200);
  const read = await connection.read(answer) ?? 0;
  return Number(
    /^HTTP\/1.1 (\d+)/.exec(
      new TextDecoder().decode(answer.subarray(0, read)),
    )?.[1],
  );
}

Deno.test("no form of request gets around the guard on a socket; HTTP/2 is served", async () => {
  const server = listen(sampleApp(), "127.0.0.1", 0);
  const port = Number(new URL(server.url).port);
  const ask = (target: string, host: string) =>
    statusOf(
      port,
      `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    );
  const here = `127.0.0.1:${port}`;
  try {
    assert.equal(await ask("/api/health", `Host: ${here}\r\n`), 200);
    assert.equal(
      await ask(`http://${here}/api/health`, `Host: ${here}\r\n`),
      200,
    );
    for (
      const [target, host] of [
        ["/api/health", "Host: evil.example\r\n"],
        ["http://evil.example/api/health", `Host: ${here}\r\n`],
        ["http://u@127.0.0.1/api/health", `Host: ${here}\r\n`],
        ["/x", `Host: ${here}/api/health?\r\n`],
        ["/x", `Host: ${here}#\r\n`],
        ["/api/health", "Host: \r\n"],
      ]
    ) assert.equal(await ask(target, host), 403, `${target} ${host}`);
    assert.equal(
      await ask("/api/health", `Host: ${here}\r\nHost: ${here}\r\n`),
      400,
    );
    assert.equal(await h2Status(server.url, {}), 200);
    assert.equal(
      await h2Status(server.url, { ":authority": "evil.example" }),
      403,
    );
    assert.equal(await h2Status(server.url, { host: "evil.example" }), 403);
  } finally {
    await server.stop();
  }
});

/** The status of `GET /api/health` over HTTP/2 without TLS. */
function h2Status(
  origin: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(origin);
    session.on("error", reject);
    const stream = session.request({ ":path": "/api/health", ...headers });
    stream.on("response", (answer) => {
      resolve(Number(answer[":status"]));
      session.destroy();
    });
    stream.on("error", reject);
    stream.end();
  });
}
