import { Buffer } from "node:buffer";
import { BASE, request } from "../../../harness/app.ts";
import {
  atOrigin,
  authorizePath,
  Browser,
  CHALLENGE,
  connected,
  consented,
  exchangeOf,
  form,
  type OAuthService,
  REDIRECT,
  registered,
  VERIFIER,
  withToken,
} from "./harness.ts";

/** Something that must be refused. */
export interface RefusedCase {
  readonly name: string;
  /** OAuth error, or the code of a problem. */
  readonly error: string;
  /** Default 400. */
  readonly status?: number;
  send(service: OAuthService): Promise<Response>;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** An authorization request with changes; the client is registered for `REDIRECT`. */
const asking = (
  name: string,
  error: string,
  changes: Changes | ((path: string) => string),
): RefusedCase => ({
  name: `authorize: ${name}`,
  error,
  async send(service) {
    const { client_id } = await registered(service);
    const path = typeof changes === "function"
      ? changes(authorizePath(client_id))
      : authorizePath(client_id, changes);
    return await new Browser(service).open(path);
  },
});

/** A code exchange with changes to its form. */
const exchanging = (
  name: string,
  error: string,
  change: (
    fields: Record<string, string>,
    service: OAuthService,
  ) => void | Promise<void>,
): RefusedCase => ({
  name: `token: ${name}`,
  error,
  async send(service) {
    const fields = exchangeOf(await consented(service));
    await change(fields, service);
    try {
      return await service.fetch(form("/oauth/token", fields));
    } finally {
      service.clock.ahead = 0;
    }
  },
});

/** A raw request to the token endpoint with a good code. */
const exchangingRaw = (
  name: string,
  error: string,
  make: (fields: URLSearchParams) => Request,
  status?: number,
): RefusedCase => ({
  name: `token: ${name}`,
  error,
  status,
  async send(service) {
    const fields = exchangeOf(await consented(service));
    return await service.fetch(make(new URLSearchParams(fields)));
  },
});

/** A refresh with changes to its form. */
const refreshing = (
  name: string,
  error: string,
  change: (
    fields: Record<string, string>,
    service: OAuthService,
  ) => void | Promise<void>,
): RefusedCase => ({
  name: `refresh: ${name}`,
  error,
  async send(service) {
    const { client, tokens } = await connected(service);
    const fields = {
      grant_type: "refresh_token",
      client_id: client.client_id,
      refresh_token: tokens.refresh_token,
    };
    await change(fields, service);
    try {
      return await service.fetch(form("/oauth/token", fields));
    } finally {
      service.clock.ahead = 0;
    }
  },
});

/** A registration. */
const registering = (
  name: string,
  error: string,
  metadata: unknown,
  contentType = "application/json",
): RefusedCase => ({
  name: `register: ${name}`,
  error,
  send: (service) =>
    service.fetch(
      request("/oauth/register", {
        method: "POST",
        headers: { "content-type": contentType },
        body: typeof metadata === "string"
          ? metadata
          : JSON.stringify(metadata),
      }),
    ),
});

const redirecting = (name: string, uri: string): RefusedCase =>
  registering(`redirect to ${name}`, "invalid_redirect_uri", {
    redirect_uris: [uri],
  });

/** A decision on the consent page that was not made there. */
const deciding = (
  name: string,
  change: (fields: Record<string, string>) => void,
  headers: Readonly<Record<string, string>> = {},
  error = "invalid_request",
  status?: number,
): RefusedCase => ({
  name: `consent: ${name}`,
  error,
  status,
  async send(service) {
    const { client_id } = await registered(service);
    return await new Browser(service).decide(
      authorizePath(client_id),
      "allow",
      change,
      headers,
    );
  },
});

/** A call with a token that should not open the door. */
const calling = (
  name: string,
  make: (service: OAuthService) => Promise<[token: string, path: string]>,
): RefusedCase => ({
  name: `call: ${name}`,
  error: "unauthorized",
  status: 401,
  async send(service) {
    const [token, path] = await make(service);
    try {
      return await withToken(service, token, path);
    } finally {
      service.clock.ahead = 0;
    }
  },
});

/** A request as it comes when the service is called by another of its names. */
const atAnotherName = (request: Request) =>
  atOrigin(request, BASE.replace("127.0.0.1", "localhost"));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const AUTHORIZE: readonly RefusedCase[] = [
  asking("unknown client", "invalid_client", { client_id: "nobody" }),
  asking("no client", "invalid_request", { client_id: undefined }),
  asking("no redirect_uri", "invalid_request", { redirect_uri: undefined }),
  asking("open redirect to another host", "invalid_request", {
    redirect_uri: "https://evil.example/callback",
  }),
  asking("redirect to a path below", "invalid_request", {
    redirect_uri: `${REDIRECT}/more`,
  }),
  asking("redirect with a query added", "invalid_request", {
    redirect_uri: `${REDIRECT}?next=https://evil.example`,
  }),
  asking("redirect with a fragment", "invalid_request", {
    redirect_uri: `${REDIRECT}#x`,
  }),
  asking("redirect with a slash at the end", "invalid_request", {
    redirect_uri: `${REDIRECT}/`,
  }),
  asking("redirect to the host as a user name", "invalid_request", {
    redirect_uri: "https://client.example@evil.example/callback",
  }),
  asking("redirect to a port", "invalid_request", {
    redirect_uri: "https://client.example:8443/callback",
  }),
  asking("redirect in capitals", "invalid_request", {
    redirect_uri: "https://CLIENT.example/callback",
  }),
  asking("redirect with dot segments", "invalid_request", {
    redirect_uri: "https://client.example/x/../callback",
  }),
  asking("redirect by http", "invalid_request", {
    redirect_uri: "http://client.example/callback",
  }),
  asking("implicit flow", "unsupported_response_type", {
    response_type: "token",
  }),
  asking("hybrid flow", "unsupported_response_type", {
    response_type: "code token",
  }),
  asking("no response_type", "unsupported_response_type", {
    response_type: undefined,
  }),
  asking("answer in the fragment", "invalid_request", {
    response_mode: "fragment",
  }),
  asking("no PKCE", "invalid_request", {
    code_challenge: undefined,
    code_challenge_method: undefined,
  }),
  asking("plain PKCE", "invalid_request", {
    code_challenge: VERIFIER,
    code_challenge_method: "plain",
  }),
  asking("PKCE without its method, which would be plain", "invalid_request", {
    code_challenge_method: undefined,
  }),
  asking("a challenge that is no SHA-256", "invalid_request", {
    code_challenge: CHALLENGE.slice(1),
  }),
  asking("a scope that OAuth does not grant", "invalid_scope", {
    scope: "read write-state",
  }),
  asking("webhooks", "invalid_scope", { scope: "webhooks" }),
  asking("a synthetic scope", "invalid_scope", { scope: "admin" }),
  asking("a foreign resource", "invalid_target", {
    resource: "https://other.example/mcp",
  }),
  asking("a resource that is not one of ours", "invalid_target", {
    resource: `${BASE}/api/keys`,
  }),
  asking("a resource with a fragment", "invalid_target", {
    resource: `${BASE}/mcp#x`,
  }),
  asking("a resource that is no address", "invalid_target", {
    resource: "mcp",
  }),
  asking(
    "repeated client_id",
    "invalid_request",
    (path) => `${path}&client_id=other`,
  ),
  asking(
    "repeated redirect_uri",
    "invalid_request",
    (path) => `${path}&redirect_uri=https://evil.example`,
  ),
  asking("repeated state", "invalid_request", (path) => `${path}&state=other`),
  asking(
    "repeated code_challenge",
    "invalid_request",
    (path) => `${path}&code_challenge=${CHALLENGE}`,
  ),
  asking(
    "repeated scope",
    "invalid_request",
    (path) => `${path}&scope=read&scope=underwrite`,
  ),
  asking(
    "repeated resource",
    "invalid_request",
    (path) => `${path}&resource=https://other.example`,
  ),
  asking(
    "a repeated parameter that is not known",
    "invalid_request",
    (path) => `${path}&x=1&x=2`,
  ),
  asking("a request object", "request_not_supported", { request: "eyJ" }),
  asking("a request object by reference", "request_uri_not_supported", {
    request_uri: "https://evil.example/request",
  }),
  asking("without asking the person", "interaction_required", {
    prompt: "none",
  }),
  asking("a state of a megabyte", "invalid_request", {
    state: "s".repeat(5_000),
  }),
  {
    name: "authorize: more scopes than the client registered for",
    error: "invalid_scope",
    async send(service) {
      const { client_id } = await registered(service, { scope: "read" });
      return await new Browser(service).open(
        authorizePath(client_id, { scope: "read underwrite" }),
      );
    },
  },
  {
    name: "authorize: another loopback host than the registered one",
    error: "invalid_request",
    async send(service) {
      const { client_id } = await registered(service, {
        redirect_uris: ["http://127.0.0.1/callback"],
      });
      return await new Browser(service).open(
        authorizePath(client_id, {
          redirect_uri: "http://localhost:9000/callback",
        }),
      );
    },
  },
  {
    name: "authorize: a loopback port with another host behind it",
    error: "invalid_request",
    async send(service) {
      const { client_id } = await registered(service, {
        redirect_uris: ["http://127.0.0.1/callback"],
      });
      return await new Browser(service).open(
        authorizePath(client_id, {
          redirect_uri: "http://127.0.0.1:80@evil.example/callback",
        }),
      );
    },
  },
  {
    name: "authorize: a registration that nobody approved within the hour",
    error: "invalid_client",
    async send(service) {
      const { client_id } = await registered(service);
      service.clock.ahead = HOUR + 1;
      const response = await new Browser(service).open(
        authorizePath(client_id),
      );
      service.clock.ahead = 0;
      return response;
    },
  },
];

const CONSENT: readonly RefusedCase[] = [
  deciding("without the signature", (fields) => delete fields.signature),
  deciding("with a synthetic signature", (fields) => {
    fields.signature = "A".repeat(43);
  }),
  deciding("with another time", (fields) => {
    fields.at = String(Number(fields.at) + 1);
  }),
  deciding("without a decision", (fields) => delete fields.decision),
  deciding("with an unknown decision", (fields) => {
    fields.decision = "maybe";
  }),
  deciding("without the cookie", () => {}, { cookie: "" }),
  deciding("with another browser's cookie", () => {}, {
    cookie: `twoflat_id=${"x".repeat(43)}`,
  }),
  deciding("as JSON", () => {}, { "content-type": "application/json" }),
  deciding(
    "from another origin",
    () => {},
    { origin: "https://evil.example" },
    "forbidden_origin",
    403,
  ),
  deciding(
    "from an opaque origin",
    () => {},
    { origin: "null" },
    "forbidden_origin",
    403,
  ),
  {
    name: "consent: a signature for one request under another",
    error: "invalid_request",
    async send(service) {
      const [mine, theirs] = [
        await registered(service),
        await registered(service),
      ];
      const browser = new Browser(service);
      const text = await (await browser.open(authorizePath(mine.client_id)))
        .text();
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1];
      return await service.fetch(
        form(authorizePath(theirs.client_id), {
          at: field("at"),
          signature: field("signature"),
          decision: "allow",
        }, { cookie: browser.cookie!, origin: BASE }),
      );
    },
  },
];

