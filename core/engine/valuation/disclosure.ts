import { CONSTANTS } from "../../../contracts/constants.ts";
import type { SegmentResult } from "../calibration/segments.ts";
import { count, percent } from "./words.ts";

/**
 * What must be said wherever a person sees the number, with the error rates that the segment's
 * backtest published, or that there are none.
 */
export function disclosureFor(
  segmentName: string,
  segment: SegmentResult | undefined,
): string {
  const record = segment && segment.test_sales > 0
    ? `On ${
      count(segment.test_sales, "later sale")
    } of segment ${segmentName} its median error was ${
      percent(segment.median_error, 1)
    }, ${percent(segment.within_20)} were within 20% and its ${
      percent(CONSTANTS.calibration.interval)
    } interval held ${percent(segment.coverage)}.`
    : "No error rates are published: this snapshot has not been calibrated for the property's segment.";
  return `Automated valuation model, not an appraisal. ${record} ` +
    "For screening only: a person must decide before an offer, a signature or a payment rests on it; " +
    "not for tenant screening, credit, employment or insurance decisions.";
}
