import { CALIBRATION } from "../../../../contracts/constants/valuation.ts";
import { publishedOf } from "../../calibration/published.ts";
import type {
  SegmentFigures,
  SegmentResult,
} from "../../calibration/segments.ts";
import type { SnapshotData } from "../../snapshot.ts";
import { count, percent } from "../../words.ts";

/**
 * What must be said wherever a person sees the number, with the error rates that the segment's
 * backtest published, or that there are none.
 */
export function disclosureFor(
  segmentWords: string,
  segment: SegmentResult | undefined,
): string {
  return statement(
    segment && segment.test_sales > 0
      ? recordOf(segment, ` of ${segmentWords}`)
      : "No error rates are published: this snapshot has not been calibrated for the property's type and place.",
  );
}

/** What must be said wherever the figures of a whole snapshot are shown; null where there are none. */
export function disclosureOfAll(overall: SegmentFigures | null): string {
  return statement(
    overall
      ? recordOf(overall, "")
      : "No error rates are published: this snapshot has not been calibrated.",
  );
}

/** What must be said with values of a snapshot that are of more than one segment. */
export function disclosureOfSnapshot(snapshot: SnapshotData): string {
  return disclosureOfAll(publishedOf(snapshot)?.overall ?? null);
}

function recordOf(figures: SegmentFigures, where: string): string {
  return `On ${
    count(figures.test_sales, "later sale")
  }${where} its median error was ${percent(figures.median_error, 1)}, ${
    percent(figures.within_20)
  } were within 20% and its ${percent(CALIBRATION.interval)} interval held ${
    percent(figures.coverage)
  }.`;
}

/** Returns what must be said with several values: each one's error rates, the rest once. */
export function joinDisclosures(disclosures: readonly string[]): string {
  const records = disclosures.map((each) =>
    each.slice(OPENING.length, -CLOSING.length).trim()
  );
  return statement([...new Set(records)].join(" "));
}

const OPENING = "Automated valuation model, not an appraisal.";
const CLOSING =
  "For screening only: a person must decide before an offer, a signature or a payment rests on it; " +
  "not for tenant screening, credit, employment or insurance decisions.";

function statement(record: string): string {
  return `${OPENING} ${record} ${CLOSING}`;
}
