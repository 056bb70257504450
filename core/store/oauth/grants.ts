import { LIFETIMES } from "./lifetimes.ts";
import { OAuthError, type OAuthScope } from "../../../contracts/oauth.ts";
import { transact, type Transaction } from "../transact.ts";
import {
  ACCESS_PREFIX,
  digest,
  grantOf,
  isId,
  mintToken,
  newId,
  REFRESH_PREFIX,
  successorOf,
} from "./secret.ts";

/**
 * What a person has allowed a client. Its access and refresh tokens are one family: they are
 * good only while the grant is there, so deleting it ends them all at once, on every server.
 */
export interface Grant {
  readonly client: string;
  /** Pseudonym of the person's browser. */
  readonly subject: string;
  readonly scopes: readonly OAuthScope[];
  /** The address that the tokens are for (RFC 8707). */
  readonly resource: string;
}

/** The plaintext of new tokens, shown once. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** What the access token may do: the grant's scopes, or fewer. */
  readonly scopes: readonly OAuthScope[];
}

interface GrantRow extends Grant {
  /** Epoch milliseconds. */
  readonly created: number;
  /** Epoch milliseconds; moves on with each refresh. */
  readonly expires: number;
}

/** A grant as its person sees it. */
export interface Connection extends Grant {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly created: number;
}

interface AccessRow {
  readonly scopes: readonly OAuthScope[];
  /** The address that this token is for: the grant's, or one below it. */
  readonly resource: string;
  readonly expires: number;
}

interface RefreshRow {
  readonly expires: number;
  /** When it was first exchanged, epoch milliseconds; null while it is unused. */
  readonly used: number | null;
}

const ACCESS_MS = LIFETIMES.access_token * 1000;
const REFRESH_MS = LIFETIMES.refresh_token * 1000;
const GRACE_MS = LIFETIMES.refresh_grace * 1000;

const grantKey = (id: string): Deno.KvKey => ["oauth", "grant", id];
/** Finds the grants of a person; a grant that has ended leaves its row until that expires. */
const subjectKey = (subject: string, id: string): Deno.KvKey => [
  "oauth",
  "subject",
  subject,
  id,
];
const accessKey = (
  id: string,
  token: string,
): Deno.KvKey => ["oauth", "access", id, digest(token)];
const refreshKey = (
  id: string,
  token: string,
): Deno.KvKey => ["oauth", "refresh", id, digest(token)];

/**
 * Starts a family within a transaction.
 *
 * @param resource what the first access token is for
 */
export function startGrant(
  tx: Transaction,
  grant: Grant,
  resource: string,
  now: number,
): { readonly id: string; readonly tokens: Tokens } {
  const id = newId();
  const row = keepGrant(tx, id, { ...grant, created: now }, now);
  const refresh = mintToken(REFRESH_PREFIX, id);
  addRefresh(tx, id, refresh, now);
  const access = addAccess(tx, id, row.scopes, resource, now);
  return { id, tokens: { access, refresh, scopes: row.scopes } };
}

/** Ends a family within a transaction. */
export function endGrant(tx: Transaction, id: string): void {
  tx.delete(grantKey(id));
}

/** Keeps a grant for as long as a refresh token from now. */
function keepGrant(
  tx: Transaction,
  id: string,
  { client, subject, scopes, resource, created }: Omit<GrantRow, "expires">,
  now: number,
): GrantRow {
  const expires = now + REFRESH_MS;
  const row = { client, subject, scopes, resource, created, expires };
  tx.set(grantKey(id), row, { expireIn: REFRESH_MS });
  tx.set(subjectKey(subject, id), null, { expireIn: REFRESH_MS });
  return row;
}

function addRefresh(
  tx: Transaction,
  id: string,
  token: string,
  now: number,
): void {
  const row: RefreshRow = { expires: now + REFRESH_MS, used: null };
  tx.set(refreshKey(id, token), row, { expireIn: REFRESH_MS });
}

function addAccess(
  tx: Transaction,
  id: string,
  scopes: readonly OAuthScope[],
  resource: string,
  now: number,
): string {
  const access = mintToken(ACCESS_PREFIX, id);
  const row: AccessRow = { scopes, resource, expires: now + ACCESS_MS };
  tx.set(accessKey(id, access), row, { expireIn: ACCESS_MS });
  return access;
}

/** What a refresh asks for. */
export interface RefreshRequest {
  readonly client: string;
  /** Fewer scopes for the new access token; unset means all of the grant's. */
  readonly scopes?: readonly OAuthScope[];
  /**
   * The address that the new access token is for.
   *
   * @param granted the grant's
   * @throws {OAuthError} `invalid_target` when it is not the grant's or below it
   */
  audience(granted: string): string;
  /** The server's secret, from which the next refresh token comes. */
  readonly secret: string;
}

