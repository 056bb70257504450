import { hash } from "node:crypto";
import type { ReplayRow } from "../store/replays.ts";
import type { OperationContext } from "./operation.ts";

/** Fields that do not belong to the figures: they may change without them. */
const ASIDE = new Set(["warnings", "model_versions", "model_version"]);

/** An answer of an operation. */
export type Answer = Readonly<Record<string, unknown>>;

/** Returns the id that an answer can be asked for again by; undefined without one. */
export function replayIdOf(answer: Answer): string | undefined {
  const id = answer.analysis_id ?? answer.valuation_id;
  return typeof id === "string" ? id : undefined;
}

/** Returns how an answer came about. */
export function replayRow(
  operation: string,
  input: Answer,
  answer: Answer,
  { snapshot, today }: Pick<OperationContext, "snapshot" | "today">,
): ReplayRow {
  return {
    operation,
    input,
    day: today,
    snapshot: snapshot.id,
    at: Date.now(),
    fields: digests(answer),
  };
}

/** Returns a digest of each field of an answer. */
export function digests(answer: Answer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answer).filter(([field]) => !ASIDE.has(field))
      .map(([field, value]) => [
        field,
        hash("sha256", JSON.stringify(value) ?? "", "base64url").slice(0, 16),
      ]),
  );
}