const TOKEN: readonly RefusedCase[] = [
  exchanging("made-up code", "invalid_grant", (fields) => {
    fields.code = "c".repeat(43);
  }),
  exchanging("no code", "invalid_request", (fields) => {
    delete fields.code;
  }),
  exchanging("expired code", "invalid_grant", (_, service) => {
    service.clock.ahead = 301_000;
  }),
  exchanging("code sent twice", "invalid_grant", async (fields, service) => {
    await service.fetch(form("/oauth/token", fields));
  }),
  exchanging(
    "another client's code",
    "invalid_grant",
    async (fields, service) => {
      fields.client_id = (await registered(service)).client_id;
    },
  ),
  exchanging("no client", "invalid_client", (fields) => {
    delete fields.client_id;
  }),
  exchanging("a client secret", "invalid_client", (fields) => {
    fields.client_secret = "secret";
  }),
  exchanging("a client assertion", "invalid_client", (fields) => {
    fields.client_assertion = "eyJ";
  }),
  exchanging("a verifier that is too short", "invalid_request", (fields) => {
    fields.code_verifier = "v".repeat(42);
  }),
  exchanging("a verifier of other characters", "invalid_request", (fields) => {
    fields.code_verifier = `${"v".repeat(42)}+`;
  }),
  exchanging("wrong verifier", "invalid_grant", (fields) => {
    fields.code_verifier = "w".repeat(43);
  }),
  exchanging("the challenge as verifier", "invalid_grant", (fields) => {
    fields.code_verifier = CHALLENGE;
  }),
  exchanging("no verifier", "invalid_request", (fields) => {
    delete fields.code_verifier;
  }),
  exchanging("another redirect_uri", "invalid_grant", (fields) => {
    fields.redirect_uri = "https://evil.example/callback";
  }),
  exchanging("foreign resource", "invalid_target", (fields) => {
    fields.resource = "https://other.example/mcp";
  }),
  exchanging("a wider resource than approved", "invalid_target", (fields) => {
    fields.resource = BASE;
  }),
  exchanging("no grant_type", "invalid_request", (fields) => {
    delete fields.grant_type;
  }),
  exchanging("password grant", "unsupported_grant_type", (fields) => {
    fields.grant_type = "password";
  }),
  exchanging("client credentials", "unsupported_grant_type", (fields) => {
    fields.grant_type = "client_credentials";
  }),
  exchanging("device grant", "unsupported_grant_type", (fields) => {
    fields.grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  }),
  exchangingRaw(
    "repeated code",
    "invalid_request",
    (fields) => form("/oauth/token", `${fields}&code=other`),
  ),
  exchangingRaw(
    "repeated client_id",
    "invalid_request",
    (fields) => form("/oauth/token", `${fields}&client_id=other`),
  ),
  exchangingRaw(
    "repeated grant_type",
    "invalid_request",
    (fields) => form("/oauth/token", `${fields}&grant_type=refresh_token`),
  ),
  exchangingRaw(
    "repeated verifier",
    "invalid_request",
    (fields) => form("/oauth/token", `${fields}&code_verifier=${VERIFIER}`),
  ),
  exchangingRaw(
    "JSON",
    "invalid_request",
    (fields) =>
      form("/oauth/token", JSON.stringify(Object.fromEntries(fields)), {
        "content-type": "application/json",
      }),
  ),
  exchangingRaw(
    "multipart",
    "invalid_request",
    (fields) =>
      form("/oauth/token", fields.toString(), {
        "content-type": "multipart/form-data; boundary=x",
      }),
  ),
  exchangingRaw(
    "plain text",
    "invalid_request",
    (fields) =>
      form("/oauth/token", fields.toString(), { "content-type": "text/plain" }),
  ),
  exchangingRaw(
    "a foreign character set",
    "invalid_request",
    (fields) =>
      form("/oauth/token", fields.toString(), {
        "content-type": "application/x-www-form-urlencoded; charset=utf-16",
      }),
  ),
  exchangingRaw(
    "compressed",
    "invalid_request",
    (fields) =>
      form("/oauth/token", fields.toString(), { "content-encoding": "gzip" }),
  ),
  exchangingRaw(
    "in the query",
    "invalid_request",
    (fields) => form(`/oauth/token?${fields}`, ""),
  ),
  exchangingRaw(
    "Basic authentication",
    "invalid_client",
    (fields) =>
      form("/oauth/token", fields.toString(), {
        authorization: `Basic ${
          Buffer.from(`${fields.get("client_id")}:x`).toString("base64")
        }`,
      }),
    401,
  ),
  exchangingRaw(
    "a body of a megabyte",
    "payload_too_large",
    (fields) => form("/oauth/token", `${fields}&x=${"x".repeat(1_000_000)}`),
    413,
  ),
  exchangingRaw(
    "GET",
    "method_not_allowed",
    (fields) => request(`/oauth/token?${fields}`),
    405,
  ),
  {
    name:
      "token: mixed-up issuer, a code for one name of the service at another",
    error: "invalid_target",
    async send(service) {
      const fields = exchangeOf(await consented(service));
      return await service.fetch(
        atAnotherName(form("/oauth/token", fields)),
      );
    },
  },
];

