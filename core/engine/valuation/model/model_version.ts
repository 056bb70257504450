import { VALUATION_METHOD } from "../../../../contracts/version.ts";
import type { SnapshotData } from "../../snapshot.ts";

/** `model` of `model_versions`: the method, and the data and fitted model it runs on. */
export function modelVersion({ id }: SnapshotData): string {
  return `${VALUATION_METHOD}+${id.slice(0, 12)}`;
}
