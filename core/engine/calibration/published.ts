import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { isCalibrated } from "./calibrate.ts";
import type { SegmentFigures } from "./segments.ts";
import { calibrationOf } from "./stored.ts";

/** What a snapshot's own backtest showed of all its segments together. */
export interface Published {
  /** First and last day of the sales it was learned from. */
  readonly from: number;
  readonly to: number;
  /** Sales it was learned from, those of the warm-up among them. */
  readonly sales: number;
  /** Nominal coverage of the intervals. */
  readonly interval: number;
  /** Null when no sale had a learned interval yet. */
  readonly overall: SegmentFigures | null;
}

/**
 * The figures a snapshot publishes, null before `twoflat fit` or with too few sales. Disclosures,
 * the coverage page and the scorecard all quote these.
 */
export const publishedOf: (snapshot: SnapshotData) => Published | null =
  perSnapshot((snapshot) => {
    const learned = calibrationOf(snapshot);
    if (!learned || !isCalibrated(learned)) return null;
    const { from, to, sales, interval, overall } = learned;
    return { from, to, sales, interval, overall };
  });
