import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Health } from "../../contracts/health.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  type ServerProcess,
  startServer,
} from "../../harness/server_process.ts";
import { until } from "../jobs/outbox.ts";

const CLI = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

/** Runs a test against a server of the demo county on a free port, with a store of its own. */
async function withServer(
  test: (server: ServerProcess, url: string, dataDir: string) => Promise<void>,
  options: Parameters<typeof startServer>[1] = {},
): Promise<void> {
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_TODAY: DEMO_DAY,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
  }, options);
  try {
    await test(server, await server.url, dataDir);
  } finally {
    try {
      server.child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await server.ended;
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** Runs the command line on a server's store and returns what it prints. */
async function twoflat(dataDir: string, command: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-P=cli", CLI, ...command.split(" ")],
    env: { TWOFLAT_DATA_DIR: dataDir },
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).trim();
}

/** Opens a stream that stays open: change notifications of the 2026 protocol. */
async function openStream(
  url: string,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.getReader();
  await reader.read();
  return reader;
}

/** Opens a request that never ends: its body stops halfway, once the server reads it. */
async function openRequest(url: string): Promise<Deno.Conn> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const head =
    `POST /api/underwrite HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
    `Content-Type: application/json\r\nContent-Length: 100\r\n` +
    `Expect: 100-continue\r\n\r\n`;
  await connection.write(new TextEncoder().encode(head));
  const answer = new Uint8Array(100);
  const read = await connection.read(answer);
  assert.match(
    new TextDecoder().decode(answer.subarray(0, read ?? 0)),
    /^HTTP\/1\.1 100 /,
  );
  await connection.write(new TextEncoder().encode("{"));
  return connection;
}

Deno.test("the server prints what to try, and what it prints works", async () => {
  await withServer(async (server, url, dataDir) => {
    const health = Health.parse(
      await (await fetch(`${url}/api/health`)).json(),
    );
    assert.equal(health.snapshot.synthetic, true);
    const { text } = server.output;
    const [, command] =
      /TWOFLAT_KEY=\$\(TWOFLAT_DATA_DIR='[^']+' npx -y deno@\S+ task -q twoflat (.*)\)$/m
        .exec(text)!;
    const authorization = `Bearer ${await twoflat(dataDir, command)}`;
    const comps = /curl .* (\S+\/api\/comps\/\S+)/.exec(text)![1];
    const valued = await fetch(comps, { headers: { authorization } });
    assert.equal((await valued.json()).arv.base > 0, true);
    const [, underwrite, body] = /curl .* (\S+\/api\/underwrite) .* -d '(.*)'/
      .exec(text)!;
    const answer = await fetch(underwrite, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body,
    });
    assert.equal(answer.status, 200, await answer.text());
  });
});

Deno.test("the end of a terminal does not end the server", async () => {
  await withServer(async (server, url, dataDir) => {
    server.child.kill("SIGHUP");
    const response = await fetch(`${url}/api/health`);
    assert.equal(Health.parse(await response.json()).status, "ok");
    assert(server.output.text.includes(`TWOFLAT_DATA_DIR='${dataDir}'`));
  });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} ends open streams and exits with 0`, async () => {
    await withServer(async (server, url) => {
      const stream = await openStream(url);
      server.child.kill(signal);
      const { code } = await server.ended;
      assert.equal(code, 0, server.output.text);
      while (!(await stream.read()).done);
    });
  });
}

Deno.test("a request that does not end holds the server up only so long, and one Ctrl-C may arrive twice", async () => {
  await withServer(async (server, url) => {
    using _hung = await openRequest(url);
    server.child.kill("SIGINT");
    server.child.kill("SIGINT");
    assert.equal((await server.ended).code, 0);
  });
});

Deno.test("a second signal ends the server at once", async () => {
  await withServer(async (server, url) => {
    using _hung = await openRequest(url);
    server.child.kill("SIGTERM");
    await until(() => server.output.text.includes("send the signal again"));
    // Signals within half a second are one.
    await new Promise((resolve) => setTimeout(resolve, 600));
    server.child.kill("SIGTERM");
    assert.equal((await server.ended).code, 143);
  });
});