/**
 * Exchanges a refresh token for new tokens. A used one may be exchanged again for a minute,
 * because two tabs refresh at once and answers get lost: for the same next refresh token, so that
 * there is never more than one that is live. After that it is taken for stolen, and the whole
 * family ends.
 *
 * @throws {OAuthError} `invalid_grant`, `invalid_scope`, `invalid_target`
 */
export async function refreshGrant(
  kv: Deno.Kv,
  token: string,
  { client, scopes, audience, secret }: RefreshRequest,
  now: number,
): Promise<Tokens> {
  const id = grantOf(REFRESH_PREFIX, token);
  if (id === undefined) throw badRefresh();
  const key = refreshKey(id, token);
  const tokens = await transact(kv, grantKey(id), async (tx) => {
    const grant = await tx.get<GrantRow>(grantKey(id));
    const row = await tx.get<RefreshRow>(key);
    if (
      !grant || !row || grant.client !== client || grant.expires <= now ||
      row.expires <= now
    ) throw badRefresh();
    if (row.used !== null && now - row.used > GRACE_MS) {
      endGrant(tx, id);
      return null;
    }
    const resource = audience(grant.resource);
    if (scopes?.some((scope) => !grant.scopes.includes(scope))) {
      throw new OAuthError(
        "invalid_scope",
        "a refresh may narrow the scopes, not widen them",
      );
    }
    const refresh = successorOf(token, secret);
    if (row.used === null) {
      const expireIn = Math.max(1, row.expires - now);
      tx.set(key, { ...row, used: now }, { expireIn });
      addRefresh(tx, id, refresh, now);
    }
    keepGrant(tx, id, grant, now);
    const granted = scopes ?? grant.scopes;
    const access = addAccess(tx, id, granted, resource, now);
    return { access, refresh, scopes: granted };
  });
  if (!tokens) throw badRefresh();
  return tokens;
}

function badRefresh(): OAuthError {
  return new OAuthError(
    "invalid_grant",
    "the refresh token is unknown, expired, used or another client's",
  );
}

/** The grants of a person that are still good, newest first. */
export async function grantsOf(
  kv: Deno.Kv,
  subject: string,
  now: number,
): Promise<Connection[]> {
  const found: Connection[] = [];
  const rows = kv.list({ prefix: ["oauth", "subject", subject] });
  for await (const { key: [, , , id] } of rows) {
    const { value } = await kv.get<GrantRow>(grantKey(String(id)));
    if (!value || value.expires <= now) continue;
    const { expires: _, ...grant } = value;
    found.push({ id: String(id), ...grant });
  }
  return found.sort((a, b) => b.created - a.created);
}

/** Ends a grant of this person's; of anybody else's, does nothing. */
export async function disconnect(
  kv: Deno.Kv,
  subject: string,
  id: string,
): Promise<void> {
  if (!isId(id)) return;
  await transact(kv, grantKey(id), async (tx) => {
    const grant = await tx.get<GrantRow>(grantKey(id));
    if (grant?.subject !== subject) return;
    endGrant(tx, id);
    tx.delete(subjectKey(subject, id));
  });
}

/** What an access token grants. */
export type Access = Grant;

/** Reads an access token; null when it is not, or no longer, good. */
export async function readAccess(
  kv: Deno.Kv,
  token: string,
  now: number,
): Promise<Access | null> {
  const id = grantOf(ACCESS_PREFIX, token);
  if (id === undefined) return null;
  const [{ value: row }, { value: grant }] = await kv.getMany<
    [AccessRow, GrantRow]
  >([accessKey(id, token), grantKey(id)]);
  if (!row || !grant || row.expires <= now || grant.expires <= now) return null;
  const { client, subject } = grant;
  const { resource, scopes } = row;
  return { client, subject, resource, scopes };
}

/**
 * Ends a token (RFC 7009): an access token alone, a refresh token with its whole family. A token
 * that is not known has ended already.
 *
 * @throws {OAuthError} `unauthorized_client` when the token is another client's
 */
export async function revokeToken(
  kv: Deno.Kv,
  token: string,
  client: string,
): Promise<void> {
  const access = grantOf(ACCESS_PREFIX, token);
  const id = access ?? grantOf(REFRESH_PREFIX, token);
  if (id === undefined) return;
  const key = access ? accessKey(id, token) : refreshKey(id, token);
  await transact(kv, grantKey(id), async (tx) => {
    const grant = await tx.get<GrantRow>(grantKey(id));
    const row = await tx.get(key);
    if (!grant || !row) return;
    if (grant.client !== client) {
      throw new OAuthError(
        "unauthorized_client",
        "the token was not issued to this client",
      );
    }
    if (access) tx.delete(key);
    else endGrant(tx, id);
  });
}
