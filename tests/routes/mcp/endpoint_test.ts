import assert from "node:assert/strict";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { Problem } from "../../../contracts/errors.ts";
import type { App } from "../../../routes/app.ts";
import { aSecond } from "../../../harness/a_second.ts";
import { sample } from "../../../harness/sample.ts";
import { post, request, sampleApp, unlimited } from "../../../harness/app.ts";
import { realApp } from "../../../harness/access.ts";
import { CLIENTS, type TestClient } from "./clients.ts";

const HEADERS = { accept: "application/json, text/event-stream" };

/** Runs a test with each official client against a listening server. */
async function withClients(
  app: App,
  test: (client: TestClient) => Promise<void>,
): Promise<void> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request),
  );
  try {
    const url = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
    for (const { revision, connect } of CLIENTS) {
      await using client = await connect(url);
      assert.equal(client.revision, revision);
      await test(client);
    }
  } finally {
    await app.close();
    await server.shutdown();
  }
}

Deno.test("every official client lists and calls tools in its protocol era", async () => {
  await withClients(sampleApp(), async (client) => {
    const tools = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), [
      "estimate_rent",
      "estimate_rent_at",
    ]);
    const result = await client.callTool("estimate_rent", { price: 200_000 });
    assert.equal(result.isError, undefined);
    assert.deepEqual(result.content, [{
      type: "text",
      text: "The rent is 2000 dollars.\nAs of 2026-11-01. a test",
    }]);
    assert.equal(
      sample.contract.output.parse(result.structuredContent).rent,
      2000,
    );
  });
});

Deno.test("a revision without structured content gets the answer as JSON in the text", async () => {
  const call = async (headers: Record<string, string>) => {
    const response = await sampleApp().fetch(post("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "estimate_rent", arguments: { price: 200_000 } },
    }, { ...HEADERS, ...headers }));
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
  };
  const old: Record<string, string>[] = [
    {},
    { "mcp-protocol-version": "2025-03-26" },
  ];
  for (const headers of old) {
    const { content, structuredContent } = await call(headers);
    assert.equal(structuredContent, undefined);
    assert.match(content[0].text, /^The rent is 2000 dollars\./);
    assert.equal(JSON.parse(content[1].text).rent, 2000);
  }
  const now = await call({ "mcp-protocol-version": "2025-11-25" });
  assert.equal(now.structuredContent.rent, 2000);
  assert.equal(now.content.length, 1);
});

Deno.test("the manifest lists the revisions that are negotiated, and no other", async () => {
  const app = sampleApp();
  const manifest = await app.fetch(request("/mcp/v2/manifest"));
  const { protocol_versions: listed } = await manifest.json();
  const negotiated = async (protocolVersion: string) => {
    const response = await app.fetch(post("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    }, HEADERS));
    return /"protocolVersion":"([\d-]+)"/.exec(await response.text())?.[1];
  };
  // The newest has no handshake: each request names it.
  const [, ...older] = listed;
  assert.ok(older.length >= 4);
  for (const version of older) {
    assert.equal(await negotiated(version), version);
  }
  assert.equal(await negotiated("1999-01-01"), older[0]);
});

Deno.test("a client that takes any answer, or does not say, is answered", async () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const accepting: Record<string, string>[] = [{ accept: "*/*" }, {}];
  for (const headers of accepting) {
    const response = await sampleApp().fetch(post("/mcp", list, headers));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /"estimate_rent"/);
  }
  const picky = await sampleApp().fetch(
    post("/mcp", list, { accept: "text/html" }),
  );
  assert.equal(picky.status, 406);
});

Deno.test("a deprecated name works and says so", async () => {
  await withClients(sampleApp(), async (client) => {
    const { structuredContent } = await client.callTool("rent", { cost: 100 });
    const answer = sample.contract.output.parse(structuredContent);
    assert.deepEqual(answer.warnings.map(({ code }) => code), [
      "deprecated_name",
    ]);
  });
});

