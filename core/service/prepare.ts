import { parcelIndex } from "../engine/geo/parcel_index.ts";
import { zipYields } from "../engine/market_pulse/zip_yields.ts";
import { tractAreas } from "../engine/places/tract_areas.ts";
import { dataVintages } from "../engine/places/vintages.ts";
import { countyScores } from "../engine/scoring/county_scores.ts";
import { priceLevels } from "../engine/scoring/price_level.ts";
import type { SnapshotData, Steps } from "../engine/snapshot.ts";
import { addressIndex } from "../engine/subject/address_index.ts";
import { assessedRatios } from "../engine/tax/assessed_ratio.ts";
import { valuationSteps } from "../engine/valuation/value.ts";
import { inSlices, type Runner } from "../inventory/in_slices.ts";
import { snapshotInventory } from "../inventory/snapshot_inventory.ts";

/**
 * Builds what is kept with a snapshot and answers need, so that a server's first callers wait no
 * longer than later ones. Otherwise it is built on first use. Requests have their turns between
 * its steps.
 *
 * @param today the day to answer for, days since 1970-01-01 UTC
 */
export async function prepareAnswers(
  snapshot: SnapshotData,
  today: number,
  run: Runner = inSlices,
): Promise<void> {
  await prepareValues(snapshot, today, run);
  await prepareRest(snapshot, today, run);
}

/**
 * Builds the part of it that values, scores and listings need.
 *
 * @param today the day to answer for, days since 1970-01-01 UTC
 */
export function prepareValues(
  snapshot: SnapshotData,
  today: number,
  run: Runner,
): Promise<void> {
  return run(values(snapshot, today));
}

/**
 * Builds the rest of it: what finds parcels by address and by place, and the county's overview.
 *
 * @param today the day to answer for, days since 1970-01-01 UTC
 */
export function prepareRest(
  snapshot: SnapshotData,
  today: number,
  run: Runner,
): Promise<void> {
  return run(rest(snapshot, today));
}

function* values(snapshot: SnapshotData, today: number): Steps<void> {
  yield* valuationSteps(snapshot);
  yield;
  tractAreas(snapshot);
  yield;
  priceLevels(snapshot);
  yield;
  countyScores(snapshot, today);
  yield;
  assessedRatios(snapshot);
  yield;
  snapshotInventory(snapshot);
}

function* rest(snapshot: SnapshotData, today: number): Steps<void> {
  yield* addressIndex.inSteps(snapshot);
  yield* parcelIndex.inSteps(snapshot);
  yield;
  zipYields(snapshot, today);
  yield;
  dataVintages(snapshot);
}
