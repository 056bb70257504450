import { html } from "./html.js";
import { Verdict } from "./list.js";
import {
  address,
  confidenceWords,
  count,
  dashed,
  money,
  percent,
  shortMoney,
  STATES,
  TYPES,
} from "./words.js";

/** @import { PropertyOutput } from "../../contracts/property.ts" */

const span = ({ low, high }) =>
  low === high ? money(low) : `${shortMoney(low)} to ${shortMoney(high)}`;
const metric = (property, name, show) => {
  const exact = property.underwriting?.metrics?.[name];
  const range = property.underwriting?.ranges?.[name];
  if (exact !== null && exact !== undefined) return show(exact);
  return range ? `${show(range.low)} to ${show(range.high)}` : "–";
};

/** @type {[string, (property: PropertyOutput) => unknown][]} */
const ROWS = [
  ["Asking price", ({ listing }) => money(listing?.list_price)],
  ["Verdict", ({ read }) => html`<${Verdict} verdict=${read.verdict} />`],
  [
    "Value",
    ({ valuation }) =>
      valuation?.arv
        ? span({
          low: valuation.arv.conservative,
          high: valuation.arv.aggressive,
        })
        : valuation?.refusal?.reason ?? "Not shown",
  ],
  [
    "State of the value",
    ({ valuation }) => valuation ? STATES[valuation.state] : "–",
  ],
  ["Confidence", ({ confidence }) => confidenceWords(confidence).name],
  [
    "Comps",
    ({ comps_summary }) =>
      comps_summary
        ? `${comps_summary.accepted} of ${comps_summary.candidates}`
        : "–",
  ],
  ["Cash flow, year one", (property) => metric(property, "cash_flow", money)],
  [
    "Cap rate",
    (property) => metric(property, "cap_rate", (x) => percent(x, 1)),
  ],
  [
    "Suggested offer",
    (property) => metric(property, "suggested_offer", money),
  ],
  ["Cash to close", ({ underwriting }) => money(underwriting?.cash_to_close)],
  ["Rent a month", ({ underwriting }) => money(underwriting?.rent)],
  [
    "Risk",
    ({ risk }) =>
      risk.score === null ? "–" : `${Math.round(risk.score)} of 100`,
  ],
  ["Type", ({ subject }) => TYPES[subject.prop_type] ?? subject.prop_type],
  [
    "Living area",
    ({ listing }) => listing?.sqft ? `${count(listing.sqft)} sq ft` : "–",
  ],
  ["Built", ({ listing }) => listing?.year_built ?? "–"],
];

/** Up to four properties beside each other. */
export function Compare({ state, actions }) {
  const { compared } = state;
  return html`
    <section class="sheet" role="dialog" aria-modal="false"
      aria-labelledby="compare-h">
        <div class="sheet-head"><h2 id="compare-h">Compare</h2>
          <button type="button" onClick=${actions
            .closeCompare}>Close</button></div>
        ${compared.length === 0
          ? html`<div class="empty"><strong>Loading the properties…</strong></div>`
          : html`
            <div class="scroll" tabindex="0" role="region"
              aria-label="Properties side by side">
              <table class="compare">
                <thead>
                  <tr><td></td>${compared.map(({ subject }) =>
                    html`
                      <th scope="col"
                        key=${subject
                          .property_id}><a href=${`/?p=${subject.property_id}`} onClick=${(
                          event,
                        ) => {
                          event.preventDefault();
                          actions.closeCompare();
                          actions.select({ property_id: subject.property_id });
                        }}>${address(subject.address) ??
                          dashed(subject.property_id)}</a>
                                <button type="button" class="quiet" aria-label=${`Remove ${
                                  address(subject.address)
                                }`} onClick=${() =>
                                  actions.toggleCompare(
                                    subject.property_id,
                                  )}>Remove</button></th>
                    `
                  )}</tr>
                </thead>
                <tbody>${ROWS.map(([name, cell]) =>
                  html`<tr key=${name}><th scope="row">${name}</th>${
                    compared.map((property) =>
                      html`<td key=${property.subject.property_id} class="num">${
                        cell(property)
                      }</td>`
                    )
                  }</tr>`
                )}</tbody>
              </table>
            </div>
                  ${compared.map(({ subject, disclosure }) =>
                    html`<p key=${subject.property_id} class="disclosure"><b>${
                      address(subject.address)
                    }:</b> ${disclosure}</p>`
                  )}
          `}</section>
  `;
}