const REFRESH: readonly RefusedCase[] = [
  refreshing("made-up token", "invalid_grant", (fields) => {
    fields.refresh_token = `svcr_${"a".repeat(59)}`;
  }),
  refreshing("an access token", "invalid_grant", async (fields, service) => {
    fields.refresh_token = (await connected(service)).tokens.access_token;
  }),
  refreshing("no token", "invalid_request", (fields) => {
    delete fields.refresh_token;
  }),
  refreshing("another client", "invalid_grant", async (fields, service) => {
    fields.client_id = (await registered(service)).client_id;
  }),
  refreshing("a scope that OAuth does not grant", "invalid_scope", (fields) => {
    fields.scope = "read write-state";
  }),
  refreshing("foreign resource", "invalid_target", (fields) => {
    fields.resource = "https://other.example";
  }),
  refreshing("expired token", "invalid_grant", (_, service) => {
    service.clock.ahead = 31 * DAY;
  }),
  refreshing(
    "used token after the grace",
    "invalid_grant",
    async (fields, service) => {
      await service.fetch(form("/oauth/token", fields));
      service.clock.ahead = 61_000;
    },
  ),
  refreshing("revoked token", "invalid_grant", async (fields, service) => {
    await service.fetch(
      form("/oauth/revoke", {
        token: fields.refresh_token,
        client_id: fields.client_id,
      }),
    );
  }),
  {
    name: "refresh: more scopes than were approved",
    error: "invalid_scope",
    async send(service) {
      const { client, tokens } = await connected(service, { scope: "read" });
      return await service.fetch(
        form("/oauth/token", {
          grant_type: "refresh_token",
          client_id: client.client_id,
          refresh_token: tokens.refresh_token,
          scope: "read underwrite",
        }),
      );
    },
  },
];