Deno.test("a bad input is an error the model can read, without structured content", async () => {
  await withClients(sampleApp(), async (client) => {
    const result = await client.callTool("estimate_rent", { price: -1 });
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent, undefined);
    const problem = Problem.parse(JSON.parse(result.content[0].text!));
    assert.equal(problem.code, "invalid_params");
    assert.equal(problem.field, "price");
  });
});

Deno.test("a call without the scope is an error result", async () => {
  await withClients(
    sampleApp({ access: unlimited("read") }),
    async (client) => {
      const { isError, content } = await client.callTool("estimate_rent", {
        price: 1,
      });
      assert.equal(isError, true);
      assert.equal(
        Problem.parse(JSON.parse(content[0].text!)).code,
        "forbidden_scope",
      );
    },
  );
});

Deno.test("an unknown tool is JSON-RPC -32602 and its name comes back escaped", async () => {
  await withClients(sampleApp(), async (client) => {
    await assert.rejects(
      () => client.callTool("<b>no</b>", {}),
      (error: Error & { code?: number }) => {
        assert.equal(error.code, -32602);
        assert(!error.message.includes("<b>"), error.message);
        return true;
      },
    );
  });
});

Deno.test("tools/list is the same, byte for byte, each time", async () => {
  const app = sampleApp();
  const list = async () => {
    const response = await app.fetch(
      post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }, HEADERS),
    );
    assert.equal(response.status, 200);
    return await response.text();
  };
  assert.equal(await list(), await list());
});

Deno.test("what cannot be a call is a JSON-RPC error with the problem as its data", async () => {
  const app = sampleApp();
  const call =
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate_rent",` +
    `"arguments":{"price":1,"price":2}}}`;
  for (
    const [bad, status, code] of [
      [post("/mcp", "{", HEADERS), 400, "invalid_params"],
      [post("/mcp?deprecated=yes", "{}", HEADERS), 400, "invalid_params"],
      [post("/mcp", call, HEADERS), 400, "invalid_params"],
      [
        post("/mcp", new Uint8Array([0x22, 0xff, 0x22]), HEADERS),
        400,
        "invalid_params",
      ],
      [
        post("/mcp", "{}", { ...HEADERS, "content-type": "text/plain" }),
        415,
        "unsupported_media_type",
      ],
      [
        post("/mcp", `"${"x".repeat(70_000)}"`, HEADERS),
        413,
        "payload_too_large",
      ],
      [
        post("/mcp", "{}", { ...HEADERS, origin: "https://evil.example" }),
        403,
        "forbidden_origin",
      ],
      [request("/mcp"), 405, "method_not_allowed"],
      [request("/mcp", { method: "DELETE" }), 405, "method_not_allowed"],
    ] as const
  ) {
    const response = await app.fetch(bad);
    assert.equal(response.status, status);
    const { jsonrpc, id, error } = await response.json();
    assert.equal(jsonrpc, "2.0");
    assert.equal(id, null);
    assert.equal(Problem.parse(error.data).code, code);
  }
  const allowed = await app.fetch(request("/mcp"));
  assert.equal(allowed.headers.get("allow"), "POST");
});

Deno.test("a network's clients may ask for a stream as often as their key may call", async () => {
  await using real = await realApp();
  const headers = {
    authorization: `Bearer ${await real.issue({ rpm_limit: 100 })}`,
    accept: "text/event-stream",
  };
  for (let n = 0; n < 2 * LIMITS.refused_per_minute; n++) {
    const { status } = await real.app.fetch(request("/mcp", { headers }), {
      peer: "192.0.2.9",
    });
    assert.equal(status, 405, `request ${n + 1}`);
  }
});

Deno.test("a stream of change notifications ends within a second of its key", async () => {
  await using real = await realApp();
  const key = await real.issue();
  const response = await real.app.fetch(post("/mcp", {
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
  }, {
    authorization: `Bearer ${key}`,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  }));
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.getReader();
  await reader.read();
  await real.keys.revoke(key.slice(4, 12));
  const late = aSecond().then(() => "late");
  const ended = (async () => {
    while (!(await reader.read()).done);
    return "ended";
  })();
  assert.equal(await Promise.race([ended, late]), "ended");
  await late;
});
