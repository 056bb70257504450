import { DAY_MS } from "../../../contracts/day.ts";
import { hash } from "node:crypto";
import { nanoid } from "nanoid";
import { Fault } from "../../../contracts/errors.ts";
import type { Report } from "../../../contracts/reports.ts";
import { transact } from "../transact.ts";

/** How long a report of a caller about a property counts as the same. */
const SAME_REPORT_MS = DAY_MS;

/** Most reports that wait for a person; beyond them new ones are refused. */
const MOST_OPEN = 10_000;
const reportKey = (id: string) => ["reports", "all", id];
/** Rows of what is open, by property: what answers are marked by. */
const openKey = (property: string, id: string) => [
  "reports",
  "open",
  property,
  id,
];
const onceKey = (caller: string, property: string, day: string) => [
  "reports",
  "once",
  hash("sha256", `${caller} ${property} ${day}`, "base64url"),
];

/** What a caller reports. */
export type NewReport = Pick<
  Report,
  "property_id" | "address" | "reason" | "suggested_value" | "reporter"
>;

/**
 * Queues a report, once a day for a caller and a property.
 *
 * @param caller account or network, kept as a hash only
 * @param now epoch milliseconds
 * @returns its id, and whether it is new
 * @throws {Fault} `busy` when too many wait
 */
export async function queueReport(
  kv: Deno.Kv,
  caller: string,
  given: NewReport,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const at = new Date(now).toISOString();
  const once = onceKey(caller, given.property_id, at.slice(0, 10));
  const open = await countOpen(kv);
  return await transact(kv, once, async (tx) => {
    const known = await tx.get<string>(once);
    if (known !== null) return { id: known, isNew: false };
    if (open >= MOST_OPEN) {
      throw new Fault("busy", "too many reports are waiting for review");
    }
    const id = `rep_${nanoid(12)}`;
    const report: Report = {
      ...given,
      report_id: id,
      reported_at: at,
      resolved_at: null,
      note: null,
    };
    tx.set(once, id, { expireIn: SAME_REPORT_MS });
    tx.set(reportKey(id), report);
    tx.set(openKey(given.property_id, id), true);
    return { id, isNew: true };
  });
}

/** Returns every report, open ones first, newest first. */
export async function listReports(kv: Deno.Kv): Promise<Report[]> {
  const rows = kv.list<Report>({ prefix: ["reports", "all"] }, {
    limit: 20_000,
  });
  return (await Array.fromAsync(rows)).map(({ value }) => value).sort((a, b) =>
    Number(a.resolved_at !== null) - Number(b.resolved_at !== null) ||
    (a.reported_at < b.reported_at ? 1 : -1)
  );
}

/**
 * Closes a report.
 *
 * @throws {Fault} `not_found`, or `conflict` when it is closed
 */
export function resolveReport(
  kv: Deno.Kv,
  id: string,
  note: string,
  now: number,
): Promise<Report> {
  const key = reportKey(id);
  return transact(kv, key, async (tx) => {
    const report = await tx.get<Report>(key);
    if (!report) {
      throw new Fault("not_found", "there is no report with this id", {
        field: "id",
        expected: "a report_id that the list has",
      });
    }
    if (report.resolved_at !== null) {
      throw new Fault("conflict", "the report is resolved already", {
        field: "id",
        expected: "an open report",
      });
    }
    const resolved = {
      ...report,
      resolved_at: new Date(now).toISOString(),
      note,
    };
    tx.set(key, resolved);
    tx.delete(openKey(report.property_id, id));
    return resolved;
  });
}

/** Returns the properties with an open report. */
export async function propertiesUnderReview(
  kv: Deno.Kv,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const { key } of kv.list({ prefix: ["reports", "open"] })) {
    found.add(String(key[2]));
  }
  return found;
}

/** Returns how many reports are open. */
export async function countOpen(kv: Deno.Kv): Promise<number> {
  const rows = kv.list({ prefix: ["reports", "open"] });
  let count = 0;
  for await (const _ of rows) count++;
  return count;
}
