import { setImmediate as turn } from "node:timers/promises";
import type { MatchReason } from "../../../contracts/alerts.ts";
import { Strategy } from "../../../contracts/envelope.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { codeAt } from "../../engine/tables.ts";
import type { Columns } from "../../inventory/index/columns.ts";
import type { InventoryIndex } from "../../inventory/index/inventory_index.ts";
import { allProfiles, type OwnedProfile } from "../../store/alerts/profiles.ts";
import {
  countUntold,
  inBatches,
  raise,
  type RaiseTask,
  type Told,
} from "../../store/alerts/raise.ts";
import {
  fnv1a,
  type LastMatch,
  readLastMatch,
  type SeenListing,
  writeLastMatch,
} from "../../store/alerts/last_match.ts";
import { alertsFrom } from "./alert_of.ts";
import { type Match, matchProfiles, readyRows } from "./match.ts";
import { leavesAt, localDate } from "./quiet_hours.ts";

/** Points by which a deal score must rise to be told. */
const SCORE_RISE = 5;

/** What profiles are matched against. */
export interface MatchSource {
  readonly snapshot: SnapshotData;
  readonly index: InventoryIndex;
  /** The day to answer for, days since 1970-01-01 UTC. */
  readonly today: number;
  /** Origin of the links in alerts. */
  readonly publicUrl?: string;
}

/** What matching came to. */
export interface MatchCounts {
  readonly profiles: number;
  /** Of new and changed listings, and of all with profiles that were changed. */
  readonly matches: number;
  readonly raised: number;
}

/** How a matching goes. */
export interface MatchOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Counts what would be raised, and writes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** Batches of alerts that are raised at a time. */
const AT_ONCE = 4;
/** Profiles after which requests have their turn. */
const SLICE = 50;

/**
 * Matches profiles against the listings that are new or have changed since the last time, and
 * profiles that were changed against all, and raises what is new for its owner: a listing that
 * came after the profile, a price that fell, a score that rose. Doing it again raises nothing twice.
 */
