import assert from "node:assert/strict";
import { BASE, request } from "../../../harness/app.ts";
import { connected, oauthService, withToken } from "./harness.ts";

Deno.test("metadata name the service by its public origin", async () => {
  await using service = await oauthService({
    publicUrl: "https://twoflat.example",
  });
  const read = async (path: string) =>
    await (await service.fetch(request(path))).json();
  const server = await read("/.well-known/oauth-authorization-server");
  assert.equal(server.issuer, "https://twoflat.example");
  for (const [name, value] of Object.entries(server)) {
    if (!name.endsWith("_endpoint")) continue;
    assert.ok(String(value).startsWith("https://twoflat.example/oauth/"), name);
  }
  for (const path of ["", "/mcp", "/mcp/oauth"]) {
    const resource = await read(`/.well-known/oauth-protected-resource${path}`);
    assert.equal(resource.resource, `https://twoflat.example${path}`);
    assert.deepEqual(resource.authorization_servers, [server.issuer]);
  }
});

Deno.test("it is no OpenID provider, and has no other issuer below a path", async () => {
  await using service = await oauthService();
  for (
    const path of [
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/mcp",
      "/.well-known/oauth-protected-resource/api",
    ]
  ) {
    const response = await service.fetch(request(path));
    assert.equal(response.status, 404, path);
  }
});

Deno.test("/mcp is open; /mcp/oauth challenges whatever comes without a credential", async () => {
  await using service = await oauthService();
  const open = await withToken(service, undefined, "/mcp");
  assert.equal(open.status, 200);
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await service.fetch(request("/mcp/oauth", { method }));
    assert.equal(response.status, 401, method);
    assert.equal(
      response.headers.get("www-authenticate"),
      `Bearer scope="read underwrite", resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp/oauth"`,
    );
  }
  const { tokens } = await connected(service);
  const entered = await withToken(service, tokens.access_token);
  assert.equal(entered.status, 200);
});

Deno.test("a bad token is told so, and where to get a good one", async () => {
  await using service = await oauthService();
  for (
    const [path, metadata] of [
      ["/mcp", "/.well-known/oauth-protected-resource/mcp"],
      ["/mcp/oauth", "/.well-known/oauth-protected-resource/mcp/oauth"],
      ["/api/rent", "/.well-known/oauth-protected-resource"],
    ]
  ) {
    const response = await withToken(service, `svct_${"0".repeat(59)}`, path);
    assert.equal(response.status, 401);
    const challenge = response.headers.get("www-authenticate")!;
    assert.match(challenge, /^Bearer error="invalid_token"/);
    assert.ok(challenge.includes(`resource_metadata="${BASE}${metadata}"`));
  }
});

/** Calls a tool with a token, over MCP. */
function callTool(token: string, path: string, name: string): Request {
  return request(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: { price: 1 } },
    }),
  });
}

Deno.test("a tool without its scope tells which, and where to ask for it", async () => {
  await using service = await oauthService();
  const { tokens } = await connected(service, { scope: "read" });
  const response = await service.fetch(
    callTool(tokens.access_token, "/mcp", "estimate_rent"),
  );
  const text = await response.text();
  const { result } = JSON.parse(/\{.*\}/s.exec(text)![0]);
  assert.equal(result.isError, true);
  const [challenge] = result._meta["mcp/www_authenticate"];
  assert.match(challenge, /error="insufficient_scope"/);
  assert.match(challenge, /scope="underwrite"/);
  assert.ok(challenge.includes("/.well-known/oauth-protected-resource/mcp"));
});

Deno.test("at /mcp/oauth a missing scope is a 403 with the scope to ask for, and the wider grant calls the tool", async () => {
  await using service = await oauthService();
  const { tokens } = await connected(service, { scope: "read" });
  const refused = await service.fetch(
    callTool(tokens.access_token, "/mcp/oauth", "estimate_rent"),
  );
  assert.equal(refused.status, 403);
  const challenge = refused.headers.get("www-authenticate")!;
  assert.match(challenge, /^Bearer error="insufficient_scope"/);
  assert.match(challenge, /scope="underwrite"/);
  assert.ok(
    challenge.includes(
      `resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp/oauth"`,
    ),
  );
  const { error } = await refused.json();
  assert.equal(error.data.code, "forbidden_scope");
  assert.deepEqual(error.data.missing_scopes, ["underwrite"]);

  const wider = await connected(service, { scope: "read underwrite" });
  const allowed = await service.fetch(
    callTool(wider.tokens.access_token, "/mcp/oauth", "estimate_rent"),
  );
  assert.equal(allowed.status, 200, await allowed.text());
});
