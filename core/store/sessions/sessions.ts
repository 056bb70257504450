import { DAY_MS } from "../../../contracts/day.ts";
import { digest, newSecret } from "../oauth/secret.ts";

/** What session tokens start with. They are good in the session cookie only. */
export const SESSION_PREFIX = "svcs_";

/** How long a person stays signed in, milliseconds. */
export const SESSION_MS = 30 * DAY_MS;

const FORM = /^svcs_[0-9A-Za-z]{43}$/;

/** A person signed in, with a key or as the identity that OAuth knows their browser by. */
export type Session = (KeySession | IdentitySession) & {
  /** Epoch milliseconds. */
  readonly until: number;
};

/** What opened a session. */
export interface KeySession {
  readonly keyId: string;
  /** SHA-256 of the key at sign-in, base64url: a session ends with the secret that opened it. */
  readonly keyHash: string;
}

/** The pseudonym of a browser. */
export interface IdentitySession {
  readonly subject: string;
}

const sessionKey = (token: string) => ["sessions", digest(token)];

/** Opens a session. Returns its token, of which only a hash is kept. */
export async function openSession(
  kv: Deno.Kv,
  session: Session,
): Promise<string> {
  const token = SESSION_PREFIX + newSecret();
  await kv.set(sessionKey(token), session, {
    expireIn: Math.max(1, session.until - Date.now()),
  });
  return token;
}

/** Returns the session of a token; null when there is none, or it has expired. */
export async function readSession(
  kv: Deno.Kv,
  token: string,
  now: number,
): Promise<Session | null> {
  if (!FORM.test(token)) return null;
  const { value } = await kv.get<Session>(sessionKey(token));
  return value && value.until > now ? value : null;
}

/** Ends a session on every server. */
export async function closeSession(kv: Deno.Kv, token: string): Promise<void> {
  if (FORM.test(token)) await kv.delete(sessionKey(token));
}
