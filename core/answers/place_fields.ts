import type { z } from "zod";
import type { envelopeFields, Read } from "../../contracts/envelope.ts";
import { SCORING_METHOD } from "../../contracts/version.ts";
import { titleCase, townshipName } from "../engine/places/named.ts";
import type { TractAreas } from "../engine/places/tract_areas.ts";
import { placesAsOf } from "../engine/places/vintages.ts";
import { roundTo } from "../engine/rounding.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { median } from "../engine/statistics/quantile.ts";
import type { OperationContext } from "../service/operation.ts";
import { modelOf, modelVersionsOf } from "../service/stamp.ts";

/** What must be said with every score of a place. */
const DISCLOSURE =
  "Relative score of places from public records, not an appraisal and no forecast. " +
  "For screening only: a person must decide before money moves; " +
  "not for tenant screening, credit, employment or insurance decisions.";

/** What one calls the area of a tract: its community area, else its township; null in Lake County. */
export function areaName(
  snapshot: SnapshotData,
  { communityArea, township }: TractAreas,
): string | null {
  if (communityArea !== "") return titleCase(communityArea);
  return township === "" ? null : townshipName(snapshot, township);
}

/** Returns the confidence of an answer about several places: the median of theirs; null without any. */
export function placesConfidence(
  confidences: readonly number[],
): number | null {
  return confidences.length > 0 ? roundTo(median(confidences), 0) : null;
}

/** Returns the envelope of an answer about places. */
export function placeEnvelope(
  { snapshot, today }: OperationContext,
  confidence: number | null,
  read: Read,
): z.input<z.ZodObject<typeof envelopeFields>> {
  const model = modelOf(snapshot, SCORING_METHOD);
  return {
    as_of: placesAsOf(snapshot, today),
    model_versions: modelVersionsOf(model),
    model_version: model,
    warnings: [],
    confidence,
    disclosure: DISCLOSURE,
    read,
  };
}
