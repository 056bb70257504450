import { encodeBase64Url } from "@hono/hono/utils/encode";
import { Fault } from "../../contracts/errors.ts";
import { keyIdOf } from "../store/keys/api_key.ts";
import { type KeyRecord, readKey, verifyKey } from "../store/keys/keys.ts";
import {
  closeSession,
  openSession,
  readSession,
  SESSION_MS,
  SESSION_PREFIX,
} from "../store/sessions/sessions.ts";
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
    close: (token) => closeSession(kv, token),
  };
}

/** Session cookies as a credential: good as long as the key that opened them is. */
export function sessionCredential(kv: Deno.Kv): Credential {
  return {
    prefix: SESSION_PREFIX,
    async find(token) {
      const now = Date.now();
      const session = await readSession(kv, token, now);
      const record = session && await readKey(kv, session.keyId);
      return record && isLive(record, session.keyHash, now)
        ? accountOf(record)
        : null;
    },
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