const REGISTER: readonly RefusedCase[] = [
  redirecting("http", "http://client.example/callback"),
  redirecting("javascript", "javascript:alert(1)"),
  redirecting("data", "data:text/html,x"),
  redirecting("a scheme of one's own", "myapp://callback"),
  redirecting("a fragment", "https://client.example/callback#x"),
  redirecting("a user", "https://user:pass@client.example/callback"),
  redirecting("a wildcard with spaces", "https://client.example/ *"),
  redirecting("a relative path", "/callback"),
  redirecting("a private network by http", "http://192.168.0.1/callback"),
  redirecting(
    "a name that begins like loopback",
    "http://localhost.evil.example/",
  ),
  redirecting("dot segments", "https://client.example/a/../callback"),
  redirecting(
    "a very long address",
    `https://client.example/${"x".repeat(600)}`,
  ),
  registering("no redirect_uris", "invalid_redirect_uri", {}),
  registering("empty redirect_uris", "invalid_redirect_uri", {
    redirect_uris: [],
  }),
  registering("eleven redirect_uris", "invalid_redirect_uri", {
    redirect_uris: Array.from({ length: 11 }, (_, n) => `${REDIRECT}${n}`),
  }),
  registering("a scope that OAuth does not grant", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    scope: "read write-state",
  }),
  registering("client credentials only", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    grant_types: ["client_credentials"],
  }),
  registering("implicit flow only", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    response_types: ["token"],
  }),
  registering("a key of its own", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "private_key_jwt",
  }),
  registering("a home page with script", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    client_uri: "javascript:alert(1)",
  }),
  registering("a name of a thousand letters", "invalid_client_metadata", {
    redirect_uris: [REDIRECT],
    client_name: "n".repeat(1_000),
  }),
  registering("a list", "invalid_client_metadata", []),
  registering("broken JSON", "invalid_client_metadata", "{"),
  registering(
    "a form",
    "invalid_client_metadata",
    "redirect_uris=https://client.example",
    "application/x-www-form-urlencoded",
  ),
];

