import {
  type ClientMetadata,
  OAuthError,
  OAuthScope,
  type RegisteredClient,
  type TokenAnswer,
} from "../../../contracts/oauth.ts";
import { LIFETIMES } from "../../store/oauth/lifetimes.ts";
import {
  keepClient,
  type OAuthClient,
  readClient,
  saveClient,
} from "../../store/oauth/clients.ts";
import { admitIdentity } from "../../store/oauth/identities.ts";
import { sharedSecret } from "../../store/secret.ts";
import { issueCode, redeemCode } from "../../store/oauth/codes.ts";
import {
  type Connection,
  disconnect,
  grantsOf,
  refreshGrant,
  revokeToken,
  type Tokens,
} from "../../store/oauth/grants.ts";
import { newId } from "../../store/oauth/secret.ts";
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  single,
} from "./authorization_request.ts";
import {
  documentClients,
  type FetchDocument,
  isDocumentId,
} from "./client_document.ts";
import { clientOf, readMetadata } from "./client_metadata.ts";
import { audienceOf, resourceOf } from "./resource.ts";
import { scopesAsked } from "./scope.ts";

/**
 * An OAuth 2.1 authorization server for public clients, over a store that other servers share.
 * `origin` is always the service's own, as its callers see it; it is also the issuer.
 */
export interface AuthorizationServer {
  /** Registers a client (RFC 7591). */
  register(metadata: unknown): Promise<RegisteredClient>;
  /** Checks a request for consent. */
  readRequest(
    query: URLSearchParams,
    origin: string,
  ): Promise<AuthorizationRequest>;
  /** Notes a person's consent; returns the code for the client. */
  approve(
    request: AuthorizationRequest,
    person: ConsentingPerson,
  ): Promise<string>;
  /** Exchanges a code or a refresh token for tokens. */
  token(form: URLSearchParams, origin: string): Promise<TokenAnswer>;
  /** Ends a token (RFC 7009). */
  revoke(form: URLSearchParams): Promise<void>;
  /** What a person has allowed and not ended, newest first. */
  connections(subject: string): Promise<readonly NamedConnection[]>;
  /** Ends what a person has allowed. */
  disconnect(subject: string, id: string): Promise<void>;
}

/** Who has consented. */
export interface ConsentingPerson {
  /** Pseudonym of the browser. */
  readonly subject: string;
  /** What the browser's address is counted as. */
  readonly network: string;
  /** What only the consent form has that they answered: a form counts once. */
  readonly form: string;
}

/** What a person has allowed, with what the client calls itself. */
export interface NamedConnection extends Connection {
  /** For a client with a document, the document's address. */
  readonly name: string;
}

/** What else an authorization server needs. */
export interface AuthorizationServerOptions {
  readonly fetchDocument: FetchDocument;
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
}

/** Every method throws `OAuthError` for a request that it refuses. */
export function authorizationServer(
  kv: Deno.Kv,
  { fetchDocument, now = Date.now }: AuthorizationServerOptions,
): AuthorizationServer {
  const byDocument = documentClients(fetchDocument);
  const findClient = (id: string): Promise<OAuthClient | null> =>
    isDocumentId(id) ? byDocument(id) : readClient(kv, id, now());

  let secret: Promise<string> | undefined;
  const successors = () =>
    secret ??= sharedSecret(kv, "refresh").catch((error) => {
      secret = undefined;
      throw error;
    });

  return {
    async register(raw) {
      const metadata = readMetadata(raw);
      const client = clientOf(newId(), metadata);
      const at = now();
      await saveClient(kv, client, at);
      return registration(client, metadata, at);
    },
    readRequest: (query, origin) =>
      readAuthorizationRequest(query, origin, findClient),
    async approve(request, { subject, network, form }) {
      const { client, replyTo, challenge, scopes, resource } = request;
      await admitIdentity(kv, network, subject, now());
      if (!isDocumentId(client.id)) await keepClient(kv, client, now());
      const { redirectUri } = replyTo;
      return await issueCode(
        kv,
        {
          client: client.id,
          redirectUri,
          challenge,
          scopes,
          resource,
          subject,
        },
        form,
        now(),
      );
    },
    token: async (form, origin) =>
      answer(await tokensFor(kv, form, origin, { successors, now })),
    async revoke(form) {
      const client = clientIdOf(form);
      await revokeToken(kv, needed(form, "token"), client);
    },
    connections: async (subject) =>
      await Promise.all(
        (await grantsOf(kv, subject, now())).map(async (grant) => {
          const registered = await readClient(kv, grant.client, now());
          return { ...grant, name: registered?.name ?? grant.client };
        }),
      ),
    disconnect: (subject, id) => disconnect(kv, subject, id),
  };
}

