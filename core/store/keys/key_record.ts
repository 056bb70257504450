import type { KeyView } from "../../../contracts/keys.ts";
import type { Scope } from "../../../contracts/scope.ts";
import { hashKey, sameHash } from "./api_key.ts";

/** A key as it is stored. Times are epoch milliseconds. */
export interface KeyRecord {
  readonly id: string;
  /** SHA-256 of the plaintext. */
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  /** Requests per minute. */
  readonly rpmLimit: number;
  readonly email: string;
  /** Whose key it is: keys with the same email have the same owner. */
  readonly owner: string;
  readonly label: string | null;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  readonly rotated: number | null;
  /** The secret before the last rotation, while it still works. */
  readonly previous:
    | { readonly hash: Uint8Array; readonly until: number }
    | null;
}

/** Changes with every change of any key, so that servers know when to read keys again. */
export const KEYS_VERSION: Deno.KvKey = ["keys", "version"];

/** Where a key's record is. */
export const recordKey = (id: string): Deno.KvKey => ["keys", "id", id];

/** Where the minute of a key's last use is kept, apart from its record: it changes without the key changing. */
export const lastUsedKey = (id: string): Deno.KvKey => ["keys", "used", id];

/** Returns the record with this id, or null. */
export async function readKey(
  kv: Deno.Kv,
  id: string,
): Promise<KeyRecord | null> {
  return (await kv.get<KeyRecord>(recordKey(id))).value;
}

/** Returns whether a key may be used at a time, epoch milliseconds. */
export function stateOf(record: KeyRecord, now: number): KeyView["state"] {
  if (record.revoked !== null) return "revoked";
  return record.expires !== null && record.expires <= now ? "expired" : "live";
}

/** Returns whether this plaintext opens this key at this time, epoch milliseconds. Both secrets of a rotation are compared, always. */
export function verifyKey(
  record: KeyRecord,
  key: string,
  now: number,
): boolean {
  const given = hashKey(key);
  const current = sameHash(given, record.hash);
  const previous = record.previous !== null &&
    sameHash(given, record.previous.hash) && now < record.previous.until;
  return (current || previous) && stateOf(record, now) === "live";
}
