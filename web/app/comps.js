import { html } from "./html.js";
import { useState } from "preact/hooks";
import { address, dashed, day, miles, money, percent } from "./words.js";

/** The sales behind the value: each beside the subject, with what its price was adjusted for. */
export function Comps({ answer, problem, out, pinned, onOut, onPin, onLook }) {
  if (problem) {
    return html`
      <section class="block">
        <h3>Comparable sales</h3>
        <p class="soft">${problem}</p>
      </section>
    `;
  }
  if (!answer) {
    return html`
      <section class="block">
        <h3>Comparable sales</h3>
        <p class="skeleton-line"></p>
        <p class="skeleton-line"></p>
      </section>
    `;
  }
  const { comps, rejected, search } = answer;
  if (search.candidates === 0) {
    return html`
      <section class="block">
        <h3>Comparable sales</h3>
        <p class="soft">None: the property is not valued.</p>
      </section>
    `;
  }
  return html`<section class="block" aria-labelledby="comps-h">
    <h3 id="comps-h">Comparable sales <span class="soft">${comps.length} of ${search.candidates}</span></h3>
    <p class="soft">Within ${
    miles(search.radius_m)
  }, last ${search.months} months. Leave one out or pin it to see your own value.</p>
    <ol class="comps">${
    comps.map((comp, i) =>
      html`
        <${Comp} key=${comp.document ??
          comp.property_id} comp=${comp} number=${i + 1}
          out=${out.has(comp.property_id)} pinned=${pinned.has(
            comp.property_id,
          )}
          onOut=${onOut} onPin=${onPin} onLook=${onLook} />
      `
    )
  }</ol>
    ${
    rejected.length > 0 && html`
      <details>
        <summary>${rejected.length} nearby sales were rejected</summary>
        <ul class="plain">${rejected.slice(0, 30).map((sale) =>
          html`
            <li
              key=${sale.property_id + sale.sale_date}><b class="num">${money(
                sale.sale_price,
              )}</b> ${address(sale.address) ??
                dashed(sale.property_id)}, ${day(
                  sale.sale_date,
                )}: <span class="soft">${sale.detail}</span></li>
          `
        )}</ul>
      </details>
    `
  }
  </section>`;
}

function Comp({ comp, number, out, pinned, onOut, onPin, onLook }) {
  const [open, setOpen] = useState(false);
  const name = address(comp.address) ?? comp.property_id;
  const lines = comp.adjustments.filter(({ amount }) => amount !== 0);
  return html`<li data-comp=${comp.property_id} class=${`comp ${
    out ? "out" : ""
  }`}>
    <div class="comp-top">
      <button type="button" class="comp-number" aria-label=${`Show comp ${number}, ${name}, on the map`}
        onClick=${() => onLook(comp)}>${number}</button>
      <div><b>${name}</b><p class="soft num">${money(comp.sale_price)} · ${
    day(comp.sale_date)
  } · ${miles(comp.distance_m)} · ${percent(comp.similarity)} alike</p></div>
      <b class="num adjusted">${money(comp.adjusted_price)}</b>
    </div>
    <div class="comp-actions">
      <button type="button" class="quiet" aria-expanded=${open} onClick=${() =>
    setOpen(!open)}>${open ? "Hide" : "Compare with the subject"}</button>
      <button type="button" class="quiet" aria-pressed=${out} onClick=${() =>
    onOut(comp.property_id)}>${out ? "Restore" : "Exclude"}</button>
      <button type="button" class="quiet" aria-pressed=${pinned} disabled=${out} onClick=${() =>
    onPin(comp.property_id)}>${pinned ? "Unpin" : "Pin"}</button>
    </div>
    ${
    open && html`
      <div class="scroll" tabindex="0" role="region" aria-label=${`Adjustments of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col" class="n">Subject</th>
              <th scope="col" class="n">Comp</th>
              <th scope="col" class="n">Adjustment</th>
            </tr>
          </thead>
          <tbody>
              <tr><td>Sale price</td><td></td><td class="n">${money(
                comp.sale_price,
              )}</td><td></td></tr>
                            <tr><td>Time adjustment</td><td></td><td class="n">×${comp
                              .time_index.toFixed(
                                3,
                              )}</td><td class="n">${signed(
                                comp.time_adjusted_price - comp.sale_price,
                              )}</td></tr>
              ${lines.map((line) =>
                html`
                  <tr key=${line.feature}>
                    <td>${line.label}</td>
                    <td class="n">${line.subject ?? "–"}</td>
                    <td class="n">${line.comp ?? "–"}</td>
                    <td class="n">${signed(line.amount)}</td>
                  </tr>
                `
              )}
              <tr><th scope="row">Adjusted price</th><td></td><td></td><td class="n"><b>${money(
                comp.adjusted_price,
              )}</b></td></tr>
            </tbody>
        </table>
      </div>
    `
  }
  </li>`;
}

const signed = (amount) =>
  amount === 0 ? "0" : `${amount > 0 ? "+" : "−"}${money(Math.abs(amount))}`;
