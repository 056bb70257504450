import { DAY_MS } from "../../contracts/day.ts";
import type { z } from "zod";
import type { envelopeFields, Strategy } from "../../contracts/envelope.ts";
import type { InventoryOutput } from "../../contracts/inventory.ts";
import {
  RISK_METHOD,
  SCORING_METHOD,
  VALUATION_METHOD,
} from "../../contracts/version.ts";
import { roundTo } from "../engine/rounding.ts";
import { countyScores } from "../engine/scoring/county_scores.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import { inventoryOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";
import { modelOf } from "../service/stamp.ts";
import { placeEnvelope } from "./place_fields.ts";

/** Best tracts told with the first page of a search. */
const TOP_TRACTS = 5;

/** Returns the version of every model whose figures a scored listing shows, as one text. */
export function listModel(snapshot: SnapshotData): string {
  return modelOf(snapshot, SCORING_METHOD, RISK_METHOD, VALUATION_METHOD);
}

/**
 * Returns the envelope of a list of scored listings.
 *
 * @param confidences of the values shown
 */
export function listEnvelope(
  context: OperationContext,
  index: InventoryIndex,
  confidences: readonly number[],
  strategy: Strategy,
): z.input<z.ZodObject<typeof envelopeFields>> {
  const { snapshot, today } = context;
  const envelope = placeEnvelope(
    context,
    confidences.length > 0
      ? roundTo(confidences.reduce((a, b) => a + b) / confidences.length, 0)
      : null,
    {
      strategy,
      verdict: "no_read",
      reasons: ["a search has no overall verdict; see each listing's"],
    },
  );
  const model = listModel(snapshot);
  const { staleRows } = index;
  return {
    ...envelope,
    as_of: newest(envelope.as_of, inventoryOf(context).asOf, today),
    model_versions: { ...envelope.model_versions, model },
    model_version: model,
    warnings: staleRows === 0 ? envelope.warnings : [...envelope.warnings, {
      code: "scores_pending",
      message:
        `${staleRows} listings are still being scored; their scores follow.`,
    }],
  };
}

/** The later of a day and the listings' newest change, up to today. */
function newest(day: string, changed: number | null, today: number): string {
  if (changed === null) return day;
  const listed = isoOf(Math.min(today, Math.floor(changed / DAY_MS)));
  return listed > day ? listed : day;
}

/** Returns the best tracts of the county for a strategy. */
export function topTracts(
  { snapshot, today }: OperationContext,
  strategy: Strategy,
): InventoryOutput["top_tracts"] {
  return countyScores(snapshot, today)
    .flatMap(({ geoid, strategies }) => {
      const { percentile, confidence } = strategies[strategy];
      return percentile === null ? [] : [{
        geoid,
        percentile: roundTo(percentile, 1),
        confidence: roundTo(confidence, 0),
      }];
    })
    .sort((a, b) => b.percentile - a.percentile || (a.geoid < b.geoid ? -1 : 1))
    .slice(0, TOP_TRACTS);
}
