import { GATES } from "../../../contracts/constants/valuation.ts";
import { ratioStudy } from "../statistics/ratio.ts";
import { percent } from "../words.ts";
import type { OutOfSample } from "./conformal.ts";

/** An out-of-sample row with the interval that was published for it, built from earlier rows only. */
export interface IntervalRow extends OutOfSample {
  readonly conservative: number;
  readonly aggressive: number;
}

/** What a chronological backtest showed. Errors and shares are fractions. */
export interface SegmentFigures {
  readonly test_sales: number;
  readonly median_error: number;
  readonly within_10: number;
  readonly within_20: number;
  readonly median_ratio: number;
  readonly coverage: number;
  readonly prb: number;
}

/** What a segment's backtest showed, and what may be published there. */
export interface SegmentResult extends SegmentFigures {
  readonly segment: string;
  readonly gate: "point" | "range" | "suppress";
  /** Which gate numbers were missed, in words; empty for `point`. */
  readonly reasons: readonly string[];
}

/** The figures of rows, at least one. */
export function segmentFigures(rows: readonly IntervalRow[]): SegmentFigures {
  const study = ratioStudy(
    rows.map((row) => row.base),
    rows.map((row) => row.price),
  );
  const covered = rows.filter((row) =>
    row.conservative <= row.price && row.price <= row.aggressive
  );
  return {
    test_sales: study.n,
    median_error: study.median_error,
    within_10: study.within_10,
    within_20: study.within_20,
    median_ratio: study.median_ratio,
    coverage: covered.length / rows.length,
    prb: study.prb,
  };
}

/** Grades one segment by the gates of the constants contract. */
export function gateSegment(
  segment: string,
  rows: readonly IntervalRow[],
): SegmentResult {
  const { point, suppress } = GATES;
  const figures = { segment, ...segmentFigures(rows) };
  const suppressed = [
    figures.test_sales < suppress.min_test_sales &&
    `${figures.test_sales} test sales, ${suppress.min_test_sales} needed`,
    figures.median_error > suppress.max_median_error &&
    `median error ${percent(figures.median_error, 1)}, at most ${
      percent(suppress.max_median_error, 1)
    } allowed`,
  ].filter((reason) => reason !== false);
  if (suppressed.length > 0) {
    return { ...figures, gate: "suppress", reasons: suppressed };
  }
  const missed = [
    figures.test_sales < point.min_test_sales &&
    `${figures.test_sales} test sales, ${point.min_test_sales} needed`,
    figures.median_error > point.max_median_error &&
    `median error ${percent(figures.median_error, 1)}, at most ${
      percent(point.max_median_error, 1)
    } allowed`,
    figures.within_20 < point.min_within_20 &&
    `${percent(figures.within_20, 1)} within 20%, ${
      percent(point.min_within_20, 1)
    } needed`,
    (figures.coverage < point.min_coverage ||
      figures.coverage > point.max_coverage) &&
    `interval covers ${percent(figures.coverage, 1)}, ${
      percent(point.min_coverage, 1)
    } to ${percent(point.max_coverage, 1)} needed`,
    Math.abs(figures.prb) > point.max_abs_prb &&
    `PRB ${figures.prb.toFixed(3)}, within ${point.max_abs_prb} needed`,
  ].filter((reason) => reason !== false);
  return {
    ...figures,
    gate: missed.length === 0 ? "point" : "range",
    reasons: missed,
  };
}

/** Grades every segment that occurs, in alphabetical order. */
export function gateSegments(rows: readonly IntervalRow[]): SegmentResult[] {
  const groups = Map.groupBy(rows, (row) => row.segment);
  return [...groups.keys()].sort().map((segment) =>
    gateSegment(segment, groups.get(segment)!)
  );
}
