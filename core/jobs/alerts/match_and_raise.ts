import type { MatchReason } from "../../../contracts/alerts.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { Columns } from "../../inventory/index/columns.ts";
import type { InventoryIndex } from "../../inventory/index/inventory_index.ts";
import { allProfiles } from "../../store/alerts/profiles.ts";
import { raise, type Told, toldOf } from "../../store/alerts/raise.ts";
import {
  type KnownScores,
  readScores,
  writeScores,
} from "../../store/alerts/scores.ts";
import { alertOf } from "./alert_of.ts";
import { matchProfiles } from "./match.ts";
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
  readonly matches: number;
  readonly raised: number;
}

/**
 * Matches every profile against the listings and raises what is new for its owner: a listing that
 * came after the profile, a price that fell, a score that rose. Doing it again raises nothing twice.
 *
 * @param now epoch milliseconds
 * @param dryRun counts what would be raised, and writes nothing
 */
export async function matchAndRaise(
  kv: Deno.Kv,
  { snapshot, index: { columns }, today, publicUrl }: MatchSource,
  { now, dryRun = false, signal }: {
    readonly now: number;
    readonly dryRun?: boolean;
    readonly signal?: AbortSignal;
  },
): Promise<MatchCounts> {
  const before = await readScores(kv);
  const profiles = await Array.fromAsync(allProfiles(kv));
  let matches = 0, raised = 0;
  for (
    const { profile: { owner, profile }, row } of matchProfiles(
      snapshot,
      columns,
      profiles,
    )
  ) {
    matches++;
    if (!mayHaveChanged(profile, columns, row, before)) continue;
    signal?.throwIfAborted();
    const property = snapshot.tables.parcels.property_id.at(
      columns.parcel[row],
    );
    const told = await toldOf(kv, owner, profile.profile_id, property);
    const reason = reasonOf(profile, columns, row, before, told);
    if (reason === null) continue;
    if (dryRun) {
      raised++;
      continue;
    }
    const alert = alertOf(
      { snapshot, columns, today, now, publicUrl },
      row,
      profile,
      reason,
    );
    const zone = profile.quiet_hours?.time_zone ?? "UTC";
    const due = leavesAt(profile.quiet_hours, now);
    const capDay = localDate(now, zone);
    if (await raise(kv, { owner, profile, alert, capDay, due }, now)) raised++;
  }
  if (!dryRun) await writeScores(kv, before, columns);
  return { profiles: profiles.length, matches, raised };
}

/** A quick look that needs no store: whether there could be a reason at all. */
function mayHaveChanged(
  profile: Profile,
  columns: Columns,
  row: number,
  before: KnownScores,
): boolean {
  const created = Date.parse(profile.created_at);
  return isNew(columns, row, created) ||
    columns.figures.priceFell[row] >= created ||
    hasRisen(profile, columns, row, before);
}

function reasonOf(
  profile: Profile,
  columns: Columns,
  row: number,
  before: KnownScores,
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
  before: KnownScores,
): boolean {
  const known = before.of(ids[row])?.[strategy];
  return known != null &&
    figures[`deal:${strategy}`][row] >= known + SCORE_RISE;
}