const REVOKE: readonly RefusedCase[] = [
  {
    name: "revoke: another client's token",
    error: "unauthorized_client",
    async send(service) {
      const { tokens } = await connected(service);
      const { client_id } = await registered(service);
      const token = tokens.refresh_token;
      return await service.fetch(form("/oauth/revoke", { token, client_id }));
    },
  },
  {
    name: "revoke: no client",
    error: "invalid_client",
    async send(service) {
      const { tokens } = await connected(service);
      const token = tokens.refresh_token;
      return await service.fetch(form("/oauth/revoke", { token }));
    },
  },
  {
    name: "revoke: no token",
    error: "invalid_request",
    send: (service) =>
      service.fetch(form("/oauth/revoke", { client_id: "somebody" })),
  },
];

const CALLS: readonly RefusedCase[] = [
  calling(
    "made-up token",
    () => Promise.resolve([`svct_${"a".repeat(59)}`, "/mcp"]),
  ),
  calling("refresh token as access token", async (service) => [
    (await connected(service)).tokens.refresh_token,
    "/mcp",
  ]),
  calling("code as access token", async (service) => [
    (await consented(service)).code,
    "/mcp",
  ]),
  calling("access token with a letter changed", async (service) => {
    const { access_token } = (await connected(service)).tokens;
    const last = access_token.endsWith("a") ? "b" : "a";
    return [access_token.slice(0, -1) + last, "/mcp"];
  }),
  calling("access token after an hour", async (service) => {
    const { access_token } = (await connected(service)).tokens;
    service.clock.ahead = HOUR + 1;
    return [access_token, "/mcp/oauth"];
  }),
  calling("access token for MCP at REST", async (service) => [
    (await connected(service)).tokens.access_token,
    "/api/rent",
  ]),
  calling("revoked access token", async (service) => {
    const { client: { client_id }, tokens } = await connected(service);
    const token = tokens.access_token;
    await service.fetch(form("/oauth/revoke", { token, client_id }));
    return [token, "/mcp"];
  }),
  {
    name: "call: access token for one name of the service at another",
    error: "unauthorized",
    status: 401,
    async send(service) {
      const { tokens } = await connected(service);
      return await service.fetch(
        atAnotherName(request("/mcp", {
          method: "POST",
          headers: {
            authorization: `Bearer ${tokens.access_token}`,
            "content-type": "application/json",
          },
          body: "{}",
        })),
      );
    },
  },
  {
    name: "call: token in the query",
    error: "unauthorized",
    status: 401,
    async send(service) {
      const { tokens } = await connected(service);
      return await withToken(
        service,
        undefined,
        `/mcp/oauth?access_token=${tokens.access_token}`,
      );
    },
  },
  {
    name: "call: nobody at /mcp/oauth",
    error: "unauthorized",
    status: 401,
    send: (service) => withToken(service, undefined),
  },
];

/** Everything that must be refused. */
export const REFUSED: readonly RefusedCase[] = [
  ...AUTHORIZE,
  ...CONSENT,
  ...TOKEN,
  ...REFRESH,
  ...REGISTER,
  ...REVOKE,
  ...CALLS,
];
