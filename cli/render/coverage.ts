import type {
  CoverageOutput,
  CoveredSegment,
} from "../../contracts/coverage.ts";
import { count, percent, plural, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { paragraph } from "./parts.ts";

const TONE = { point: "good", range: "caution", suppress: "bad" } as const;

/** What is covered, and how well, as a table. */
export function renderCoverage(answer: CoverageOutput): string {
  const { calibration, status_reason, segments } = answer;
  return [
    calibration
      ? paragraph(
        `Backtested on ${
          plural(calibration.sales, "past sale")
        }, ${calibration.from} to ${calibration.to}, each valued from what was known before its day; ${
          percent(calibration.interval, 0)
        } intervals.`,
      )
      : style("caution", paragraph(`No error rates: ${status_reason}.`)),
    "",
    segments.length === 0
      ? "No township has this code and property type; leave them out to see all."
      : table(COLUMNS, segments.map(segmentRow)),
    "",
    paragraph(answer.disclosure),
    ...answer.warnings.map(({ message }) => paragraph(message, 0, "! ")),
  ].join("\n");
}

const COLUMNS = [
  { head: "Segment" },
  { head: "Township", dispensable: 3 },
  { head: "Parcels", align: "right", dispensable: 4 },
  { head: "Tests", align: "right" },
  { head: "Median error", align: "right" },
  { head: "Within 20%", align: "right" },
  { head: "Covered", align: "right", dispensable: 1 },
  { head: "PRB", align: "right", dispensable: 2 },
  { head: "At most" },
] as const;

function segmentRow(segment: CoveredSegment): string[] {
  const { figures, gate, best_state } = segment;
  return [
    segment.segment,
    segment.township_name.replace(/ township$/, ""),
    count(segment.parcels),
    count(figures?.test_sales ?? 0),
    percent(figures?.median_error),
    percent(figures?.within_20, 0),
    percent(figures?.coverage, 0),
    figures?.prb.toFixed(3) ?? UNKNOWN,
    style(TONE[gate], best_state),
  ];
}
