import assert from "node:assert/strict";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { BASE, request } from "../../../harness/app.ts";
import {
  Browser,
  type OAuthService,
  oauthService,
  REDIRECT,
} from "./harness.ts";

const ENDPOINT = new URL(`${BASE}/mcp/oauth`);
const DOCUMENT_ID = "https://client.example/client.json";

const METADATA = {
  client_name: "SDK client",
  redirect_uris: [REDIRECT],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** Keeps what a client keeps. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = METADATA;
  readonly kept: Record<string, unknown> = {};
  asked: URL | undefined;

  constructor(readonly clientMetadataUrl?: string) {}

  clientInformation() {
    return this.kept.client as ReturnType<
      OAuthClientProvider["clientInformation"]
    >;
  }
  saveClientInformation(client: unknown) {
    this.kept.client = client;
  }
  tokens() {
    return this.kept.tokens as ReturnType<OAuthClientProvider["tokens"]>;
  }
  saveTokens(tokens: unknown) {
    this.kept.tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.kept.verifier = verifier;
  }
  codeVerifier() {
    return this.kept.verifier as string;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
}

/** The official clients: connect, and finish with the callback's parameters. */
const SDKS = [
  {
    name: "SDK v1",
    open(provider: Provider, fetch: typeof globalThis.fetch) {
      const client = new ClientV1({ name: "test", version: "1" });
      const transport = new TransportV1(ENDPOINT, {
        authProvider: provider,
        fetch,
      });
      return {
        connect: () => client.connect(transport),
        finish: (back: URL) =>
          transport.finishAuth(back.searchParams.get("code")!),
        list: async () => (await client.listTools()).tools,
        close: () => client.close(),
      };
    },
  },
  {
    name: "SDK v2",
    open(provider: Provider, fetch: typeof globalThis.fetch) {
      const client = new ClientV2({ name: "test", version: "1" });
      const transport = new TransportV2(ENDPOINT, {
        authProvider: provider,
        fetch,
      });
      return {
        connect: () => client.connect(transport),
        finish: (back: URL) => transport.finishAuth(back.searchParams),
        list: async () => (await client.listTools()).tools,
        close: () => client.close(),
      };
    },
  },
];

const fetchOf = (service: OAuthService): typeof fetch => (input, init) => {
  const { pathname, search } = new URL(
    input instanceof Request ? input.url : input,
  );
  return service.fetch(request(pathname + search, init));
};

for (const { name, open } of SDKS) {
  for (const documented of [false, true]) {
    Deno.test(`${name} signs in at /mcp/oauth ${documented ? "by its document" : "by registration"}`, async () => {
      await using service = await oauthService({}, () =>
        Promise.resolve({
          status: 200,
          headers: new Headers(),
          text: JSON.stringify({ ...METADATA, client_id: DOCUMENT_ID }),
        }));
      const provider = new Provider(documented ? DOCUMENT_ID : undefined);
      const fetch = fetchOf(service);
      const first = open(provider, fetch);
      await assert.rejects(first.connect(), { name: /Unauthorized|Error/ });
      const asked = provider.asked!;
      assert.equal(asked.searchParams.get("resource"), ENDPOINT.href);
      assert.equal(
        asked.searchParams.get("client_id") === DOCUMENT_ID,
        documented,
      );
      const back = await new Browser(service).allow(
        asked.pathname + asked.search,
      );
      await first.finish(back);
      await first.close();

      const second = open(provider, fetch);
      await second.connect();
      assert.ok((await second.list()).length > 0);
      await second.close();

      // An hour later it refreshes by itself.
      const before = JSON.stringify(provider.kept.tokens);
      service.clock.ahead = 3_601_000;
      const third = open(provider, fetch);
      await third.connect();
      assert.ok((await third.list()).length > 0);
      assert.notEqual(JSON.stringify(provider.kept.tokens), before);
      await third.close();
    });
  }
}
