import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type {
  RegisteredClient,
  TokenAnswer,
} from "../../../contracts/oauth.ts";
import { keyCredential, openAccess } from "../../../core/access/access.ts";
import { authorizationServer } from "../../../core/access/oauth/authorization_server.ts";
import type { FetchDocument } from "../../../core/access/oauth/client_document.ts";
import { oauthCredential } from "../../../core/access/oauth/credential.ts";
import type { App } from "../../../routes/app.ts";
import type { Service } from "../../../routes/service.ts";
import { BASE, request, sampleApp } from "../../../harness/app.ts";

/** A service with a store of its own, real credentials, and an OAuth clock that only the test moves. */
export interface OAuthService extends AsyncDisposable {
  readonly kv: Deno.Kv;
  readonly app: App;
  /** Milliseconds that have passed. */
  readonly clock: { ahead: number };
  /** Sends a request, each from an address of its own, so that only tests of limits meet them. */
  fetch(request: Request): Promise<Response>;
}

/** How documents of clients are fetched in tests that have none. */
const noDocuments: FetchDocument = () =>
  Promise.reject(new Error("no documents here"));

export async function oauthService(
  options: Partial<Service> = {},
  fetchDocument = noDocuments,
): Promise<OAuthService> {
  const kv = await Deno.openKv(":memory:");
  const clock = { ahead: 0 };
  const began = Date.now();
  const now = () => began + clock.ahead;
  const access = openAccess(kv, [keyCredential(kv), oauthCredential(kv, now)]);
  const app = sampleApp({
    access,
    oauth: authorizationServer(kv, { fetchDocument, now }),
    ...options,
  });
  let peers = 0;
  return {
    kv,
    app,
    clock,
    fetch: async (request) => {
      peers++;
      const peer = `10.${peers >> 16}.${(peers >> 8) & 255}.${peers & 255}`;
      return await app.fetch(request, { peer });
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await access.flush();
      kv.close();
    },
  };
}

/** A request as it comes when the service is called by another of its names. */
export function atOrigin(request: Request, origin: string): Request {
  const named = new Request(request.url.replace(BASE, origin), request);
  named.headers.set("host", new URL(origin).host);
  return named;
}

/** A POST of a form. */
export function form(
  path: string,
  fields: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return request(path, {
    method: "POST",
    body: typeof fields === "string"
      ? fields
      : new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
}

/** A person's browser: keeps its cookie, reads the consent page, presses a button. */
export class Browser {
  cookie: string | undefined;

  /** @param origin the service's, as this browser sees it */
  constructor(
    private readonly service: OAuthService,
    private readonly origin = BASE,
  ) {}

  /** A request to the service by the name that the browser knows. */
  private named(request: Request): Request {
    return atOrigin(request, this.origin);
  }

  async open(path: string): Promise<Response> {
    const headers = this.cookie ? { cookie: this.cookie } : undefined;
    const response = await this.service.fetch(
      this.named(request(path, { headers })),
    );
    const set = response.headers.get("set-cookie");
    if (set) this.cookie = set.split(";")[0];
    return response;
  }

  async decide(
    path: string,
    decision: "allow" | "deny",
    change: (fields: Record<string, string>) => void = () => {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const opened = await this.open(path);
    const text = await opened.text();
    assert.equal(opened.status, 200, text);
    const fields: Record<string, string> = { decision };
    for (
      const [, name, value] of text.matchAll(
        /<input type="hidden" name="(\w+)" value="([^"]*)">/g,
      )
    ) fields[name] = value;
    change(fields);
    return await this.service.fetch(
      this.named(form(path, fields, {
        origin: this.origin,
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      })),
    );
  }

  /** Allows, and returns the address that the client is called at. */
  async allow(path: string): Promise<URL> {
    const response = await this.decide(path, "allow");
    assert.equal(response.status, 303, await response.text());
    return new URL(response.headers.get("location")!);
  }
}

export const REDIRECT = "https://client.example/callback";
export const VERIFIER = "v".repeat(43);
export const CHALLENGE = hash("sha256", VERIFIER, "base64url");

/** Registers a client. */
export async function registered(
  service: OAuthService,
  metadata: object = {},
): Promise<RegisteredClient> {
  const response = await service.fetch(
    request("/oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Test client",
        redirect_uris: [REDIRECT],
        ...metadata,
      }),
    }),
  );
  const answer = await response.json();
  assert.equal(response.status, 201, JSON.stringify(answer));
  return answer;
}

/** A good authorization request, with changes; undefined leaves a parameter out. */
export function authorizePath(
  clientId: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: "s-1",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource: `${BASE}/mcp`,
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.append(name, value);
  }
  return `/oauth/authorize?${query}`;
}

/** A connected client. */
export interface Connected {
  readonly client: RegisteredClient;
  readonly browser: Browser;
  readonly code: string;
  readonly tokens: TokenAnswer;
}

/** Takes a code through consent, without exchanging it. */
export async function consented(
  service: OAuthService,
  changes: Readonly<Record<string, string | undefined>> = {},
  browser: Browser = new Browser(service),
): Promise<Omit<Connected, "tokens">> {
  const client = await registered(service);
  const back = await browser.allow(authorizePath(client.client_id, changes));
  return { client, browser, code: back.searchParams.get("code")! };
}

/** The fields of a good code exchange. */
export function exchangeOf(
  { client, code }: Pick<Connected, "client" | "code">,
): Record<string, string> {
  return {
    grant_type: "authorization_code",
    client_id: client.client_id,
    code,
    code_verifier: VERIFIER,
    redirect_uri: REDIRECT,
    resource: `${BASE}/mcp`,
  };
}

/** Connects a client, all the way. */
export async function connected(
  service: OAuthService,
  changes: Readonly<Record<string, string | undefined>> = {},
  browser?: Browser,
): Promise<Connected> {
  const made = await consented(service, changes, browser);
  const { resource: _, ...fields } = exchangeOf(made);
  const response = await service.fetch(form("/oauth/token", fields));
  const tokens = await response.json();
  assert.equal(response.status, 200, JSON.stringify(tokens));
  return { ...made, tokens };
}

/** Sends a token to a path. */
export function withToken(
  service: OAuthService,
  token: string | undefined,
  path = "/mcp/oauth",
): Promise<Response> {
  return service.fetch(
    request(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    }),
  );
}
