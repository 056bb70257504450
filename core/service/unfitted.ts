import type { SnapshotData } from "../engine/snapshot.ts";

/** Sales from which a model that has to be fitted first takes seconds. */
const SLOW_FROM = 20_000;

/** Returns why values of a large snapshot take long and what to do about it; null where they do not. */
export function unfittedText(
  { tables: { sales }, model }: SnapshotData,
  named: string,
): string | null {
  if (model.size > 0 || sales.rows < SLOW_FROM) return null;
  return `this snapshot has no fitted model, so one is fitted first to ${
    sales.rows.toLocaleString("en-US")
  } sales, which takes long, and values have no error rates; \`twoflat fit ${named}\` stores both`;
}
