import type { ScorecardRow } from "../../core/modeling/scorecard.ts";
import { count, percent } from "../format.ts";
import { type Column, table } from "../output.ts";

const HEADS = [
  "Market",
  "Type",
  "Method",
  "Days",
  "Sales",
  "MdAPE",
  "95% bounds",
  "PPE20",
  "Median ratio",
  "COD",
  "Interval covers",
  "Measured by",
] as const;

/** Columns that hold words; the others hold figures. */
const WORDS: ReadonlySet<string> = new Set([
  "Market",
  "Type",
  "Method",
  "Days",
  "Measured by",
]);
/** Columns that a narrow terminal leaves out, the highest number first. */
const DISPENSABLE: Readonly<Record<string, number>> = {
  "Measured by": 1,
  "95% bounds": 2,
  "Days": 3,
  "COD": 4,
};

/** Returns the scorecard as a table for a terminal. */
export function scorecardText(rows: readonly ScorecardRow[]): string {
  const columns = HEADS.map((head): Column => ({
    head,
    ...(WORDS.has(head) ? {} : { align: "right" }),
    ...(head in DISPENSABLE ? { dispensable: DISPENSABLE[head] } : {}),
  }));
  return table(columns, rows.map(cellsOf));
}

/** Returns the scorecard as a Markdown table. */
export function scorecardMarkdown(rows: readonly ScorecardRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(HEADS),
    line(HEADS.map((head) => WORDS.has(head) ? "---" : "---:")),
    ...rows.map((row) => line(cellsOf(row))),
    "",
  ].join("\n");
}

function cellsOf(
  { market, prop_type, method, from, to, source, figures }: ScorecardRow,
): string[] {
  const { median_error_bounds: bounds, median_ratio, cod, coverage } = figures;
  return [
    market,
    prop_type,
    method,
    `${from} to ${to}`,
    count(figures.sales),
    percent(figures.median_error),
    bounds ? `${percent(bounds.low)} to ${percent(bounds.high)}` : "",
    percent(figures.within_20),
    median_ratio?.toFixed(3) ?? "",
    cod?.toFixed(1) ?? "",
    coverage === null ? "" : percent(coverage),
    source,
  ];
}
