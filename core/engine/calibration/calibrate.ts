import {
  fitIsotonic,
  isotonicAt,
  type IsotonicFit,
} from "../statistics/isotonic.ts";
import {
  type Band,
  bandAround,
  conformalBand,
  type OutOfSample,
} from "./conformal.ts";
import {
  type IntervalRow,
  judgeSegments,
  type SegmentResult,
} from "./segments.ts";

/** What the past says about the engine's errors: everything that turns a value into an interval, a confidence and a state. */
export interface Calibration {
  /** Nominal coverage of the intervals. */
  readonly interval: number;
  /** First and last day of the sales it was learned from. */
  readonly from: number;
  readonly to: number;
  readonly sales: number;
  /** Interval ends for segments that occur, in units of the error guess. */
  readonly bands: Readonly<Record<string, Band>>;
  /** For segments that do not. */
  readonly pooled: Band;
  /** Chance that the error is within 20%, by minus the error guess. */
  readonly within20: IsotonicFit;
  readonly segments: readonly SegmentResult[];
}

/** How a calibration is learned. */
export interface CalibrationOptions {
  /** Nominal coverage, default 0.8. */
  readonly interval?: number;
  /** Weight of the other segments in a segment's band, in sales; default 60. */
  readonly pooled?: number;
  /** Rows needed before an interval is published at all; default 100. */
  readonly minimum?: number;
}

const DEFAULTS = { interval: 0.8, pooled: 60, minimum: 100 } as const;

/** Learns the error guess -> chance of being within 20% curve. */
function fitWithin20(rows: readonly OutOfSample[]): IsotonicFit {
  return fitIsotonic(
    rows.map((row) => -row.scale),
    rows.map((row) => Math.abs(row.base / row.price - 1) <= 0.2 ? 1 : 0),
  );
}

/**
 * Learns from out-of-sample rows in any order. `published` are the same or fewer rows with the
 * intervals they were given at the time, from which segments are judged.
 *
 * @returns null when there are fewer rows than the minimum: too little history to say anything
 */
export function calibrate(
  rows: readonly OutOfSample[],
  published: readonly IntervalRow[],
  options: CalibrationOptions = {},
): Calibration | null {
  const { interval, pooled, minimum } = { ...DEFAULTS, ...options };
  if (rows.length < minimum) return null;
  const segments = [...new Set(rows.map((row) => row.segment))].sort();
  const days = rows.map((row) => row.day);
  return {
    interval,
    from: days.reduce((a, b) => Math.min(a, b)),
    to: days.reduce((a, b) => Math.max(a, b)),
    sales: rows.length,
    bands: Object.fromEntries(
      segments.map((
        segment,
      ) => [segment, conformalBand(rows, segment, interval, pooled)]),
    ),
    pooled: conformalBand(rows, "", interval, rows.length),
    within20: fitWithin20(rows),
    segments: judgeSegments(published),
  };
}

/** The interval and the calibrated chance, 0-1, that the value is within 20%. */
export function applyCalibration(
  calibration: Calibration,
  value: {
    readonly segment: string;
    readonly base: number;
    readonly scale: number;
  },
): {
  readonly conservative: number;
  readonly aggressive: number;
  readonly within20: number;
} {
  const band = calibration.bands[value.segment] ?? calibration.pooled;
  return {
    ...bandAround(value.base, value.scale, band),
    within20: isotonicAt(calibration.within20, -value.scale),
  };
}
