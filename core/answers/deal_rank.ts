import type { Verdict } from "../../contracts/envelope.ts";
import type {
  MetricName,
  Span,
  UnderwriteOutput,
} from "../../contracts/underwriting.ts";

const ORDER: Readonly<Record<Verdict, number>> = {
  pursue: 0,
  screen: 1,
  skip: 2,
  no_read: 3,
};

/** Returns a metric of a deal as a span: exact figures have equal ends; null where it cannot be computed. */
export function metricSpan(
  { metrics, ranges }: UnderwriteOutput,
  name: MetricName,
): Span | null {
  const exact = metrics?.[name];
  if (exact !== null && exact !== undefined) return { low: exact, high: exact };
  return ranges?.[name] ?? null;
}

/** Returns what a strategy earns on the cash in the deal. */
export function returnOnCash(answer: UnderwriteOutput): Span | null {
  const { strategy } = answer;
  return metricSpan(
    answer,
    strategy === "flip"
      ? "flip_roi"
      : strategy === "brrrr"
      ? "brrrr_cash_on_cash"
      : "cash_on_cash",
  );
}

/** Returns what deals are ranked by, the smaller first: the verdict, then the return with its sign turned. */
export function rankKey(answer: UnderwriteOutput): readonly [number, number] {
  return [ORDER[answer.read.verdict], -middle(returnOnCash(answer))];
}

/** Returns a negative number where the first deal ranks before the second. */
export function compareRank(a: UnderwriteOutput, b: UnderwriteOutput): number {
  const [[verdictA, returnA], [verdictB, returnB]] = [rankKey(a), rankKey(b)];
  return verdictA - verdictB || returnA - returnB;
}

/** The middle of a return; one without bound counts as 100% a year, an unknown one last. */
function middle(span: Span | null): number {
  if (span === null) return -1e9;
  const high = span.high ?? 1;
  return ((span.low ?? high) + high) / 2;
}
