import { html } from "@hono/hono/html";
import type { Figures } from "../../core/engine/backtest/figures.ts";
import { count, percent, UNKNOWN } from "../format.ts";
import type { Html } from "./chart.ts";

/** Figures of several groups as a table. */
export function figuresTable(
  what: string,
  groups: readonly (Figures & { readonly group: string })[],
): Html {
  const plain = (value: number | undefined, digits: number) =>
    value?.toFixed(digits) ?? UNKNOWN;
  return html`
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">${what}</th>
            <th scope="col">Sales</th>
            <th scope="col">Valued</th>
            <th scope="col">Median error</th>
            <th scope="col">Within 5%</th>
            <th scope="col">10%</th>
            <th scope="col">20%</th>
            <th scope="col">Ratio</th>
            <th scope="col">COD</th>
            <th scope="col">PRD</th>
            <th scope="col">PRB</th>
            <th scope="col">Covered</th>
            <th scope="col">Width</th>
          </tr>
        </thead>
        <tbody>${groups.map((
          { group, sales, hit_rate, ratios, coverage, width },
        ) =>
          html`
            <tr>
              <th scope="row">${group}</th>
              <td>${count(sales)}</td>
              <td>${percent(hit_rate)}</td>
              <td>${percent(ratios?.median_error)}</td>
              <td>${percent(ratios?.within_5)}</td>
              <td>${percent(ratios?.within_10)}</td>
              <td>${percent(ratios?.within_20)}</td>
              <td>${plain(ratios?.median_ratio, 3)}</td>
              <td>${plain(ratios?.cod, 1)}</td>
              <td>${plain(ratios?.prd, 3)}</td>
              <td>${plain(ratios?.prb, 3)}</td>
              <td>${percent(coverage)}</td>
              <td>${percent(width)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}
