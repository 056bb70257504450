import assert from "node:assert/strict";
import * as oauth from "oauth4webapi";
import { BASE, request } from "../../../harness/app.ts";
import {
  Browser,
  type OAuthService,
  oauthService,
  REDIRECT,
} from "./harness.ts";

/** oauth4webapi, talking to the service without sockets. */
function through(service: OAuthService) {
  return {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (
      url: string,
      init: oauth.CustomFetchOptions<
        string,
        oauth.ProtectedResourceRequestBody | URLSearchParams | undefined
      >,
    ) => {
      const { pathname, search } = new URL(url);
      return service.fetch(request(pathname + search, init as RequestInit));
    },
  };
}

for (const path of ["", "/mcp", "/mcp/oauth"]) {
  Deno.test(`a strict client connects from discovery to revocation, for ${path || "/"}`, async () => {
    await using service = await oauthService();
    const options = through(service);
    const resource = new URL(BASE + path);

    // Discovery.
    const found = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, options),
    );
    assert.deepEqual(found.scopes_supported, ["read", "underwrite"]);
    const issuer = new URL(found.authorization_servers![0]);
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, {
        ...options,
        algorithm: "oauth2",
      }),
    );
    assert.deepEqual(as.code_challenge_methods_supported, ["S256"]);

    // Registration.
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, {
        client_name: "Strict client",
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: "none",
      }, options),
    );

    // Consent.
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      scope: "read underwrite",
      state,
      resource: found.resource,
    }).toString();
    const back = await new Browser(service).allow(url.pathname + url.search);

    // Tokens.
    const parameters = oauth.validateAuthResponse(as, client, back, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        parameters,
        REDIRECT,
        verifier,
        { ...options, additionalParameters: { resource: found.resource } },
      ),
    );
    assert.match(tokens.access_token, /^svct_/);
    assert.equal(tokens.expires_in, 3_600);
    assert.equal(tokens.scope, "read underwrite");
    assert.ok(!("api_key" in tokens));

    // Use.
    const call = async (token: string) =>
      await oauth.protectedResourceRequest(
        token,
        "POST",
        new URL(`${BASE}/mcp/oauth`),
        new Headers({
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        }),
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        options,
      );
    assert.equal((await call(tokens.access_token)).status, 200);

    // Refresh.
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(
        as,
        client,
        oauth.None(),
        tokens.refresh_token!,
        { ...options, additionalParameters: { resource: found.resource } },
      ),
    );
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
    assert.equal((await call(refreshed.access_token)).status, 200);

    // Revocation ends the family.
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(
        as,
        client,
        oauth.None(),
        refreshed.refresh_token!,
        options,
      ),
    );
    for (const { access_token } of [tokens, refreshed]) {
      await assert.rejects(
        call(access_token),
        oauth.WWWAuthenticateChallengeError,
      );
    }
  });
}
