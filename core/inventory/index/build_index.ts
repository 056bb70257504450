import type { SnapshotData, Steps } from "../../engine/snapshot.ts";
import { inSlices, type Runner } from "../in_slices.ts";
import type { Inventory } from "../inventory.ts";
import { isForSale, type Listing } from "../listing.ts";
import {
  type ListingScore,
  pendingScore,
  scoreBasis,
  scoreModel,
} from "../scoring/listing_score.ts";
import { type Columns, FRESHNESS, listingAt } from "./columns.ts";
import { columnsOf } from "./make_columns.ts";
import { scoreAt, type ScoredRow } from "./scored_row.ts";
import type { ClusterLevels } from "./cluster_levels.ts";
import { InventoryIndex, positionedRows } from "./inventory_index.ts";

/** What an index is made from. */
export interface IndexSource {
  readonly snapshot: SnapshotData;
  readonly inventory: Inventory;
  /** The day to answer for, days since 1970-01-01 UTC. */
  readonly today: number;
  /** Scores that are known besides those of the earlier index, by listing. */
  readonly scores: ReadonlyMap<string, ListingScore>;
  /** The index that this one follows. */
  readonly earlier?: InventoryIndex;
  /** Default: as soon as it can be done. */
  readonly run?: Runner;
  /** Groups rows for the map; default: on first use. */
  readonly group?: (
    rows: Uint32Array,
    lon: Float64Array,
    lat: Float64Array,
  ) => Promise<ClusterLevels>;
}

/** An index, and what it no longer has. */
export interface BuiltIndex {
  readonly index: InventoryIndex;
  /** Identifiers that the earlier index has, and this one has not. */
  readonly gone: readonly string[];
}

/**
 * Returns the index of an inventory. A listing without a current score is in it, and says so. Of an
 * inventory that the earlier index knows, only what changed is read.
 */
export async function buildIndex(source: IndexSource): Promise<BuiltIndex> {
  const { snapshot, inventory, today, earlier, group, run = inSlices } = source;
  const { ids, scored, ...rows } = await run(rowsOf(source));
  const from = Int32Array.from(rows.from);
  const columns = await run(columnsOf({
    snapshot,
    inventory,
    ids,
    scored,
    earlier: earlier && { columns: earlier.columns, from },
  }));
  const made = earlier && areAtOnePlace(earlier.columns, columns)
    ? earlier.madeClusters
    : undefined;
  const { lon, lat } = columns.figures;
  const clusters = made ?? await group?.(positionedRows(columns), lon, lat);
  return {
    index: new InventoryIndex(
      inventory.version,
      today,
      columns,
      clusters,
      earlier && { index: earlier, from },
    ),
    gone: earlier ? without(earlier.columns.ids, ids) : [],
  };
}

/** The first of two lists in order without the words of the second. */
function without(
  words: readonly string[],
  others: readonly string[],
): string[] {
  let next = 0;
  return words.filter((word) => {
    while (next < others.length && others[next] < word) next++;
    return others[next] !== word;
  });
}

/** The rows of an index: which are as they were, and the new ones. */
interface Rows {
  readonly ids: string[];
  /** Number of each row in the earlier index; -1 for a new one. */
  readonly from: number[];
  readonly scored: Map<number, ScoredRow>;
}

/** Rows read in a step. */
const STEP = 100;

function* rowsOf(source: IndexSource): Steps<Rows> {
  const { inventory, today, scores, earlier } = source;
  const touched = new Set(
    earlier && inventory.changesSince(earlier.columns.inventory).changed,
  );
  const known = earlier?.columns.ids ?? [];
  const rows: Rows = { ids: [], from: [], scored: new Map() };
  let next = 0, done = 0;
  for (const id of inventory.ids()) {
    if (done++ % STEP === 0) yield;
    while (next < known.length && known[next] < id) next++;
    const from = known[next] === id ? next : -1;
    const isSame = earlier !== undefined && !touched.has(id);
    // What was not for sale that day, and has not changed, is not now.
    if (isSame && from < 0 && today === earlier.today) continue;
    if (!isSame || from < 0 || today < earlier.today || scores.has(id)) {
      const listing = inventory.get(id)!;
      if (!isOnOffer(listing, today)) continue;
      const row = scoredRow(source, listing, from, isSame);
      if (row) rows.scored.set(rows.ids.length, row);
      rows.from.push(row ? -1 : from);
    } else rows.from.push(from);
    rows.ids.push(id);
  }
  return rows;
}

function isOnOffer(listing: Listing, today: number): boolean {
  return isForSale(listing) && listing.listPrice > 0 &&
    listing.onMarket <= today;
}

/** The row of a listing; null when it is as it was in the earlier index. */
function scoredRow(
  { snapshot, inventory, today, scores, earlier }: IndexSource,
  listing: Listing,
  from: number,
  isSame: boolean,
): ScoredRow | null {
  const model = scoreModel(snapshot);
  const basis = scoreBasis(listing);
  const known = from < 0 ? undefined : knownScore(earlier!, from, basis, model);
  const given = scores.get(listing.id);
  const fresh = given?.model === model && given.basis === basis &&
      (!known || given.day > known.day)
    ? given
    : undefined;
  const score = fresh ?? known;
  if (!fresh && known && isSame) return null;
  const isOlder = given !== undefined && given.model !== model;
  const isAlike = isSame && fresh && known && sameFigures(fresh, known);
  return {
    listing,
    score: score ?? pendingScore(snapshot, listing, today, isOlder),
    freshness: score ? "current" : isOlder ? "older_model" : "pending",
    changed: isAlike
      ? earlier!.columns.figures.changed[from]
      : inventory.version,
  };
}

/** The score that a row has in an earlier index; undefined without one that rests on these facts. */
function knownScore(
  { columns }: InventoryIndex,
  row: number,
  basis: string,
  model: string,
): ListingScore | undefined {
  if (FRESHNESS[columns.codes.freshness[row]] !== "current") return undefined;
  const score = scoreAt(columns, row, listingAt(columns, row), model);
  return score.basis === basis ? score : undefined;
}

/** Whether the rows of two indexes lie at the same positions, so that their groups are the same. */
function areAtOnePlace(
  { rows, figures: a }: Columns,
  { rows: others, figures: b }: Columns,
): boolean {
  if (rows !== others) return false;
  for (let row = 0; row < rows; row++) {
    if (
      !Object.is(a.lat[row], b.lat[row]) || !Object.is(a.lon[row], b.lon[row])
    ) return false;
  }
  return true;
}

/** Whether two scores show the same, whatever day they were made. */
function sameFigures(a: ListingScore, b: ListingScore): boolean {
  return JSON.stringify({ ...a, day: 0 }) === JSON.stringify({ ...b, day: 0 });
}
