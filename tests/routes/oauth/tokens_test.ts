import assert from "node:assert/strict";
import { authorizationServer } from "../../../core/access/oauth/authorization_server.ts";
import { BASE } from "../../../harness/app.ts";
import {
  Browser,
  connected,
  consented,
  exchangeOf,
  form,
  type OAuthService,
  oauthService,
  withToken,
} from "./harness.ts";

async function refresh(
  service: OAuthService,
  clientId: string,
  token: string,
  more: Readonly<Record<string, string>> = {},
) {
  const response = await service.fetch(
    form("/oauth/token", {
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: token,
      ...more,
    }),
  );
  return { status: response.status, body: await response.json() };
}

async function statusOf(
  service: OAuthService,
  token: string,
): Promise<number> {
  const response = await withToken(service, token);
  await response.body?.cancel();
  return response.status;
}

Deno.test("a code sent eight times at once gives tokens once, and they are ended", async () => {
  await using service = await oauthService();
  const fields = exchangeOf(await consented(service));
  const responses = await Promise.all(
    Array.from(
      { length: 8 },
      () => service.fetch(form("/oauth/token", fields)),
    ),
  );
  const bodies = await Promise.all(responses.map((each) => each.json()));
  const good = bodies.filter((body) => "access_token" in body);
  assert.equal(good.length, 1);
  for (const body of bodies) {
    if (!("access_token" in body)) assert.equal(body.error, "invalid_grant");
  }
  assert.equal(await statusOf(service, good[0].access_token), 401);
  const { client_id } = fields;
  const { status } = await refresh(service, client_id, good[0].refresh_token);
  assert.equal(status, 400);
});

Deno.test("a used refresh token brings the same successor for a minute, then ends its family", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service);
  const use = (token: string) => refresh(service, client.client_id, token);
  const first = await use(tokens.refresh_token);
  service.clock.ahead = 59_000;
  const again = await use(tokens.refresh_token);
  assert.deepEqual([first.status, again.status], [200, 200]);
  // Whoever lost an answer, and whoever got it, go on with one and the same token.
  assert.equal(first.body.refresh_token, again.body.refresh_token);
  assert.notEqual(first.body.access_token, again.body.access_token);
  const next = await use(first.body.refresh_token);
  assert.equal(next.status, 200);
  assert.equal(await statusOf(service, next.body.access_token), 200);

  service.clock.ahead = 125_000;
  const reused = await use(tokens.refresh_token);
  assert.deepEqual([reused.status, reused.body.error], [400, "invalid_grant"]);
  assert.equal(await statusOf(service, next.body.access_token), 401);
  assert.equal((await use(next.body.refresh_token)).status, 400);
});

Deno.test("who steals a refresh token and uses it at once is found out at the next refresh", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service);
  const use = (token: string) => refresh(service, client.client_id, token);
  const owner = await use(tokens.refresh_token);
  const thief = await use(tokens.refresh_token);
  service.clock.ahead = 3_000_000;
  assert.equal((await use(thief.body.refresh_token)).status, 200);
  service.clock.ahead += 61_000;
  assert.equal((await use(owner.body.refresh_token)).status, 400);
  assert.equal(await statusOf(service, thief.body.access_token), 401);
});

Deno.test("eight refreshes at once all get tokens that work", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service);
  const all = await Promise.all(
    Array.from(
      { length: 8 },
      () => refresh(service, client.client_id, tokens.refresh_token),
    ),
  );
  assert.deepEqual(all.map(({ status }) => status), Array(8).fill(200));
  const access = new Set(all.map(({ body }) => body.access_token));
  assert.equal(access.size, 8);
  assert.equal(new Set(all.map(({ body }) => body.refresh_token)).size, 1);
  for (const token of access) {
    assert.equal(await statusOf(service, token), 200);
  }
});

Deno.test("resource at the token endpoint narrows what a token is for, at a refresh too", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service, { resource: BASE });
  const narrow = await refresh(
    service,
    client.client_id,
    tokens.refresh_token,
    { resource: `${BASE}/mcp` },
  );
  const { access_token } = narrow.body;
  const status = async (path: string, token = access_token) =>
    (await withToken(service, token, path)).status;
  assert.notEqual(await status("/mcp"), 401);
  assert.equal(await status("/api/rent"), 401);
  const wide = await refresh(
    service,
    client.client_id,
    narrow.body.refresh_token,
  );
  assert.notEqual(await status("/api/rent", wide.body.access_token), 401);
});