/** Exchanges a code or a refresh token. */
async function tokensFor(
  kv: Deno.Kv,
  form: URLSearchParams,
  origin: string,
  { successors, now }: {
    /** Secret that the next refresh token is derived from. */
    readonly successors: () => Promise<string>;
    readonly now: () => number;
  },
): Promise<Tokens> {
  const client = clientIdOf(form);
  const audience = audienceFrom(form, origin);
  const grantType = single(form, "grant_type");
  switch (grantType) {
    case "authorization_code": {
      const code = needed(form, "code");
      const verifier = verifierOf(form);
      const redirectUri = single(form, "redirect_uri");
      const asked = { client, verifier, redirectUri, audience };
      return await redeemCode(kv, code, asked, now());
    }
    case "refresh_token": {
      const scopes = scopesFrom(form);
      const token = needed(form, "refresh_token");
      const asked = { client, scopes, audience, secret: await successors() };
      return await refreshGrant(kv, token, asked, now());
    }
    case undefined:
      throw missing("grant_type");
    default:
      throw new OAuthError(
        "unsupported_grant_type",
        "grant_type must be authorization_code or refresh_token",
      );
  }
}

/** Checks the resource of a token against the one that was allowed. */
function audienceFrom(
  form: URLSearchParams,
  origin: string,
): (granted: string) => string {
  const resource = single(form, "resource");
  const asked = resource === undefined
    ? undefined
    : resourceOf(resource, origin);
  return (granted) => audienceOf(granted, asked);
}

/** Scopes that a refresh asks for; undefined for all that were allowed. */
function scopesFrom(
  form: URLSearchParams,
): readonly OAuthScope[] | undefined {
  const scope = single(form, "scope");
  return scope === undefined
    ? undefined
    : scopesAsked(scope, OAuthScope.options);
}

/** Who sends a form. Public clients have nothing to prove it with; a secret would not be ours. */
function clientIdOf(form: URLSearchParams): string {
  for (const name of ["client_secret", "client_assertion"]) {
    if (form.has(name)) {
      throw new OAuthError(
        "invalid_client",
        "clients of this server have no secret: send client_id alone",
      );
    }
  }
  const id = single(form, "client_id");
  if (id === undefined) {
    throw new OAuthError("invalid_client", "client_id is missing");
  }
  return id;
}

function needed(form: URLSearchParams, name: string): string {
  const value = single(form, name);
  if (value === undefined) throw missing(name);
  return value;
}

/** PKCE: at least 256 bits in the alphabet of RFC 7636, section 4.1, or it protects nothing. */
function verifierOf(form: URLSearchParams): string {
  const verifier = needed(form, "code_verifier");
  if (/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return verifier;
  throw new OAuthError(
    "invalid_request",
    "code_verifier must be 43 to 128 letters, digits, dots, hyphens, underscores or tildes",
  );
}

function missing(name: string): OAuthError {
  return new OAuthError("invalid_request", `${name} is missing`);
}

function answer({ access, refresh, scopes }: Tokens): TokenAnswer {
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: LIFETIMES.access_token,
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}

/** What was registered, with what differs from what the client asked for. */
function registration(
  { id, name, scopes }: OAuthClient,
  metadata: ClientMetadata,
  at: number,
): RegisteredClient {
  return {
    ...metadata,
    ...(name !== undefined && { client_name: name }),
    client_id: id,
    client_id_issued_at: Math.floor(at / 1000),
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: scopes.join(" "),
  };
}
