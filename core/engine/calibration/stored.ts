import type { SnapshotData } from "../snapshot.ts";
import type { Calibration, TooLittleHistory } from "./calibrate.ts";

/** File of a snapshot's model that holds its calibration. */
export const CALIBRATION_FILE = "calibration.json";

const stored = new WeakMap<
  SnapshotData,
  Calibration | TooLittleHistory | null
>();

/** The calibration learned from a snapshot's own backtest; null before `twoflat fit`. */
export function calibrationOf(
  snapshot: SnapshotData,
): Calibration | TooLittleHistory | null {
  let learned = stored.get(snapshot);
  if (learned === undefined) {
    const file = snapshot.model.get(CALIBRATION_FILE);
    learned = file ? JSON.parse(new TextDecoder().decode(file)) : null;
    stored.set(snapshot, learned!);
  }
  return learned!;
}
