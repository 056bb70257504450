import type { ScorecardRow } from "../../core/modeling/scorecard.ts";
import { count, percent } from "../format.ts";
import { type Column, table } from "../output.ts";

const HEADS = [
  "Market",
  "Type",
  "Method",
  "Sales",
  "MdAPE",
  "95% bounds",
  "PPE20",
  "Median ratio",
  "COD",
  "Interval covers",
] as const;

/** Columns that hold words; the others hold figures. */
const WORDS = 3;

/** Returns the scorecard as a table for a terminal. */
export function scorecardText(rows: readonly ScorecardRow[]): string {
  const columns = HEADS.map((head, at): Column => ({
    head,
    ...(at < WORDS ? {} : { align: "right" }),
    ...(head === "95% bounds" || head === "COD" ? { dispensable: 1 } : {}),
  }));
  return table(columns, rows.map(cellsOf));
}

/** Returns the scorecard as a Markdown table. */
export function scorecardMarkdown(rows: readonly ScorecardRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(HEADS),
    line(HEADS.map((_, at) => at < WORDS ? "---" : "---:")),
    ...rows.map((row) => line(cellsOf(row))),
    "",
  ].join("\n");
}

function cellsOf(
  { market, propType, method, figures, hasInterval }: ScorecardRow,
): string[] {
  const { sales, ratios, bounds, coverage } = figures;
  const { median_error: error } = bounds;
  return [
    market,
    propType,
    method,
    count(sales),
    percent(ratios?.median_error),
    error ? `${percent(error.low)} to ${percent(error.high)}` : "",
    percent(ratios?.within_20),
    ratios?.median_ratio.toFixed(3) ?? "",
    ratios?.cod.toFixed(1) ?? "",
    hasInterval ? percent(coverage) : "",
  ];
}
