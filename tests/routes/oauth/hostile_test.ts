import assert from "node:assert/strict";
import { request } from "../../../harness/app.ts";
import {
  authorizePath,
  Browser,
  connected,
  form,
  type OAuthService,
  oauthService,
} from "./harness.ts";
import fc from "../../fast_check.ts";

const NAMES = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "state",
  "resource",
  "grant_type",
  "code",
  "code_verifier",
  "refresh_token",
  "token",
  "decision",
  "signature",
  "at",
  "id",
];

/** Values that come close to good ones, and ones that do not. */
const valueOf = (good: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(
      ...good,
      "code",
      "S256",
      "authorization_code",
      "refresh_token",
      "allow",
      "https://client.example/callback",
      "http://127.0.0.1:8787/mcp",
      "http://127.0.0.1:99999/",
      "https://[::",
      "\u0000",
      "\ud800",
      "x".repeat(5_000),
      "__proto__",
      "-1",
      "1e999",
    ),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

async function goodValues(service: OAuthService): Promise<string[]> {
  const { client, code, tokens } = await connected(service);
  return [client.client_id, code, tokens.access_token, tokens.refresh_token];
}

Deno.test("hostile forms and queries never make OAuth fail, nor let anybody in", async () => {
  await using service = await oauthService();
  const good = await goodValues(service);
  const fields = fc.dictionary(fc.constantFrom(...NAMES), valueOf(good), {
    maxKeys: 9,
  });
  const paths = [
    "/oauth/authorize",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/connections",
    "/oauth/register",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fields,
      fields,
      fc.boolean(),
      async (path, query, body, post) => {
        const search = new URLSearchParams(query).toString();
        const target = search ? `${path}?${search}` : path;
        const response = await service.fetch(
          post ? form(target, body) : request(target),
        );
        assert.ok(response.status < 500, `${response.status} ${target}`);
        assert.notEqual(response.status, 303);
        await response.body?.cancel();
      },
    ),
    { numRuns: 250 },
  );
});

Deno.test("hostile registrations never make OAuth fail", async () => {
  await using service = await oauthService();
  const metadata = fc.record({
    redirect_uris: fc.oneof(
      fc.array(
        fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
        { minLength: 1, maxLength: 3 },
      ),
      fc.array(fc.oneof(fc.webUrl(), fc.string({ unit: "binary" }))),
      fc.jsonValue(),
    ),
    client_name: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    scope: fc.oneof(fc.string(), fc.jsonValue()),
    grant_types: fc.jsonValue(),
  }, { requiredKeys: [] });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(metadata, async (sent) => {
      const response = await service.fetch(
        request("/oauth/register", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(sent),
        }),
      );
      const answer = await response.json();
      assert.ok([201, 400].includes(response.status), JSON.stringify(answer));
      if (response.status !== 201) return;
      taken++;
      // Whatever was taken can be shown.
      const [redirect_uri] = answer.redirect_uris;
      const page = await new Browser(service).open(
        authorizePath(answer.client_id, { redirect_uri }),
      );
      assert.equal(page.status, 200, redirect_uri);
      const text = await page.text();
      assert.equal([...text.matchAll(/<(script|img|iframe)/g)].length, 0);
    }),
    {
      numRuns: 200,
      // Chance alone seldom writes one that is taken.
      examples: [[{ redirect_uris: ["https://app.example/callback"] }]],
    },
  );
  assert.ok(taken > 0);
});
