import { html, raw } from "@hono/hono/html";
import type { CompsOutput } from "../../../contracts/valuation.ts";
import { compsMap } from "./comps_map.ts";
import type { Brand } from "./brand.ts";
import type { Memo, MemoPart, MemoTable } from "./memo.ts";

const STYLE = `
@page { size: letter; margin: 11mm 13mm; }
body { font: 9.2pt/1.3 system-ui, sans-serif; color: #1b1f24; max-width: 186mm; margin: 6mm auto; padding: 0 4mm; }
header { display: flex; justify-content: space-between; border-bottom: 2px solid #1f5fa8; padding-bottom: 4px; }
header img { max-height: 14mm; max-width: 45mm; }
h1 { font-size: 15pt; margin: 0; } h2 { font-size: 10.5pt; margin: 9px 0 3px; color: #1f5fa8; break-after: avoid; }
p { margin: 2px 0; } .quiet { color: #5b6571; font-size: 8.4pt; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; vertical-align: bottom; font-weight: 600; color: #5b6571; border-bottom: 1px solid #9aa5b1; }
th.n { text-align: right; } td, th { padding: 1.3px 8px 1.3px 0; vertical-align: top; } td { border-bottom: 1px solid #e4e8ec; }
tr { break-inside: avoid; } .n { text-align: right; white-space: nowrap; } td:first-child { white-space: nowrap; font-weight: 500; } .two td, .assumptions td:nth-child(2) { white-space: nowrap; }
.two { display: grid; grid-template-columns: 1fr 56mm; gap: 4mm; align-items: start; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 8mm; }
.assumptions td, .assumptions p { font-size: 7.2pt; line-height: 1.25; }
svg { width: 100%; height: auto; box-sizing: border-box; display: block; border: 1px solid #d8dee4; border-radius: 4px; }
footer .quiet { font-size: 7.2pt; line-height: 1.25; } footer { margin-top: 6px; border-top: 1px solid #9aa5b1; padding-top: 4px; }
@media print { body { margin: 0; padding: 0; max-width: none; } }`;

/** Returns a memo as one HTML file that needs no network and prints to two pages. */
export async function memoHtml(
  memo: Memo,
  comps: CompsOutput,
  { name, logo }: Brand,
): Promise<string> {
  const part = ({ title, text, table, hasMap }: MemoPart) =>
    html`<section class="${title === "Assumptions" ? "assumptions" : ""}">
      <h2>${title}</h2>
      ${text.map((each) => html`<p>${each}</p>`)}
      ${
      hasMap && comps.comps.length > 0
        ? html`<div class="two"><div>${table && tableOf(table)}</div>${
          raw(compsMap(comps))
        }</div>`
        : table && tableOf(table)
    }
    </section>`;
  const page = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${memo.title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
            <header>
              <div>
                <h1>${memo.title}</h1>
                <p class="quiet">${memo.subtitle}</p>
              </div>
              <div>
                ${logo ? html`<img src="${logo}" alt="${name ?? ""}">` : ""}
                ${name ? html`<p class="quiet">Prepared by ${name}</p>` : ""}
              </div>
            </header>
            ${rows(memo.parts).map((row) =>
              row.length === 1
                ? part(row[0])
                : html`<div class="columns">${row.map(part)}</div>`
            )}
            <footer>${memo.foot.map((each) =>
              html`<p class="quiet">${each}</p>`
            )}</footer>
          </body>
    </html>
  `;
  return String(await page);
}

/** Parts in rows: halves beside each other, all others alone. */
function rows(parts: readonly MemoPart[]): MemoPart[][] {
  const made: MemoPart[][] = [];
  for (const part of parts) {
    const last = made.at(-1);
    if (part.isHalf && last?.length === 1 && last[0].isHalf) last.push(part);
    else made.push([part]);
  }
  return made;
}

function tableOf({ head, figures, rows }: MemoTable) {
  const hasHead = head.some((each) => each !== "");
  const cls = (column: number) => figures.includes(column) ? "n" : "";
  return html`<table>
    ${
    hasHead
      ? html`
        <thead>
          <tr>${head.map((each, i) =>
            html`<th class="${cls(i)}">${each}</th>`
          )}</tr>
        </thead>
      `
      : ""
  }
    <tbody>${
    rows.map((row) =>
      html`<tr>${
        row.map((cell, i) => html`<td class="${cls(i)}">${cell}</td>`)
      }</tr>`
    )
  }</tbody>
  </table>`;
}
