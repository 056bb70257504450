import { html } from "@hono/hono/html";
import type { Figures } from "../../core/engine/backtest/figures.ts";
import { count, percent, UNKNOWN } from "../format.ts";
import type { Html } from "./chart.ts";

/** Figures of a group, with its name. */
type Group = Figures & { readonly group: string };

const plain = (digits: number) => (value: number | undefined) =>
  value?.toFixed(digits) ?? UNKNOWN;

const COLUMNS: Readonly<Record<string, (group: Group) => string>> = {
  "Sales": ({ sales }) => count(sales),
  "Valued": ({ hit_rate }) => percent(hit_rate),
  "MdAPE": ({ ratios }) => percent(ratios?.median_error),
  "PPE5": ({ ratios }) => percent(ratios?.within_5),
  "PPE10": ({ ratios }) => percent(ratios?.within_10),
  "PPE20": ({ ratios }) => percent(ratios?.within_20),
  "Ratio": ({ ratios }) => plain(3)(ratios?.median_ratio),
  "COD": ({ ratios }) => plain(1)(ratios?.cod),
  "PRD": ({ ratios }) => plain(3)(ratios?.prd),
  "PRB": ({ ratios }) => plain(3)(ratios?.prb),
  "Covered": ({ coverage }) => percent(coverage),
  "Width": ({ width }) => percent(width),
};

/**
 * Figures of several groups as a table.
 *
 * @param without columns that would mislead, such as the price-related ones within a price group
 */
export function figuresTable(
  what: string,
  groups: readonly Group[],
  without: readonly string[] = [],
): Html {
  const columns = Object.entries(COLUMNS)
    .filter(([name]) => !without.includes(name));
  return html`
    <div class="scroll">
      <table>
        <thead>
          <tr><th scope="col">${what}</th>${columns.map(([name]) =>
            html`<th scope="col">${name}</th>`
          )}</tr>
        </thead>
        <tbody>${groups.map((group) =>
          html`<tr><th scope="row">${group.group}</th>${
            columns.map(([, write]) => html`<td>${write(group)}</td>`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}
