import type { SegmentResult } from "../../core/engine/calibration/segments.ts";
import { count, percent } from "../format.ts";
import { style, table } from "../output.ts";

const GATES = {
  point: style("good", "point"),
  range: style("caution", "range"),
  suppress: style("bad", "suppress"),
};

/** What the backtest of every segment showed, as a table. */
export function segmentsText(segments: readonly SegmentResult[]): string {
  return table(
    [
      { head: "Segment" },
      { head: "Sales", align: "right" },
      { head: "Median error", align: "right" },
      { head: "Within 10%", align: "right", dispensable: 2 },
      { head: "Within 20%", align: "right" },
      { head: "Ratio", align: "right", dispensable: 1 },
      { head: "Coverage", align: "right" },
      { head: "Gate" },
      { head: "Missed", wraps: true },
    ],
    segments.map((each) => [
      each.segment,
      count(each.test_sales),
      percent(each.median_error),
      percent(each.within_10),
      percent(each.within_20),
      each.median_ratio.toFixed(3),
      percent(each.coverage),
      GATES[each.gate],
      each.reasons.join("; "),
    ]),
  );
}
