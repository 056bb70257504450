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
    created: timestamp(record.created),
    expires: timestamp(record.expires),
    revoked: timestamp(record.revoked),
    rotated: timestamp(record.rotated),
    old_secret_until: previous && previous.until > now
      ? timestamp(previous.until)
      : null,
    last_used: timestamp(lastUsed),
  };
}

function timestamp(ms: number): string;
function timestamp(ms: number | null): string | null;
function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