Deno.test("a port that is taken is named", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { dir } = await demoSnapshot();
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_TODAY: DEMO_DAY,
    KV_URL: ":memory:",
    TWOFLAT_PORT: String(taken.addr.port),
  });
  assert.equal((await server.ended).code, 2);
  assert.match(
    server.output.text,
    /^error: TWOFLAT_PORT: something already listens on 127\.0\.0\.1:\d+/m,
  );
});

Deno.test("wrong settings and missing data stop the start, each with one clear line", async () => {
  const settings = startServer({ TWOFLAT_PORT: "http", TWOFLAT_PROT: "1" });
  assert.equal((await settings.ended).code, 2);
  assert.equal(
    settings.output.text,
    `error: TWOFLAT_PORT: "http" is not a whole number from 0 to 65535\n` +
      "TWOFLAT_PROT: no such setting (did you mean TWOFLAT_PORT?); `twoflat config` lists them\n" +
      "  field:    TWOFLAT_PORT\n  expected: a whole number from 0 to 65535\n",
  );
  const data = startServer({
    TWOFLAT_SNAPSHOT: "/nowhere/at/all",
    KV_URL: ":memory:",
  });
  assert.equal((await data.ended).code, 2);
  assert.equal(
    data.output.text,
    "error: there is no snapshot at /nowhere/at/all\n" +
      "  field:    snapshot\n  expected: a directory written by `twoflat ingest`\n",
  );
  const { dir } = await demoSnapshot();
  const day = startServer({
    TWOFLAT_SNAPSHOT: dir,
    KV_URL: ":memory:",
    TWOFLAT_TODAY: "2020-01-01",
  });
  assert.equal((await day.ended).code, 2);
  assert.match(
    day.output.text,
    /^error: the day to answer for is 2020-01-01, before/,
  );
});

Deno.test("a body that breaks off is not a failure of the server", async () => {
  await withServer(async (server, url) => {
    (await openRequest(url)).close();
    // Its line comes when the server has noticed.
    const told = /"path":"\/api\/underwrite","status":\d+/;
    await until(() => told.test(server.output.text));
    assert.match(server.output.text, /"path":"\/api\/underwrite","status":400/);
    assert.doesNotMatch(server.output.text, /"ERROR"/);
  });
});

Deno.test("a server as `deno task start` makes it serves, keeps what it is told, and ends cleanly", async () => {
  await withServer(async ({ child, ended, output }, url, dataDir) => {
    const key = await twoflat(
      dataDir,
      "keys issue --quiet --email ann@example.com --scopes read,write-state",
    );
    const headers = { authorization: `Bearer ${key}` };
    for (const path of ["/", "/docs", "/api/health"]) {
      const answer = await fetch(`${url}${path}`, { headers });
      await answer.body?.cancel();
      assert.equal(answer.ok, true, `${path}: ${answer.status}`);
    }
    const saved = await fetch(`${url}/api/me/presets`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name: "flips", assumptions: { rate: 0.07 } }),
    });
    await saved.body?.cancel();
    assert.equal(saved.ok, true, `saving: ${saved.status}`);
    child.kill("SIGTERM");
    assert.equal((await ended).code, 0, output.text);
    await assert.rejects(fetch(`${url}/healthz`));
    assert.doesNotMatch(output.text, /NotCapable|"level":"ERROR"/);
  }, { confined: true });
});

Deno.test("a server as `deno task start` makes it names the setting that keeps it from starting", async () => {
  const { dir } = await demoSnapshot();
  const wrong = {
    TWOFLAT_FEEDS: "/no/feeds.json",
    TWOFLAT_DATA_DIR: `${dir}/manifest.json/data`,
    TWOFLAT_SNAPSHOT: "/no/snapshot",
  };
  for (const [name, value] of Object.entries(wrong)) {
    const { ended, output } = startServer(
      { TWOFLAT_PORT: "0", TWOFLAT_SNAPSHOT: dir, [name]: value },
      { confined: true },
    );
    assert.equal((await ended).code, 2, output.text);
    const field = name === "TWOFLAT_SNAPSHOT" ? "snapshot" : name;
    assert.match(output.text, new RegExp(`^error: .*\n  field:    ${field}\n`));
  }
});

Deno.test("a server as `deno task start` makes it ends with the process that started it", async () => {
  await withServer(async ({ child, ended }, url) => {
    child.kill("SIGKILL");
    await ended;
    await assert.rejects(fetch(`${url}/healthz`));
  }, { confined: true });
});
