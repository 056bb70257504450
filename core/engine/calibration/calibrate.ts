import { MODEL_CONFIG, type ModelConfig } from "../model_config.ts";
import { CALIBRATION, GATES } from "../../../contracts/constants/valuation.ts";
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
  sortedScores,
} from "./conformal.ts";
import {
  type ErrorGuess,
  type ErrorScale,
  learnErrorScale,
  scaleOf,
} from "./error_scale.ts";
import {
  gateSegments,
  type IntervalRow,
  type SegmentFigures,
  segmentFigures,
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
  /** Corrects the engine's guesses of its errors. */
  readonly errorScale: ErrorScale;
  /** Interval ends for segments that occur, in units of the corrected guess. */
  readonly bands: Readonly<Record<string, Band>>;
  /** For segments that do not. */
  readonly pooled: Band;
  /** Chance that the error is within 20%, by minus the corrected guess. */
  readonly within20: IsotonicFit;
  /** All segments together; null when no sale had a learned interval yet. */
  readonly overall: SegmentFigures | null;
  readonly segments: readonly SegmentResult[];
}

/**
 * Learns the curve from error guess to the chance of being within 20%. Sales go in by groups of
 * like guesses, so that no step of the curve rests on a few.
 */
function fitWithin20(
  rows: readonly OutOfSample[],
  stepSales: number,
): IsotonicFit {
  const error = ({ base, price }: OutOfSample) => Math.abs(base / price - 1);
  const surest = rows.toSorted((a, b) =>
    b.scale - a.scale || error(b) - error(a)
  );
  const groups = Math.max(1, Math.floor(surest.length / stepSales));
  const group = (at: number) =>
    Math.min(groups - 1, Math.floor(at / stepSales));
  return fitIsotonic(
    surest.map((_, at) => -surest[group(at) * stepSales].scale),
    surest.map((row) => error(row) <= 0.2 ? 1 : 0),
  );
}

/** What a snapshot says when it has been backtested on too few sales to say anything. */
export interface TooLittleHistory {
  readonly sales: number;
  readonly needed: number;
}

/** Whether a calibration is one. */
export function isCalibrated(
  learned: Calibration | TooLittleHistory,
): learned is Calibration {
  return "bands" in learned;
}

/**
 * Learns from out-of-sample rows in any order. `published` are the same or fewer rows with the
 * intervals they were given at the time, from which segments are graded.
 */
export function calibrate(
  rows: readonly OutOfSample[],
  published: readonly IntervalRow[],
  config: ModelConfig["calibration"] = MODEL_CONFIG.calibration,
): Calibration | TooLittleHistory {
  const {
    targetCoverage,
    pooledSales,
    halfLifeDays,
    stepSales,
    errorScalePriorSales,
    minSales,
  } = config;
  if (rows.length < minSales) {
    return { sales: rows.length, needed: minSales };
  }
  const days = rows.map((row) => row.day);
  const newest = days.reduce((a, b) => Math.max(a, b));
  const errorScale = learnErrorScale(
    rows.map((row) => ({
      ...row,
      error: Math.abs(Math.log(row.price / row.base)),
      weight: 2 ** ((row.day - newest) / halfLifeDays),
    })),
    errorScalePriorSales,
  );
  const corrected = rows.map((row) => ({
    ...row,
    scale: scaleOf(errorScale, row),
  }));
  const scores = sortedScores(corrected, halfLifeDays);
  const band = (segment: string, pooled: number) =>
    conformalBand(scores, segment, targetCoverage, pooled);
  return {
    interval: CALIBRATION.interval,
    from: days.reduce((a, b) => Math.min(a, b)),
    to: newest,
    sales: rows.length,
    errorScale,
    bands: Object.fromEntries(
      scores.segments.map((segment) => [segment, band(segment, pooledSales)]),
    ),
    pooled: band("", rows.length),
    within20: fitWithin20(corrected, stepSales),
    overall: published.length === 0 ? null : segmentFigures(published),
    segments: gateSegments(published),
  };
}

/** What a snapshot's backtest says of a segment. One without a backtested sale is suppressed like one with too few. */
export function segmentResult(
  learned: Calibration | TooLittleHistory,
  segment: string,
): SegmentResult {
  if (!isCalibrated(learned)) {
    return untested(
      segment,
      `the snapshot was backtested on ${learned.sales} sales in all, ${learned.needed} needed`,
    );
  }
  const { min_test_sales } = GATES.suppress;
  return learned.segments.find((each) => each.segment === segment) ??
    untested(segment, `no test sales, ${min_test_sales} needed`);
}

function untested(segment: string, reason: string): SegmentResult {
  return {
    segment,
    test_sales: 0,
    median_error: 0,
    within_10: 0,
    within_20: 0,
    median_ratio: 1,
    coverage: 0,
    prb: 0,
    gate: "suppress",
    reasons: [reason],
  };
}

/** The interval and the calibrated chance, 0-1, that the value is within 20%. */
export function applyCalibration(
  calibration: Calibration,
  value: ErrorGuess & { readonly segment: string },
): {
  readonly conservative: number;
  readonly aggressive: number;
  readonly within20: number;
} {
  const band = calibration.bands[value.segment] ?? calibration.pooled;
  const scale = scaleOf(calibration.errorScale, value);
  return {
    ...bandAround(value.base, scale, band),
    within20: isotonicAt(calibration.within20, -scale),
  };
}
