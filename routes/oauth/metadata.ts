import { type Context, Hono } from "@hono/hono";
import {
  OAuthScope,
  type ResourceMetadata,
  type ServerMetadata,
} from "../../contracts/oauth.ts";
import { RESOURCE_PATHS } from "../../core/access/oauth/resource.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../service.ts";

const SERVER = "/.well-known/oauth-authorization-server";
const RESOURCE = "/.well-known/oauth-protected-resource";

/** Where clients find out about the authorization server (RFC 8414) and what it protects (RFC 9728). */
export function metadataRoutes(service: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  const answer = (c: Context<RouteEnv>, metadata: object) =>
    c.json(metadata, 200, { "Cache-Control": "public, max-age=300" });
  app.get(SERVER, (c) => answer(c, serverMetadata(publicOrigin(service, c))));
  for (const path of RESOURCE_PATHS) {
    app.get(
      RESOURCE + path,
      (c) => answer(c, resourceMetadata(publicOrigin(service, c), path)),
    );
  }
  return app;
}

/** Where a caller of a path finds what protects it; the value of `resource_metadata` in a challenge. */
export function resourceMetadataUrl(origin: string, path: string): string {
  const found = RESOURCE_PATHS.findLast((each) =>
    path === each || path.startsWith(`${each}/`)
  );
  return origin + RESOURCE + (found ?? "");
}

function serverMetadata(origin: string): ServerMetadata {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: OAuthScope.options,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: RESOURCE_PATHS.map((path) => origin + path),
  };
}

function resourceMetadata(origin: string, path: string): ResourceMetadata {
  return {
    resource: origin + path,
    resource_name: "Twoflat",
    authorization_servers: [origin],
    scopes_supported: OAuthScope.options,
    bearer_methods_supported: ["header"],
  };
}
