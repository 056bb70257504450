import type { z } from "zod";
import type { envelopeFields, Read } from "../../contracts/envelope.ts";
import {
  SCORING_METHOD,
  UNDERWRITE_METHOD,
  VERSION,
} from "../../contracts/version.ts";
import { titleCase, townshipName } from "../engine/places/named.ts";
import type { TractAreas } from "../engine/places/tract_areas.ts";
import { placesAsOf } from "../engine/places/vintages.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import type { OperationContext } from "../service/operation.ts";

/** What must be said with every score of a place. */
const DISCLOSURE =
  "Relative score of places from public records, not an appraisal and no forecast. " +
  "For screening only: a person must decide before money moves; " +
  "not for tenant screening, credit, employment or insurance decisions.";

/** Version of the scores on a snapshot. */
function scoresVersion({ id }: SnapshotData): string {
  return `${SCORING_METHOD}+${id.slice(0, 12)}`;
}

/** What one calls the area of a tract: its community area, else its township; null in Lake County. */
export function areaName(
  snapshot: SnapshotData,
  { communityArea, township }: TractAreas,
): string | null {
  if (communityArea !== "") return titleCase(communityArea);
  return township === "" ? null : townshipName(snapshot, township);
}

/** The envelope of an answer about places. */
export function placeEnvelope(
  { snapshot, today }: OperationContext,
  confidence: number | null,
  read: Read,
): z.input<z.ZodObject<typeof envelopeFields>> {
  const model = scoresVersion(snapshot);
  return {
    as_of: placesAsOf(snapshot, today),
    model_versions: {
      model,
      underwrite: UNDERWRITE_METHOD,
      serving: VERSION,
    },
    model_version: model,
    warnings: [],
    confidence,
    disclosure: DISCLOSURE,
    read,
  };
}
