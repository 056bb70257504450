import { UNDERWRITING } from "../../contracts/constants/underwriting.ts";
import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { dollars, percent } from "../engine/figures.ts";

/** Returns what would put a deal first, or why it is; and that its price is an estimate, where it is. */
export function wouldWin(
  answer: UnderwriteOutput,
  rank: number,
  best: UnderwriteOutput,
): string {
  const said = winning(answer, rank, best);
  return answer.assumptions.purchase_price.source === "model"
    ? `at its estimated value, as it is not for sale and no price is given; ${said}`
    : said;
}

function winning(
  { read, targets, missing, assumptions }: UnderwriteOutput,
  rank: number,
  best: UnderwriteOutput,
): string {
  const asked = assumptions.purchase_price.source === "listing"
    ? "asking"
    : "the price";
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
    return `no price down to ${
      percent(UNDERWRITING.offer_reach, 0)
    } under ${asked} makes it work: it needs more rent or less tax`;
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
      ? `, ${percent(off, 0)} under ${asked},`
      : ""
  } for ${target.label}`;
}
