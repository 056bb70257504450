import { DAY_MS, isoDay } from "../../../contracts/day.ts";
import type { AuditEntry, AuditPage } from "../../../contracts/audit.ts";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { invalidParams } from "../../../contracts/errors.ts";

/** Where an entry is kept: by account and time. `serial` keeps entries of one millisecond apart. */
export const auditKey = (
  account: string,
  at: number,
  serial: string,
): Deno.KvKey => ["audit", account, at, serial];

/** How long audit and usage rows are kept, milliseconds. */
export const RETENTION = LIMITS.audit_retention_months * 31 * DAY_MS;

/**
 * A page of an account's audit, newest first. Entries past the retention are never shown, whether
 * or not they have been pruned.
 *
 * @param now epoch milliseconds
 * @throws {Fault} `invalid_params` for a cursor that is not one of ours
 */
export async function readAudit(
  kv: Deno.Kv,
  account: string,
  now: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Promise<AuditPage> {
  const entries: AuditEntry[] = [];
  const oldest = ["audit", account, now - RETENTION];
  const newest = ["audit", account, Number.MAX_SAFE_INTEGER];
  const found = kv.list<AuditEntry>(
    { start: oldest, end: newest },
    { limit, cursor, reverse: true },
  );
  try {
    for await (const { value } of found) entries.push(value);
  } catch (cause) {
    if (cursor === undefined || !(cause instanceof TypeError)) throw cause;
    throw invalidParams("cursor", "the next_cursor of an earlier page");
  }
  const more = entries.length === limit && found.cursor !== "";
  return { entries, next_cursor: more ? found.cursor : null };
}

/**
 * Deletes audit and usage rows past the retention; the daily run calls it. Doing it again, or in
 * two places at once, does no harm.
 *
 * @param now epoch milliseconds
 * @returns rows deleted
 */
export async function pruneAudit(kv: Deno.Kv, now: number): Promise<number> {
  const before = now - RETENTION;
  const day = isoDay(before);
  const expired = (key: Deno.KvKey): boolean =>
    key[0] === "audit" ? Number(key[2]) < before : String(key[2]) < day;
  let deleted = 0;
  let batch: Deno.KvKey[] = [];
  const deleteBatch = async () => {
    const atomic = kv.atomic();
    for (const key of batch) atomic.delete(key);
    await atomic.commit();
    deleted += batch.length;
    batch = [];
  };
  for (const table of ["audit", "usage"]) {
    for await (const { key } of kv.list({ prefix: [table] })) {
      if (!expired(key)) continue;
      batch.push(key);
      if (batch.length === PRUNED_AT_ONCE) await deleteBatch();
    }
  }
  if (batch.length > 0) await deleteBatch();
  return deleted;
}

/** Rows deleted in one write; a remote store takes 1,000. */
const PRUNED_AT_ONCE = 500;