export async function matchAndRaise(
  kv: Deno.Kv,
  { snapshot, index: { columns }, today, publicUrl }: MatchSource,
  { now, dryRun = false, signal }: MatchOptions,
): Promise<MatchCounts> {
  const { property_id } = snapshot.tables.parcels;
  const before = await readLastMatch(kv);
  const profiles = await Array.fromAsync(allProfiles(kv));
  const seen = seenRows(snapshot, columns);
  const makeAlert = alertsFrom({ snapshot, columns, today, now, publicUrl });
  const isNews = newsFor(columns, before);
  const candidatesOf = (profile: Profile, rows: readonly number[]) =>
    rows.filter(isNews(profile)).map((row) => ({
      property: property_id.at(columns.parcel[row]),
      alert(told: Told | null) {
        const reason = reasonOf(profile, columns, row, before, told);
        return reason && makeAlert(row, profile, reason);
      },
    }));
  let done = 0, matches = 0, raised = 0;
  async function* tasks(): AsyncGenerator<RaiseTask> {
    for (
      const { profile: { owner, profile }, rows } of newMatches(
        snapshot,
        columns,
        profiles,
        seen,
        before,
      )
    ) {
      matches += rows.length;
      if (++done % SLICE === 0) await turn();
      signal?.throwIfAborted();
      const candidates = candidatesOf(profile, rows);
      if (candidates.length === 0) continue;
      const { quiet_hours: quiet } = profile;
      const capDay = localDate(now, quiet?.time_zone ?? "UTC");
      const due = leavesAt(quiet, now);
      yield { owner, profile, now, capDay, due, candidates };
    }
  }
  const raiseBatch = dryRun ? countUntold : raise;
  const underWay = new Set<Promise<void>>();
  try {
    for await (const batch of inBatches(tasks())) {
      const raising = raiseBatch(kv, batch).then((count) => {
        raised += count;
        underWay.delete(raising);
      });
      underWay.add(raising);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
  if (!dryRun) {
    const listings = [...seen].map(([row, listing]) =>
      [columns.ids[row], listing] as const
    );
    await writeLastMatch(kv, before, listings, now);
  }
  return { profiles: profiles.length, matches, raised };
}

/** The matches that the last time could not tell. */
function* newMatches(
  snapshot: SnapshotData,
  columns: Columns,
  profiles: readonly OwnedProfile[],
  seen: ReadonlyMap<number, SeenListing>,
  before: LastMatch,
): Generator<Match<OwnedProfile>> {
  const rows = readyRows(columns);
  const news = rows.filter((row) =>
    before.of(columns.ids[row])?.fingerprint !==
      seen.get(row)!.fingerprint
  );
  const isChanged = ({ profile }: OwnedProfile) =>
    before.at === null || Date.parse(profile.updated_at) >= before.at;
  const [changed, others] = [
    profiles.filter(isChanged),
    profiles.filter((profile) => !isChanged(profile)),
  ];
  yield* matchProfiles(snapshot, columns, changed, rows);
  yield* matchProfiles(snapshot, columns, others, news);
}

/** The rows that can match, as the next matching reads them. */
function seenRows(
  { tables: { parcels } }: SnapshotData,
  columns: Columns,
): Map<number, SeenListing> {
  const { figures, codes, parcel, areas } = columns;
  const scoreOf = (strategy: Strategy, row: number) => {
    const score = figures[`deal:${strategy}`][row];
    return Number.isNaN(score) ? null : score;
  };
  const seen = new Map<number, SeenListing>();
  for (const row of readyRows(columns)) {
    const scores = {
      flip: scoreOf("flip", row),
      brrrr: scoreOf("brrrr", row),
      hold: scoreOf("hold", row),
      section8: scoreOf("section8", row),
    };
    const asked = [
      ...Strategy.options.flatMap((strategy) => [
        scores[strategy],
        figures[`percentile:${strategy}`][row],
      ]),
      figures.price[row],
      figures.confidence[row],
      figures.lat[row],
      figures.lon[row],
      parcels.property_id.at(parcel[row]),
      codes.type[row],
      codeAt(areas, row),
    ];
    seen.set(row, { scores, fingerprint: fnv1a(asked.join(" ")) });
  }
  return seen;
}

/** A quick look that needs no store: whether there could be a reason at all to tell a profile of a row. */
function newsFor(columns: Columns, before: LastMatch) {
  const { priceFell } = columns.figures;
  return (profile: Profile) => {
    const created = Date.parse(profile.created_at);
    return (row: number): boolean =>
      isNew(columns, row, created) || priceFell[row] >= created ||
      hasRisen(profile, columns, row, before);
  };
}

function reasonOf(
  profile: Profile,
  columns: Columns,
  row: number,
  before: LastMatch,
  told: Told | null,
): MatchReason | null {
  const created = Date.parse(profile.created_at);
  const untold = (reason: MatchReason) => told?.reasons[reason] === undefined;
  if (!told && isNew(columns, row, created)) return "new";
  const isCheaper = told
    ? columns.figures.price[row] < told.price
    : columns.figures.priceFell[row] >= created;
  if (untold("price_drop") && isCheaper) return "price_drop";
  const score = columns.figures[`deal:${profile.strategy}`][row];
  const isBetter = told?.score != null
    ? score >= told.score + SCORE_RISE
    : hasRisen(profile, columns, row, before);
  return untold("score_up") && isBetter ? "score_up" : null;
}

/** Whether this service first had the listing after the profile was made. */
function isNew({ figures }: Columns, row: number, created: number): boolean {
  return figures.firstSeen[row] >= created;
}

function hasRisen(
  { strategy }: Profile,
  { ids, figures }: Columns,
  row: number,
  before: LastMatch,
): boolean {
  const known = before.of(ids[row])?.scores[strategy];
  return known != null &&
    figures[`deal:${strategy}`][row] >= known + SCORE_RISE;
}