Deno.test("a refresh may narrow the scopes, and widen them again to what was approved", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service);
  const narrow = await refresh(
    service,
    client.client_id,
    tokens.refresh_token,
    { scope: "read" },
  );
  assert.equal(narrow.body.scope, "read");
  const wide = await refresh(
    service,
    client.client_id,
    narrow.body.refresh_token,
  );
  assert.equal(wide.body.scope, "read underwrite");
});

Deno.test("ending an access token leaves the others of its family", async () => {
  await using service = await oauthService();
  const { client, tokens } = await connected(service);
  const other = await refresh(service, client.client_id, tokens.refresh_token);
  const revoke = (token: string) =>
    service.fetch(
      form("/oauth/revoke", {
        token,
        client_id: client.client_id,
        token_type_hint: "refresh_token",
      }),
    );
  assert.equal((await revoke(tokens.access_token)).status, 200);
  assert.equal(await statusOf(service, tokens.access_token), 401);
  assert.equal(await statusOf(service, other.body.access_token), 200);
  // One that is not known has ended already.
  assert.equal((await revoke(tokens.access_token)).status, 200);
  assert.equal((await revoke("nonsense")).status, 200);
});

Deno.test("a token is limited with all others of its browser, not per client", async () => {
  await using service = await oauthService();
  const browser = new Browser(service);
  const [a, b] = [
    await connected(service, {}, browser),
    await connected(service, {}, browser),
  ];
  const other = await connected(service);
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) {
    const { access_token } = (n % 2 ? a : b).tokens;
    statuses.push(await statusOf(service, access_token));
  }
  // A token comes back each second, so a slow run may pass one or two more.
  assert.deepEqual(statuses.slice(0, 60), Array(60).fill(200));
  const last = await withToken(service, a.tokens.access_token);
  const more = await withToken(service, b.tokens.access_token);
  assert.ok([last.status, more.status].includes(429));
  assert.equal(await statusOf(service, other.tokens.access_token), 200);
});

Deno.test("a token for the whole service opens REST and MCP", async () => {
  await using service = await oauthService();
  const { tokens } = await connected(service, { resource: BASE });
  for (const path of ["/mcp", "/mcp/oauth", "/api/rent"]) {
    const { status } = await withToken(service, tokens.access_token, path);
    assert.notEqual(status, 401, path);
  }
});

Deno.test("no plaintext of a token, code or cookie reaches the store", async () => {
  await using service = await oauthService();
  const { browser, client, code, tokens } = await connected(service);
  const next = await refresh(service, client.client_id, tokens.refresh_token);
  await statusOf(service, tokens.access_token);
  const secrets = [
    code,
    tokens.access_token,
    tokens.refresh_token,
    next.body.access_token,
    next.body.refresh_token,
    browser.cookie!.split("=")[1],
  ];
  let rows = 0;
  for await (const { key, value } of service.kv.list({ prefix: [] })) {
    rows++;
    const text = Deno.inspect([key, value], {
      depth: Infinity,
      strAbbreviateSize: Infinity,
      iterableLimit: Infinity,
    });
    for (const secret of secrets) {
      // Neither whole nor without its prefix and id.
      assert.ok(!text.includes(secret), String(key));
      assert.ok(!text.includes(secret.slice(-43)), String(key));
    }
  }
  assert.ok(rows >= 6, `${rows} rows`);
});

Deno.test("a refresh works again once the store does", async () => {
  using kv = await Deno.openKv(":memory:");
  let isAway = true;
  const faulty = new Proxy(kv, {
    get(target, name) {
      if (name === "get" && isAway) {
        return () => Promise.reject(new Error("the store is away"));
      }
      const found = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const server = authorizationServer(faulty, {
    fetchDocument: () => Promise.reject(new Error("no documents here")),
  });
  const refreshing = () =>
    server.token(
      new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "a-client",
        refresh_token: `svcr_${"a".repeat(59)}`,
      }),
      BASE,
    );
  await assert.rejects(refreshing, /the store is away/);
  isAway = false;
  await assert.rejects(refreshing, { code: "invalid_grant" });
});
