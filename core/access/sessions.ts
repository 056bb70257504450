import { encodeBase64Url } from "@hono/hono/utils/encode";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";
import { OAuthScope } from "../../contracts/oauth.ts";
import { keyIdOf } from "../store/keys/api_key.ts";
import {
  type KeyRecord,
  readKey,
  verifyKey,
} from "../store/keys/key_record.ts";
import {
  closeSession,
  type IdentitySession,
  openSession,
  readSession,
  SESSION_MS,
  SESSION_PREFIX,
} from "../store/sessions/sessions.ts";
import { admitIdentity } from "../store/oauth/identities.ts";
import type { Credential } from "./access.ts";
import type { Account } from "./principal.ts";

export { SESSION_PREFIX };

/** People signed in at the map. */
export interface Sessions {
  /**
   * Signs in with a key.
   *
   * @returns the session's token, for its cookie alone
   * @throws {Fault} `unauthorized` for a key that is not good
   */
  open(key: string): Promise<string>;
  /**
   * Signs in as the identity that a browser has for OAuth.
   *
   * @param subject its pseudonym
   * @param network what the browser's address is counted as
   * @returns the session's token, for its cookie alone
   * @throws {OAuthError} `access_denied` for one identity too many from a network
   */
  openAs(subject: string, network: string): Promise<string>;
  /** Signs out. */
  close(token: string): Promise<void>;
}

/** Sessions in a store. */
export function sessionsIn(kv: Deno.Kv): Sessions {
  return {
    async open(key) {
      const now = Date.now();
      const id = keyIdOf(key);
      const record = id === undefined ? null : await readKey(kv, id);
      if (!record || !verifyKey(record, key, now)) {
        throw new Fault("unauthorized", "this server has no such key", {
          field: "key",
          expected: "a live key that starts with svc_",
        });
      }
      return await openSession(kv, {
        keyId: record.id,
        keyHash: encodeBase64Url(record.hash.slice().buffer),
        until: Math.min(now + SESSION_MS, record.expires ?? Infinity),
      });
    },
    async openAs(subject, network) {
      const now = Date.now();
      await admitIdentity(kv, network, subject, now);
      return await openSession(kv, { subject, until: now + SESSION_MS });
    },
    close: (token) => closeSession(kv, token),
  };
}

/** Session cookies as a credential: good as long as the key that opened them is, if one did. */
export function sessionCredential(kv: Deno.Kv): Credential {
  return {
    prefix: SESSION_PREFIX,
    async find(token) {
      const now = Date.now();
      const session = await readSession(kv, token, now);
      if (session && "subject" in session) return identityAccount(session);
      const record = session && await readKey(kv, session.keyId);
      return record && isLive(record, session.keyHash, now)
        ? accountOf(record)
        : null;
    },
  };
}

/** What OAuth may grant, and the identity's own saved items besides. */
function identityAccount({ subject }: IdentitySession): Account {
  return {
    kind: "session",
    id: subject,
    owner: subject,
    scopes: new Set([...OAuthScope.options, "write-state"]),
    perMinute: LIMITS.key_rpm_default,
  };
}

function isLive(record: KeyRecord, hash: string, now: number): boolean {
  return record.revoked === null &&
    (record.expires === null || record.expires > now) &&
    encodeBase64Url(record.hash.slice().buffer) === hash;
}

/** A key without `write-state` does not act for its owner, so neither does its session. */
function accountOf(record: KeyRecord): Account {
  const scopes = new Set(record.scopes);
  return {
    kind: scopes.has("write-state") ? "session" : "key",
    id: record.id,
    owner: record.owner,
    scopes,
    perMinute: record.rpmLimit,
  };
}
