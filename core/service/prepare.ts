import { countyScores } from "../engine/scoring/county_scores.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { addressIndex } from "../engine/subject/address_index.ts";
import { snapshotInventory } from "../inventory/snapshot_inventory.ts";
import { parcelIndex } from "../engine/geo/parcel_index.ts";
import { assessedRatios } from "../engine/tax/assessed_ratio.ts";
import { prepareValuation } from "../engine/valuation/value.ts";

/**
 * Builds what is kept with a snapshot and most answers need, so that a server's first callers
 * wait no longer than later ones. Otherwise it is built on first use.
 *
 * @param today the day to answer for, days since 1970-01-01 UTC
 */
export function prepareAnswers(snapshot: SnapshotData, today: number): void {
  prepareValuation(snapshot);
  countyScores(snapshot, today);
  assessedRatios(snapshot);
  parcelIndex(snapshot);
  addressIndex(snapshot);
  snapshotInventory(snapshot);
}
