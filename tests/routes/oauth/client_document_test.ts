import assert from "node:assert/strict";
import { outbound } from "../../../core/delivery/outbound.ts";
import { CLIENT_DOCUMENT } from "../../../core/delivery/outbound.ts";
import { tlsServer } from "../../delivery/tls_server.ts";
import {
  authorizePath,
  Browser,
  form,
  oauthService,
  REDIRECT,
  VERIFIER,
} from "./harness.ts";

const ID = "https://client.example/oauth/client.json";

const DOCUMENT = {
  client_id: ID,
  client_name: "Documented client",
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: "none",
};

/** A service that finds this at every address, and counts. */
async function serviceWith(
  document: unknown,
  { status = 200, headers = {} }: {
    status?: number;
    headers?: Record<string, string>;
  } = {},
) {
  let fetched = 0;
  const service = await oauthService({}, () => {
    fetched++;
    return Promise.resolve({
      status,
      headers: new Headers(headers),
      text: typeof document === "string" ? document : JSON.stringify(document),
    });
  });
  return { service, fetched: () => fetched };
}

Deno.test("a client is known by its own document, fetched over TLS", async () => {
  let id = "";
  await using server = await tlsServer(
    "client.example",
    () => Response.json({ ...DOCUMENT, client_id: id }),
  );
  id = `https://client.example:${server.port}/client.json`;
  const send = outbound({
    networks: ["127.0.0.0/8"],
    ports: "any",
    ca: server.ca,
    resolve: () => Promise.resolve(["127.0.0.1"]),
  });
  await using service = await oauthService(
    {},
    (url) => send(url, CLIENT_DOCUMENT),
  );
  const browser = new Browser(service);
  const page = await (await browser.open(authorizePath(id))).text();
  assert.ok(page.includes("Documented client"));
  assert.ok(page.includes(`<strong>client.example:${server.port}</strong>`));
  const back = await browser.allow(authorizePath(id));
  const response = await service.fetch(form("/oauth/token", {
    grant_type: "authorization_code",
    client_id: id,
    code: back.searchParams.get("code")!,
    code_verifier: VERIFIER,
  }));
  assert.equal(response.status, 200, await response.text());
});

Deno.test("documents that are not right are refused", async () => {
  const bad: readonly (readonly [unknown, { status?: number }?])[] = [
    [{ ...DOCUMENT, client_id: "https://client.example/other.json" }],
    [{ ...DOCUMENT, client_id: undefined }],
    [{ ...DOCUMENT, client_name: undefined }],
    [{ ...DOCUMENT, redirect_uris: [] }],
    [{ ...DOCUMENT, redirect_uris: ["javascript:alert(1)"] }],
    [{ ...DOCUMENT, token_endpoint_auth_method: "client_secret_basic" }],
    [{ ...DOCUMENT, token_endpoint_auth_method: "private_key_jwt" }],
    ["<html>"],
    ["null"],
    [DOCUMENT, { status: 404 }],
    [DOCUMENT, { status: 302 }],
    [DOCUMENT, { status: 500 }],
  ];
  for (const [document, answer] of bad) {
    const { service } = await serviceWith(document, answer);
    await using _ = service;
    const response = await new Browser(service).open(authorizePath(ID));
    assert.equal(response.status, 400, JSON.stringify([document, answer]));
  }
});

Deno.test("a redirect_uri must stand in the document", async () => {
  const { service } = await serviceWith(DOCUMENT);
  await using _ = service;
  const path = authorizePath(ID, { redirect_uri: "https://evil.example/" });
  assert.equal((await new Browser(service).open(path)).status, 400);
});

Deno.test("addresses that cannot be a client's are never fetched", async () => {
  const { service, fetched } = await serviceWith(DOCUMENT);
  await using _ = service;
  for (
    const id of [
      "http://client.example/client.json",
      "https://client.example",
      "https://client.example/",
      "https://client.example/a/../client.json",
      "https://client.example/./client.json",
      "https://client.example/%2e%2e/client.json",
      "https://client.example/client.json#x",
      "https://user@client.example/client.json",
      "https://CLIENT.example/client.json",
      "HTTPS://client.example/client.json",
      "https://client.example:443/client.json",
      `https://client.example/${"x".repeat(600)}`,
    ]
  ) {
    const response = await new Browser(service).open(authorizePath(id));
    assert.equal(response.status, 400, id);
  }
  assert.equal(fetched(), 0);
});

Deno.test("a document is kept as its headers say, a bad one never", async () => {
  const cases: readonly (readonly [string, number])[] = [
    ["max-age=3600", 1],
    ["no-store", 3],
    ["no-cache", 3],
    ["max-age=0", 3],
  ];
  for (const [value, times] of cases) {
    const { service, fetched } = await serviceWith(DOCUMENT, {
      headers: { "cache-control": value },
    });
    await using _ = service;
    for (let n = 0; n < 3; n++) {
      await new Browser(service).open(authorizePath(ID));
    }
    assert.equal(fetched(), times, value);
  }
  const { service, fetched } = await serviceWith("{}");
  await using _ = service;
  await new Browser(service).open(authorizePath(ID));
  await new Browser(service).open(authorizePath(ID));
  assert.equal(fetched(), 2);
});

Deno.test("what went wrong inside a network is not told", async () => {
  const send = outbound();
  await using service = await oauthService(
    {},
    (url) => send(url, CLIENT_DOCUMENT),
  );
  const pages = new Set<string>();
  for (const host of ["127.0.0.1", "169.254.169.254", "10.0.0.1"]) {
    const id = `https://${host}/client.json`;
    const response = await new Browser(service).open(authorizePath(id));
    assert.equal(response.status, 400);
    pages.add(await response.text());
  }
  assert.equal(pages.size, 1);
});
