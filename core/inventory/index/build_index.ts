import type { SnapshotData } from "../../engine/snapshot.ts";
import type { Inventory } from "../inventory.ts";
import { isForSale, type Listing } from "../listing.ts";
import {
  type ListingScore,
  pendingScore,
  scoreBasis,
  scoreModel,
} from "../scoring/listing_score.ts";
import {
  columnsOf,
  type Freshness,
  type KeptRow,
  scoreAt,
  type ScoredRow,
} from "./columns.ts";
import type { ClusterLevels } from "./cluster_levels.ts";
import { InventoryIndex, positionedRows } from "./inventory_index.ts";

/** What an index is made from. */
export interface IndexSource {
  readonly snapshot: SnapshotData;
  readonly inventory: Inventory;
  /** The day to answer for, days since 1970-01-01 UTC. */
  readonly today: number;
  /** Scores that are known beside those of the earlier index, by listing. */
  readonly scores: ReadonlyMap<string, ListingScore>;
  /** The index that this one follows. */
  readonly earlier?: InventoryIndex;
  /** Groups rows for the map; default: on first use. */
  readonly group?: (
    rows: Uint32Array,
    lon: Float64Array,
    lat: Float64Array,
  ) => Promise<ClusterLevels>;
}

/** An index, and what of it is still to be scored: those without a score first, then those of an earlier day. */
export interface BuiltIndex {
  readonly index: InventoryIndex;
  readonly unscored: readonly Listing[];
}

/** Returns the index of an inventory. A listing without a current score is in it, and says so. */
export async function buildIndex(
  { snapshot, inventory, today, scores, earlier, group }: IndexSource,
): Promise<BuiltIndex> {
  const model = scoreModel(snapshot);
  const { version } = inventory;
  const rows: (ScoredRow | KeptRow)[] = [];
  const missing: Listing[] = [];
  const dated: Listing[] = [];
  for (const listing of inventory.all()) {
    if (!isForSale(listing) || !(listing.listPrice > 0)) continue;
    if (listing.onMarket > today) continue;
    const from = earlier?.rowOf(listing.id) ?? -1;
    const basis = scoreBasis(listing);
    const known = from >= 0 && earlier!.columns.bases[from] === basis
      ? scoreAt(earlier!.columns, from, model)
      : undefined;
    const given = scores.get(listing.id);
    const fresh = given?.model === model && given.basis === basis &&
        (!known || given.day !== known.day)
      ? given
      : undefined;
    const score = fresh ?? known;
    const freshness: Freshness = score
      ? "current"
      : given && given.model !== model
      ? "older_model"
      : "pending";
    if (!score) missing.push(listing);
    else if (score.day !== today) dated.push(listing);
    if (!fresh && known && earlier!.columns.listings[from] === listing) {
      rows.push({ listing, from });
      continue;
    }
    const isSame = from >= 0 && fresh && known &&
      earlier!.columns.listings[from] === listing &&
      sameFigures(fresh, known);
    rows.push({
      listing,
      score: score ??
        pendingScore(snapshot, listing, today, freshness === "older_model"),
      freshness,
      changed: isSame ? earlier!.columns.changed[from] : version,
    });
  }
  const columns = columnsOf(snapshot, rows, earlier?.columns);
  const clusters = group && await group(
    positionedRows(columns),
    columns.figures.lon,
    columns.figures.lat,
  );
  return {
    index: new InventoryIndex(version, columns, clusters),
    unscored: [...missing, ...dated],
  };
}

/** Whether two scores show the same, whatever day they were made. */
function sameFigures(a: ListingScore, b: ListingScore): boolean {
  return JSON.stringify({ ...a, day: 0 }) === JSON.stringify({ ...b, day: 0 });
}
