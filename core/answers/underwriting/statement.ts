import { type Line, Source } from "../../../contracts/underwriting.ts";
import { apportion, roundTo } from "../../engine/rounding.ts";

/** A line before rounding. */
export type DraftLine = Omit<Line, "total">;

/** A running total: everything above it. */
export type DraftTotal = Pick<Line, "key" | "label" | "note"> & {
  readonly total: true;
};

/** The least certain of some sources. */
export function leastCertain(...sources: readonly Source[]): Source {
  const order = Source.options;
  return order[Math.max(0, ...sources.map((source) => order.indexOf(source)))];
}

/**
 * Rounds a statement so that it adds up as shown: each total is its exact sum rounded, and the lines
 * between two totals are rounded to the difference.
 *
 * @param decimals 2 for cents, 0 for whole dollars
 */
export function statement(
  drafts: readonly (DraftLine | DraftTotal)[],
  decimals: number,
): Line[] {
  const lines: Line[] = [];
  const sources: Source[] = [];
  let section: DraftLine[] = [];
  let exact = 0;
  let shown = 0;
  for (const draft of drafts) {
    if (!("total" in draft)) {
      section.push(draft);
      sources.push(draft.source);
      exact += draft.amount;
      continue;
    }
    const amount = roundTo(exact, decimals);
    lines.push(
      ...roundSection(section, decimals, roundTo(amount - shown, decimals)),
      { ...draft, amount, source: leastCertain(...sources) },
    );
    section = [];
    shown = amount;
  }
  return lines;
}

function roundSection(
  section: readonly DraftLine[],
  decimals: number,
  total: number,
): Line[] {
  const amounts = apportion(
    section.map(({ amount }) => amount),
    decimals,
    total,
  );
  return section.map((line, index) => ({
    ...line,
    amount: amounts[index],
    total: false,
  }));
}
