import { isoDay, isoTime } from "../../contracts/day.ts";
import { LIMITS } from "../../contracts/constants/limits.ts";
import type { OperatorState } from "../../contracts/operator.ts";
import { stampOf } from "../service/stamp.ts";
import { allProfiles } from "../store/alerts/profiles.ts";
import { latestDead, listDead } from "../store/delivery/dead_letters.ts";
import { outboxState } from "../store/delivery/outbox.ts";
import { unmatchedRows } from "../store/listings/rows.ts";
import { countOpen } from "../store/reports/reports.ts";
import { lastRun, runOf } from "../store/runs.ts";
import { sourceStatuses } from "../store/source_status.ts";
import { isRunHour } from "./daily.ts";
import type { DailySource } from "./daily_steps.ts";

/** Dead letters that the state shows. */
const LATEST = 20;
/** Listings without a parcel that the state shows. */
const SHOWN_UNMATCHED = 50;
/** A message that waits longer than this needs attention, milliseconds. */
const LATE = 15 * 60_000;

/** Returns the service at a glance, for its operator. */
export async function operatorState(
  { kv, snapshot: current, inventory: listings }: Pick<
    DailySource,
    "kv" | "snapshot" | "inventory"
  >,
  startedAt: number,
  now: number,
): Promise<OperatorState> {
  const snapshot = current();
  const inventory = listings();
  const date = isoDay(now);
  const [last, today, dead, outbox, open, unmatched, sources] = await Promise
    .all([
      lastRun(kv),
      runOf(kv, date),
      listDead(kv),
      outboxState(kv),
      countOpen(kv),
      Array.fromAsync(unmatchedRows(kv, SHOWN_UNMATCHED)),
      sourceStatuses(kv),
    ]);
  const profiles = { active: 0, paused: 0 };
  for await (const { profile } of allProfiles(kv)) {
    profiles[profile.paused ? "paused" : "active"]++;
  }
  const stamp = stampOf(snapshot);
  const attention = [
    ...(last?.steps ?? []).flatMap(({ name, error }) =>
      error === null
        ? []
        : [`step ${name} of the run of ${last!.date} failed: ${error}`]
    ),
    ...(isRunHour(now) && last?.date !== date && !today
      ? ["today's run has not started"]
      : []),
    ...(dead.length > 0 ? [`undelivered messages: ${dead.length}`] : []),
    ...(outbox.oldest !== null && outbox.oldest < now - LATE
      ? [`messages have been waiting since ${isoTime(outbox.oldest)}`]
      : []),
    ...(open > 0 ? [`open reports of values: ${open}`] : []),
  ];
  return {
    status: attention.length > 0 ? "attention" : "ok",
    attention,
    runs: { last, today },
    inventory: {
      listings: inventory.size,
      for_sale: inventory.counts.forSale,
      unmatched: inventory.counts.unmatched,
      as_of: isoTime(inventory.asOf),
    },
    sources: sources.map(({ name, refreshed, error }) => ({
      name,
      refreshed_at: isoTime(refreshed),
      error,
    })),
    profiles,
    outbox: { waiting: outbox.waiting, oldest_due: isoTime(outbox.oldest) },
    dead_letters: {
      count: dead.length,
      latest: (await latestDead(kv)).slice(0, LATEST),
    },
    unmatched,
    reports: { open },
    snapshot: { id: snapshot.id, newest_sale: stamp.as_of },
    limits: {
      anonymous_per_minute: LIMITS.anonymous_per_minute,
      result_bytes: LIMITS.result_bytes,
    },
    uptime_seconds: Math.floor((now - startedAt) / 1_000),
    ...stamp,
  };
}
