import type { ModelVersions, Stamp } from "../../contracts/envelope.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { modelVersion } from "../engine/valuation/model/model_version.ts";
import { newestSaleDay } from "./effective_date.ts";
import { SYNTHETIC } from "./serve.ts";
import { UNDERWRITE_METHOD, VERSION } from "../../contracts/version.ts";

/**
 * Returns `model` of `model_versions`: every method whose numbers an answer shows, and the data and fitted model
 * they rest on. Source: decisions, ruling 4.
 */
export function modelOf(
  { id }: SnapshotData,
  ...methods: readonly [string, ...string[]]
): string {
  return [...methods, id.slice(0, 12)].join("+");
}

/** Versions that, with equal inputs, guarantee equal numbers. */
export function modelVersionsOf(model: string): ModelVersions {
  return { model, underwrite: UNDERWRITE_METHOD, serving: VERSION };
}

/** The envelope of an answer that rests on no single fact: of what data and which release it is. */
export function stampOf(snapshot: SnapshotData): Stamp {
  const newest = newestSaleDay(snapshot);
  const model = modelVersion(snapshot);
  return {
    as_of: newest === undefined ? null : isoOf(newest),
    model_versions: modelVersionsOf(model),
    model_version: model,
    warnings: snapshot.synthetic ? [SYNTHETIC] : [],
  };
}
