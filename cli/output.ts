import process from "node:process";
import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";
import { jsonText } from "../core/engine/json_text.ts";

/** What a style says; how it looks is decided here only. */
const STYLES = {
  title: "bold",
  good: "green",
  caution: "yellow",
  bad: "red",
  quiet: "dim",
} as const;

/**
 * Styles text for stdout. Plain when stdout is not a terminal or NO_COLOR is set; FORCE_COLOR
 * forces it.
 */
export function style(as: keyof typeof STYLES, text: string): string {
  return styleText(STYLES[as], text, { stream: process.stdout });
}

/** Control characters other than line breaks and the escape of a color. */
// deno-lint-ignore no-control-regex -- control characters are what it looks for
const CONTROLS = /(?!\n)(?!\x1b\[[\d;]*m)[\p{Cc}\p{Bidi_Control}]/gu;

/** Text without what could drive a terminal: names in public records are anyone's text. */
export function printable(text: string): string {
  return text.replace(CONTROLS, "");
}

/** Writes a result line to stdout. */
export function print(text = ""): void {
  console.log(printable(text));
}

/** Writes a note to stderr: notices, progress, what was done. Never part of the result. */
export function note(text: string): void {
  console.error(printable(text));
}

/** Writes a value to stdout as indented JSON. */
export function printJson(value: unknown): void {
  console.log(jsonText(value, 2));
}

/** Columns available for text: COLUMNS, else the terminal's, else 100 (piped). At least 40. */
export function outputWidth(): number {
  const asked = Number(process.env.COLUMNS);
  const width = asked > 0 ? asked : process.stdout.columns || 100;
  return Math.max(40, Math.floor(width));
}

/** A column of a text table. */
export interface Column {
  readonly head: string;
  /** Figures go right. Default left. */
  readonly align?: "left" | "right";
  /** Wraps to the room that is left; other columns keep their content's width. At most one. */
  readonly wraps?: boolean;
  /** Left out, highest number first, while the table is wider than the output. Default 0: always kept. */
  readonly dispensable?: number;
  /** What the column is, see `legendOf`. */
  readonly legend?: string;
}

/** A cell: text, possibly styled and of several lines. */
export type Cell = string;

const GAP = 2;
const MIN_WRAP = 16;
const NO_RULES = Object.fromEntries(
  [
    "top",
    "top-mid",
    "top-left",
    "top-right",
    "bottom",
    "bottom-mid",
    "bottom-left",
    "bottom-right",
    "left",
    "left-mid",
    "mid",
    "mid-mid",
    "right",
    "right-mid",
    "middle",
  ].map((name) => [name, ""]),
);

/** Width of text on a terminal, styling not counted. */
function displayWidth(text: string): number {
  const lines = text.split("\n").map((line) => {
    return Array.from(stripVTControlCharacters(line)).length;
  });
  return Math.max(...lines);
}

/** How a table is laid out. */
interface TableOptions {
  /** Spaces before each line. */
  readonly indent?: number;
  /** Columns of the whole; default the output's. */
  readonly width?: number;
}

/** The places of the columns that are shown, and the natural width of every column. */
function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  room: number,
): { readonly kept: readonly number[]; readonly natural: readonly number[] } {
  const natural = columns.map((column, i) =>
    Math.max(
      displayWidth(column.head),
      ...rows.map((row) => displayWidth(row[i])),
    )
  );
  let kept = columns.map((_, i) => i);
  const needed = () =>
    kept.reduce(
      (sum, i) =>
        sum +
        (columns[i].wraps ? Math.min(natural[i], MIN_WRAP) : natural[i]) + GAP,
      -GAP,
    );
  while (needed() > room) {
    const next = kept.filter((i) => columns[i].dispensable)
      .sort((a, b) => columns[b].dispensable! - columns[a].dispensable!)[0];
    if (next === undefined) break;
    kept = kept.filter((i) => i !== next);
  }
  return { kept, natural };
}

/** Returns the legends of the columns that a table shows in the width of the output. */
export function legendOf(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): string {
  return fitColumns(columns, rows, outputWidth()).kept
    .map((i) => columns[i].legend).filter((text) => text !== undefined)
    .join(" ");
}

/**
 * Lays rows out as a table without rules. Cells never break inside a figure: only the wrapping
 * column gives room, then dispensable columns go.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions = {},
): string {
  const indent = options.indent ?? 0;
  const room = (options.width ?? outputWidth()) - indent;
  const { kept, natural } = fitColumns(columns, rows, room);
  const fixed = kept.reduce(
    (sum, i) => sum + (columns[i].wraps ? 0 : natural[i] + GAP),
    0,
  );
  const widths = kept.map((i) =>
    (columns[i].wraps
      ? Math.min(natural[i], Math.max(MIN_WRAP, room - fixed))
      : natural[i]) + GAP
  );
  const layout = new Table({
    chars: NO_RULES,
    style: {
      head: [],
      border: [],
      compact: true,
      "padding-left": 0,
      "padding-right": GAP,
    },
    head: columns.some(({ head }) => head !== "")
      ? kept.map((i) => style("quiet", columns[i].head))
      : [],
    colAligns: kept.map((i) => columns[i].align ?? "left"),
    colWidths: widths,
    wordWrap: true,
  });
  for (const row of rows) layout.push(kept.map((i) => row[i]));
  const pad = " ".repeat(indent);
  return layout.toString().split("\n")
    .map((line) => `${pad}${line}`.trimEnd()).join("\n");
}
