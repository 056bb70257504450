import { GATES } from "../../../contracts/constants/valuation.ts";
import type {
  BacktestFigures,
  CoverageInput,
  CoverageOutput,
  CoveredSegment,
} from "../../../contracts/coverage.ts";
import { coverage as contract } from "../../../contracts/operations/coverage.ts";
import {
  type Calibration,
  isCalibrated,
  segmentResult,
  type TooLittleHistory,
} from "../../engine/calibration/calibrate.ts";
import { publishedOf } from "../../engine/calibration/published.ts";
import type { SegmentFigures } from "../../engine/calibration/segments.ts";
import { calibrationOf } from "../../engine/calibration/stored.ts";
import { townshipName } from "../../engine/places/named.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  isoOf,
  perSnapshot,
  type SnapshotData,
} from "../../engine/snapshot.ts";
import { MODELLED_TYPES } from "../../engine/tables.ts";
import { disclosureOfSnapshot } from "../../engine/valuation/decision/disclosure.ts";
import { modelVersion } from "../../engine/valuation/model/model_version.ts";
import {
  segmentKey,
  trainingSales,
} from "../../engine/valuation/training/sales.ts";
import { newestSaleDay } from "../../service/effective_date.ts";
import type { Operation } from "../../service/operation.ts";
import { modelVersionsOf } from "../../service/stamp.ts";

/** Tells what is covered, and how well. */
export const coverage: Operation<typeof CoverageInput, typeof CoverageOutput> =
  {
    contract,
    run({ snapshot, today }, { township, prop_type }) {
      const learned = calibrationOf(snapshot);
      const published = publishedOf(snapshot);
      const model = modelVersion(snapshot);
      const { point, suppress } = GATES;
      return {
        as_of: isoOf(newestSaleDay(snapshot) ?? today),
        model_versions: modelVersionsOf(model),
        model_version: model,
        warnings: [],
        confidence: published?.overall
          ? roundTo(100 * published.overall.within_20, 0)
          : null,
        disclosure: disclosureOfSnapshot(snapshot),
        ...statusOf(learned),
        calibration: published && {
          from: isoOf(published.from),
          to: isoOf(published.to),
          sales: published.sales,
          interval: published.interval,
          overall: published.overall && figuresOf(published.overall),
        },
        gates: {
          point: {
            min_test_sales: point.min_test_sales,
            max_median_error: point.max_median_error,
            min_within_20: point.min_within_20,
            min_coverage: point.min_coverage,
            max_coverage: point.max_coverage,
            max_abs_prb: point.max_abs_prb,
          },
          suppress: {
            min_test_sales: suppress.min_test_sales,
            max_median_error: suppress.max_median_error,
          },
        },
        segments: segmentsOf(snapshot, learned).filter((each) =>
          (township === undefined || each.township === township) &&
          (prop_type === undefined || each.prop_type === prop_type)
        ),
      };
    },
    summary: ({ calibration, status_reason, segments }) => {
      const gates = Map.groupBy(segments, ({ gate }) => gate);
      const count = (gate: CoveredSegment["gate"]) =>
        gates.get(gate)?.length ?? 0;
      return calibration
        ? `Backtested on ${calibration.sales} past sales, ${calibration.from} to ${calibration.to}. Of ${segments.length} segments ${
          count("point")
        } meet the point gate, ${count("range")} allow a range, ${
          count("suppress")
        } allow no value.`
        : `No error rates: ${status_reason}.`;
    },
  };

function statusOf(
  learned: Calibration | TooLittleHistory | null,
): Pick<CoverageOutput, "status" | "status_reason"> {
  if (!learned) {
    return {
      status: "not_fitted",
      status_reason:
        "the snapshot has not been fitted; `twoflat fit` measures its error rates",
    };
  }
  return isCalibrated(learned)
    ? { status: "calibrated", status_reason: null }
    : {
      status: "too_little_history",
      status_reason:
        `${learned.sales} past sales could be tested, ${learned.needed} are needed`,
    };
}

function figuresOf(figures: SegmentFigures): BacktestFigures {
  return {
    test_sales: figures.test_sales,
    median_error: roundTo(figures.median_error, 4),
    within_10: roundTo(figures.within_10, 4),
    within_20: roundTo(figures.within_20, 4),
    median_ratio: roundTo(figures.median_ratio, 4),
    coverage: roundTo(figures.coverage, 4),
    prb: roundTo(figures.prb, 4),
  };
}

const BEST_STATE = {
  point: "point-actionable",
  range: "range-only",
  suppress: "suppressed",
} as const;

/** Every township and modelled type that has parcels. */
function segmentsOf(
  snapshot: SnapshotData,
  learned: Calibration | TooLittleHistory | null,
): CoveredSegment[] {
  const { parcels, sales } = countsOf(snapshot);
  return [...parcels.keys()].sort().map((segment) => {
    const [township, propType] = segment.split("|");
    const result = learned && segmentResult(learned, segment);
    const gate = result?.gate ?? "range";
    return {
      segment,
      township,
      township_name: townshipName(snapshot, township),
      prop_type: propType,
      parcels: parcels.get(segment)!,
      sales: sales.get(segment) ?? 0,
      figures: result && result.test_sales > 0 ? figuresOf(result) : null,
      gate,
      best_state: BEST_STATE[gate],
      reasons: [...result?.reasons ?? ["not fitted"]],
    };
  });
}

/** Parcels and validated sales by segment. */
interface Counts {
  readonly parcels: ReadonlyMap<string, number>;
  readonly sales: ReadonlyMap<string, number>;
}

const countsOf: (snapshot: SnapshotData) => Counts = perSnapshot(count);

function count(snapshot: SnapshotData): Counts {
  const { parcels } = snapshot.tables;
  const { township, prop_type } = parcels;
  const byCodes = new Map<number, number>();
  const types = prop_type.dictionary.length;
  for (let row = 0; row < parcels.rows; row++) {
    const codes = township.values[row] * types + prop_type.values[row];
    byCodes.set(codes, (byCodes.get(codes) ?? 0) + 1);
  }
  const modelled: readonly string[] = MODELLED_TYPES;
  const named = new Map<string, number>();
  for (const [codes, number] of byCodes) {
    const type = prop_type.dictionary[codes % types];
    if (!modelled.includes(type)) continue;
    const name = township.dictionary[Math.floor(codes / types)];
    named.set(segmentKey(name, type), number);
  }
  const { segment, segments, yearOnly } = trainingSales(snapshot);
  const sales = new Map<string, number>();
  for (const at of segment.subarray(yearOnly)) {
    sales.set(segments[at], (sales.get(segments[at]) ?? 0) + 1);
  }
  return { parcels: named, sales };
}
