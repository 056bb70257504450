import { perSnapshot } from "../snapshot.ts";
import type { Calibration, TooLittleHistory } from "./calibrate.ts";

/** File of a snapshot's model that holds its calibration. */
export const CALIBRATION_FILE = "calibration.json";

/** The calibration learned from a snapshot's own backtest; null before `twoflat fit`. */
export const calibrationOf = perSnapshot(
  ({ model }): Calibration | TooLittleHistory | null => {
    const file = model.get(CALIBRATION_FILE);
    return file ? JSON.parse(new TextDecoder().decode(file)) : null;
  },
);
