import { isoTime } from "../../../contracts/day.ts";
import type { KeyView } from "../../../contracts/keys.ts";
import { type KeyRecord, lastUsedKey, stateOf } from "./key_record.ts";

/** Returns a key as it may be shown, its last use read from the store. */
export async function viewed(
  kv: Deno.Kv,
  record: KeyRecord,
  now: number,
): Promise<KeyView> {
  const used = await kv.get<number>(lastUsedKey(record.id));
  return viewOf(record, used.value, now);
}

/**
 * Returns a key as it may be shown.
 *
 * @param lastUsed epoch milliseconds; null before the first use
 */
export function viewOf(
  record: KeyRecord,
  lastUsed: number | null,
  now: number,
): KeyView {
  const { id, scopes, rpmLimit, email, label, previous } = record;
  return {
    id,
    scopes: scopes.join(","),
    rpm_limit: rpmLimit,
    email,
    label,
    state: stateOf(record, now),
    created: isoTime(record.created),
    expires: isoTime(record.expires),
    revoked: isoTime(record.revoked),
    rotated: isoTime(record.rotated),
    old_secret_until: previous && previous.until > now
      ? isoTime(previous.until)
      : null,
    last_used: isoTime(lastUsed),
  };
}
