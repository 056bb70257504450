import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { dollars, percent } from "../engine/figures.ts";

/** Returns what would put a deal first, or why it is. */
export function wouldWin(
  answer: UnderwriteOutput,
  rank: number,
  best: UnderwriteOutput,
): string {
  const { read, targets, missing } = answer;
  if (read.verdict === "no_read") {
    const fixes = missing.map(({ fix }) => fix);
    return `${
      rank === 1
        ? "first only because none could be assessed"
        : "cannot be assessed"
    }: ${fixes.join("; ") || read.reasons.join("; ")}`;
  }
  if (rank === 1) {
    return read.verdict === "skip"
      ? "first, though none of these meets its test"
      : `first: ${read.reasons[0]}`;
  }
  // The hardest target within reach is what the test asks.
  const [target] = targets
    .filter(({ reach }) => reach === "within_reach")
    .sort((a, b) => (a.price?.high ?? 0) - (b.price?.high ?? 0));
  if (
    targets.some(({ reach }) => reach === "out_of_reach" || reach === "none")
  ) {
    return "no price within 40% of asking makes it work: it needs more rent or less tax";
  }
  if (!target) {
    return best.read.verdict === read.verdict
      ? "meets its own test; the first returns more on the cash"
      : "meets its own targets at the price";
  }
  const { high } = target.price!;
  const off = target.discount?.low;
  return `a price of ${
    high === null ? "any amount" : `up to ${dollars(high)}`
  }${
    off !== null && off !== undefined && off > 0
      ? `, ${percent(off, 0)} under asking,`
      : ""
  } for ${target.label}`;
}
