import assert from "node:assert/strict";
import { BASE, request } from "../../../harness/app.ts";
import {
  authorizePath,
  Browser,
  connected,
  type OAuthService,
  oauthService,
  registered,
} from "./harness.ts";

/** Opens the consent page of a client with this metadata. */
async function opened(
  service: OAuthService,
  metadata: object = {},
  changes: Record<string, string> = {},
) {
  const { client_id } = await registered(service, metadata);
  const response = await new Browser(service).open(
    authorizePath(client_id, changes),
  );
  return { response, text: await response.text() };
}

Deno.test("the page says who asks, where the answer goes and what is granted", async () => {
  await using service = await oauthService();
  const { response, text } = await opened(service, {}, { scope: "read" });
  assert.equal(response.status, 200);
  assert.match(text, /<html lang="en">/);
  assert.match(text, /<title>[^<]+<\/title>/);
  assert.ok(text.includes("Test client"));
  assert.ok(text.includes("<strong>client.example</strong>"));
  assert.ok(text.includes("Read property records"));
  // Every grant allows it, whatever its scopes.
  assert.ok(text.includes("Move and filter a map that you have open"));
  assert.ok(!text.includes("Run valuations"));
  assert.ok(!text.includes("<script"));
  assert.ok(!text.includes("Careful"));
});

Deno.test("the page warns of programs on this computer", async () => {
  await using service = await oauthService();
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    const { text } = await opened(
      service,
      { redirect_uris: [`http://${host}/cb`] },
      { redirect_uri: `http://${host}:3456/cb` },
    );
    assert.ok(text.includes("Careful"), host);
    assert.ok(text.includes(`${host}:3456`), host);
  }
});

Deno.test("what a client says of itself cannot become markup or turn text around", async () => {
  await using service = await oauthService();
  const { text } = await opened(service, {
    client_name: `<script>alert(1)</script>"' \u202e\u2066evil\u0007`,
  });
  assert.ok(!text.includes("<script"));
  assert.ok(text.includes("&lt;script&gt;"));
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(text, /[\u202e\u2066\u0007]/);
});

Deno.test("a client without a name that can be shown has none", async () => {
  await using service = await oauthService();
  for (const client_name of [undefined, "", "\u202e\u200f "]) {
    const { text } = await opened(service, { client_name });
    assert.ok(text.includes("(no name)"), client_name);
  }
});

Deno.test("the page may not be framed, scripted, kept, or send its form elsewhere", async () => {
  await using service = await oauthService();
  const { response, text } = await opened(service);
  const policy = response.headers.get("content-security-policy")!;
  for (
    const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self' https://client.example",
    ]
  ) assert.ok(policy.split("; ").includes(directive), directive);
  assert.doesNotMatch(policy, /unsafe|script-src/);
  assert.doesNotMatch(text, /<script|<style| style=| on\w+=/);
  assert.equal(response.headers.get("x-frame-options"), "DENY");
  assert.equal(response.headers.get("referrer-policy"), "same-origin");
  assert.equal(response.headers.get("cache-control"), "no-store");
});

Deno.test("the identity is a cookie that scripts and other sites do not get", async () => {
  await using service = await oauthService();
  const { response } = await opened(service);
  const cookie = response.headers.get("set-cookie")!;
  assert.match(cookie, /^twoflat_id=[\w-]{43}; /);
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
  assert.match(cookie, /; Path=\//);

  await using secure = await oauthService({
    publicUrl: "https://twoflat.example",
  });
  const { client_id } = await registered(secure);
  const https = await new Browser(secure).open(
    authorizePath(client_id, { resource: "https://twoflat.example/mcp" }),
  );
  assert.match(
    https.headers.get("set-cookie")!,
    /^__Host-twoflat_id=[\w-]{43}; .*; Secure/,
  );
});

Deno.test("a browser stays one identity; another browser is another", async () => {
  await using service = await oauthService();
  const browser = new Browser(service);
  await connected(service, {}, browser);
  const { cookie } = browser;
  await connected(service, {}, browser);
  assert.equal(browser.cookie, cookie);
  await connected(service);
  const subjects: unknown[] = [];
  for await (
    const { value } of service.kv.list<{ subject: string }>({
      prefix: ["oauth", "grant"],
    })
  ) subjects.push(value.subject);
  assert.equal(subjects.length, 3);
  assert.equal(new Set(subjects).size, 2);
});

Deno.test("the answer goes back with state and issuer, and nothing else", async () => {
  await using service = await oauthService();
  const { client_id } = await registered(service, {
    redirect_uris: ["https://client.example/cb?keep=1"],
  });
  const back = await new Browser(service).allow(
    authorizePath(client_id, {
      redirect_uri: "https://client.example/cb?keep=1",
      state: "a b&c=d",
    }),
  );
  assert.deepEqual([...back.searchParams.keys()].sort(), [
    "code",
    "iss",
    "keep",
    "state",
  ]);
  assert.equal(back.searchParams.get("state"), "a b&c=d");
  assert.equal(back.searchParams.get("iss"), BASE);
});

Deno.test("a person who does not allow sends the client away with the reason", async () => {
  await using service = await oauthService();
  const { client_id } = await registered(service);
  const response = await new Browser(service).decide(
    authorizePath(client_id),
    "deny",
  );
  assert.equal(response.status, 303);
  const back = new URL(response.headers.get("location")!);
  assert.equal(back.searchParams.get("error"), "access_denied");
  assert.equal(back.searchParams.get("iss"), BASE);
  assert.equal(back.searchParams.get("code"), null);
});

Deno.test("a wrong request lets the person tell the client, with issuer and state", async () => {
  await using service = await oauthService();
  const { client_id } = await registered(service);
  const response = await new Browser(service).open(
    authorizePath(client_id, { scope: "admin" }),
  );
  const href = /<a href="(https:[^"]+)"/.exec(await response.text())![1];
  const back = new URL(href.replaceAll("&amp;", "&"));
  assert.equal(back.origin, "https://client.example");
  assert.equal(back.searchParams.get("error"), "invalid_scope");
  assert.equal(back.searchParams.get("iss"), BASE);
  assert.equal(back.searchParams.get("state"), "s-1");
});

Deno.test("one page gives one code, however often its button is pressed", async () => {
  await using service = await oauthService();
  const { client_id } = await registered(service);
  const browser = new Browser(service);
  const path = authorizePath(client_id);
  const fields: Record<string, string> = {};
  const first = await browser.decide(
    path,
    "allow",
    (given) => Object.assign(fields, given),
  );
  assert.equal(first.status, 303);
  const second = await browser.decide(
    path,
    "allow",
    (given) => Object.assign(given, fields),
  );
  assert.equal(second.status, 400);
  assert.match(await second.text(), /has been answered/);
});

Deno.test("requests for consent are limited by network, apart from its calls", async () => {
  await using service = await oauthService();
  const { client_id } = await registered(service);
  const from = (path: string, peer: string) =>
    service.app.fetch(request(path), { peer });
  const path = authorizePath(client_id);
  for (let n = 0; n < 30; n++) {
    const { status } = await from(path, `2001:db8::${n}`);
    assert.equal(status, 200);
  }
  const limited = await from(path, "2001:db8::ffff");
  assert.equal(limited.status, 429);
  assert.ok(Number(limited.headers.get("retry-after")) > 0);
  const call = await from("/api/rent", "2001:db8::ffff");
  assert.notEqual(call.status, 429);
  assert.equal((await from(path, "2001:db8:0:1::1")).status, 200);
});
