import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { money, percent, ratio } from "../format.ts";
import { outputWidth, table } from "../output.ts";
import { paragraph, title } from "./parts.ts";

type Sensitivity = NonNullable<UnderwriteOutput["sensitivity"]>;
type Grid = Sensitivity["price_rent"];

/** DSCR and cash-on-cash over price and rent, and over rate and rent. */
export function gridLines(sensitivity: Sensitivity | null): string[] {
  if (sensitivity === null) return [];
  return [
    title("If price, rate or rent differ"),
    paragraph("each cell: DSCR, below it cash-on-cash", 2),
    grid("Price", sensitivity.price_rent, money),
    "",
    grid("Rate", sensitivity.rate_rent, (rate) => percent(rate, 2)),
  ];
}

/** Width of the row's name and of a cell, each with its gap. */
const NAME_WIDTH = 13;
const CELL_WIDTH = 10;

function grid(name: string, cells: Grid, rowName: (row: number) => string) {
  const room = outputWidth() - 2 - NAME_WIDTH;
  const columns = middle(cells.rents.length, Math.floor(room / CELL_WIDTH));
  return table(
    [
      { head: `${name} \\ rent` },
      ...columns.map((j) => ({
        head: money(cells.rents[j]),
        align: "right" as const,
      })),
    ],
    cells.rows.map((row, i) => [
      rowName(row),
      ...columns.map((j) =>
        `${ratio(cells.dscr[i][j])}\n${percent(cells.cash_on_cash[i][j])}`
      ),
    ]),
    { indent: 2 },
  );
}

/** The middle `most` of `n` indices: the deal itself stands in the middle. */
function middle(n: number, most: number): number[] {
  const shown = Math.min(n, Math.max(1, most));
  const from = Math.floor((n - shown) / 2);
  return Array.from({ length: shown }, (_, i) => from + i);
}
