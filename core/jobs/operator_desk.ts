import { LIMITS } from "../../contracts/constants/limits.ts";
import type { Strategy } from "../../contracts/envelope.ts";
import type { Deals, OperatorState } from "../../contracts/operator.ts";
import type { Report } from "../../contracts/reports.ts";
import type { RunReport, RunRequest } from "../../contracts/runs.ts";
import { listingItem } from "../answers/listing_item.ts";
import { roundTo } from "../engine/rounding.ts";
import { parcelSubject } from "../engine/subject/resolve.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import { isForSale } from "../inventory/listing.ts";
import { sortKeys } from "../inventory/index/inventory_index.ts";
import { indexOf } from "../service/index_of.ts";
import { stampOf } from "../service/stamp.ts";
import { allProfiles } from "../store/alerts/profiles.ts";
import { listDead, outboxState } from "../store/delivery/outbox.ts";
import {
  countOpen,
  listReports,
  resolveReport,
} from "../store/reports/reports.ts";
import { lastRun, runOf } from "../store/runs.ts";
import { type DailySteps, isRunHour, runDaily } from "./daily.ts";
import type { DailySource } from "./daily_steps.ts";

/** What the operator sees and does. */
export interface OperatorDesk {
  state(): Promise<OperatorState>;
  deals(strategy: Strategy, limit: number): Promise<Deals>;
  /** Runs the daily run now; null when another server is at it. */
  run(request: RunRequest): Promise<RunReport | null>;
  reports(): Promise<Report[]>;
  /**
   * Closes a report with a note.
   *
   * @throws {Fault} `not_found` or `conflict`
   */
  resolve(id: string, note: string): Promise<Report>;
}

/** Dead letters that the state shows. */
const LATEST = 20;
/** A message that waits for longer than this needs a look, milliseconds. */
const LATE = 15 * 60_000;

/** Returns the operator's desk over a server's own parts. */
export function operatorDesk(
  source: Pick<
    DailySource,
    "kv" | "snapshot" | "inventory" | "index" | "today"
  >,
  steps: DailySteps,
  { startedAt, now = Date.now, onReports = async () => {} }: {
    /** Epoch milliseconds. */
    readonly startedAt: number;
    readonly now?: () => number;
    /** Told that a report was closed. */
    readonly onReports?: () => Promise<void>;
  },
): OperatorDesk {
  const { kv } = source;
  return {
    state: () => stateOf(source, startedAt, now()),
    async deals(strategy, limit) {
      const snapshot = source.snapshot();
      const today = source.today();
      const inventory = source.inventory();
      const index = await indexOf({
        snapshot,
        inventory,
        index: source.index?.(),
        today,
      });
      const rows = index.order(sortKeys("deal_score", strategy)).subarray(
        0,
        limit,
      );
      const deals = [...rows].map((row): Deals["deals"][number] => {
        const item = listingItem({ snapshot, today }, index, row, strategy);
        const parcel = index.columns.parcel[row];
        const estimate = parcel < 0 ? undefined : valueSubject(
          snapshot,
          parcelSubject(snapshot, parcel, "property_id", null),
          { today, strategy },
        ).rawEstimate;
        const raw = estimate?.comps?.base ?? estimate?.priceModel?.base;
        return {
          ...item,
          is_public: index.columns.listings[row].isPublic,
          raw_estimate: raw === undefined ? null : roundTo(raw, 0),
          withheld: [...item.unscored_reasons],
        };
      });
      return { strategy, deals, ...stampOf(snapshot) };
    },
    run: ({ step, dry_run }) =>
      runDaily(kv, steps, { now, step, dryRun: dry_run, again: true }),
    reports: () => listReports(kv),
    async resolve(id, note) {
      const report = await resolveReport(kv, id, note, now());
      await onReports();
      return report;
    },
  };
}

async function stateOf(
  { kv, snapshot: current, inventory: listings }: Pick<
    DailySource,
    "kv" | "snapshot" | "inventory"
  >,
  startedAt: number,
  now: number,
): Promise<OperatorState> {
  const snapshot = current();
  const inventory = listings();
  const date = new Date(now).toISOString().slice(0, 10);
  const [last, today, dead, outbox, open] = await Promise.all([
    lastRun(kv),
    runOf(kv, date),
    listDead(kv),
    outboxState(kv),
    countOpen(kv),
  ]);
  const profiles = { active: 0, paused: 0 };
  for await (const { profile } of allProfiles(kv)) {
    profiles[profile.paused ? "paused" : "active"]++;
  }
  const all = inventory.all();
  const stamp = stampOf(snapshot);
  const at = (time: number | null) =>
    time === null ? null : new Date(time).toISOString();
  const attention = [
    ...(last?.steps ?? []).flatMap(({ name, error }) =>
      error === null
        ? []
        : [`step ${name} of the run of ${last!.date} failed: ${error}`]
    ),
    ...(isRunHour(now) && last?.date !== date && !today
      ? ["today's run has not begun"]
      : []),
    ...(dead.length > 0 ? [`${dead.length} messages did not arrive`] : []),
    ...(outbox.oldest !== null && outbox.oldest < now - LATE
      ? [`messages wait since ${at(outbox.oldest)}`]
      : []),
    ...(open > 0 ? [`${open} reports wait for a person`] : []),
  ];
  return {
    status: attention.length > 0 ? "attention" : "ok",
    attention,
    runs: { last, today },
    inventory: {
      listings: inventory.size,
      for_sale: all.filter(isForSale).length,
      unmatched: all.filter(({ pin }) => pin === null).length,
      as_of: at(inventory.asOf),
    },
    profiles,
    outbox: { waiting: outbox.waiting, oldest_due: at(outbox.oldest) },
    dead_letters: {
      count: dead.length,
      latest: dead.slice(-LATEST).map(({ owner: _, ...letter }) => letter),
    },
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
