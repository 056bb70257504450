import { z } from "zod";

/** How long a consent page may stay open, seconds. */
export const CONSENT_SECONDS = 3_600;

/** What OAuth may grant. */
export const OAuthScope = z.enum(["read", "underwrite"]);
/** What OAuth may grant. */
export type OAuthScope = z.infer<typeof OAuthScope>;

/** An error of OAuth 2.1, RFC 7591, RFC 7009 or RFC 8707 that the service answers with. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "interaction_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** Where the answer to an authorization request goes, once that is known to be the client's. */
export interface ReplyTo {
  readonly redirectUri: string;
  readonly state?: string;
}

/** An OAuth request that cannot be served, in the words of RFC 6749. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";

  /**
   * @param message one sentence in trusted words
   * @param replyTo where the client may be told; unset when it cannot be trusted
   */
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    readonly replyTo?: ReplyTo,
  ) {
    super(message);
  }
}

/** Hosts of this machine, as they stand in a redirect URI (RFC 8252, section 7.3). */
const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/** Whether a redirect URI leads to a program on the person's own machine. */
export function isLoopback(uri: URL): boolean {
  return uri.protocol === "http:" && LOOPBACK_HOSTS.includes(uri.hostname);
}

/** HTTPS, or HTTP to this machine, written as a URL parser writes it, so that nothing in it can be read in two ways. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const uri = new URL(text);
  const written = uri.href === text || uri.href === `${text}/`;
  return (uri.protocol === "https:" || isLoopback(uri)) && written &&
    uri.username === "" && uri.password === "" && !text.includes("#");
}

const isWebPage = (text: string) =>
  URL.canParse(text) && new URL(text).protocol === "https:";

const names = z.array(z.string().max(100)).max(20);

/**
 * What a client says of itself (RFC 7591, section 2): in a registration, or in the document its
 * id names. Fields that are not known are left aside, as the RFC asks.
 */
export const ClientMetadata = z.object({
  redirect_uris: z.array(
    z.string().max(512).refine(isRedirectUri, {
      params: { error: "invalid_redirect_uri" },
      error:
        "redirect_uris must be https, or http to 127.0.0.1, [::1] or localhost, without fragment",
    }),
  ).min(1).max(10),
  client_name: z.string().max(100).optional(),
  client_uri: z.string().max(512).refine(isWebPage).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: names.optional(),
  response_types: names.optional(),
  scope: z.string().max(500).optional(),
  application_type: z.enum(["native", "web"]).optional(),
});
/** What a client says of itself. */
export type ClientMetadata = z.infer<typeof ClientMetadata>;

/** Answer to a registration (RFC 7591, section 3.2.1): a public client, without a secret. */
export const RegisteredClient = ClientMetadata.extend({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  token_endpoint_auth_method: z.literal("none"),
  grant_types: z.array(z.enum(["authorization_code", "refresh_token"])),
  response_types: z.tuple([z.literal("code")]),
  scope: z.string(),
});
/** Answer to a registration. */
export type RegisteredClient = z.infer<typeof RegisteredClient>;

/** Answer of the token endpoint (OAuth 2.1, section 3.2.3). No API key comes with it. */
export const TokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
}).strict();
/** Answer of the token endpoint. */
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** Authorization server metadata (RFC 8414). */
export interface ServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly registration_endpoint: string;
  readonly revocation_endpoint: string;
  readonly scopes_supported: readonly OAuthScope[];
  readonly response_types_supported: readonly ["code"];
  readonly response_modes_supported: readonly ["query"];
  readonly grant_types_supported: readonly [
    "authorization_code",
    "refresh_token",
  ];
  readonly token_endpoint_auth_methods_supported: readonly ["none"];
  readonly revocation_endpoint_auth_methods_supported: readonly ["none"];
  readonly code_challenge_methods_supported: readonly ["S256"];
  readonly authorization_response_iss_parameter_supported: true;
  readonly client_id_metadata_document_supported: true;
  readonly protected_resources: readonly string[];
}

/** Protected resource metadata (RFC 9728). */
export interface ResourceMetadata {
  readonly resource: string;
  readonly resource_name: string;
  readonly authorization_servers: readonly [string];
  readonly scopes_supported: readonly OAuthScope[];
  readonly bearer_methods_supported: readonly ["header"];
}
