import { html } from "./html.js";
import {
  confidenceWords,
  day,
  money,
  sentence,
  shortMoney,
  STATES,
} from "./words.js";

/** The confidence in a value as four steps and a word. */
export function Confidence({ confidence }) {
  const { name, level } = confidenceWords(confidence);
  return html`<span class="confidence" title=${
    confidence === null || confidence === undefined
      ? ""
      : `Confidence ${Math.round(confidence)} of 100`
  }>
    <span class="steps" aria-hidden="true">${
    [1, 2, 3, 4].map((step) =>
      html`<i key=${step} class=${step <= level ? "on" : ""}></i>`
    )
  }</span>${name}${
    confidence !== null && confidence !== undefined &&
    html`
      <span class="soft num">${Math.round(confidence)}/100</span>
    `
  }</span>`;
}

/** Percent of the line that the middles of two labels under it need between them. */
const LABEL_GAP = 16;

/** A range on a line, with what stands in it. The same in words for those who do not see it. */
export function RangeBar({ low, base, high, price, label }) {
  const values = [low, high, base, price].filter((value) => value > 0);
  const least = Math.min(...values), most = Math.max(...values);
  const pad = (most - least) * 0.14 || most * 0.05;
  const from = least - pad, width = most + pad - from;
  const place = (value) => (value - from) / width * 100;
  const at = (value) => `${place(value).toFixed(2)}%`;
  // Where the range is narrow, its labels move apart.
  const gap = base ? LABEL_GAP : LABEL_GAP / 2;
  const middle = Math.min(
    94 - gap,
    Math.max(6 + gap, place(base ?? (low + high) / 2)),
  );
  return html`
    <figure class="value-range">
      <figcaption
        class="visually-hidden">${label}: ${money(low)} to ${money(high)}${base
          ? `, most likely ${money(base)}`
          : ""}${price ? `; asking ${money(price)}` : ""}</figcaption>
      <div class="range-line" aria-hidden="true">
            <span class="range-span" style=${{
              left: at(low),
              right: `${100 - parseFloat(at(high))}%`,
            }}></span>
            ${base &&
              html`<span class="range-base" style=${{
                left: at(base),
              }}></span>`}
            ${price && html`
              <span class="range-price"
                style=${{ left: at(price) }}><b class="num">Asks ${shortMoney(
                  price,
                )}</b></span>
            `}
          </div>
      <div class="range-ends num" aria-hidden="true">
        <span style=${{
          left: `${Math.min(place(low), middle - gap)}%`,
        }}>${shortMoney(low)}</span>
        ${base && html`<b style=${{ left: `${middle}%` }}>${
          shortMoney(
            base,
          )
        }</b>`}
        <span style=${{
          left: `${Math.max(place(high), middle + gap)}%`,
        }}>${shortMoney(high)}</span>
      </div>
    </figure>
  `;
}

/** What the service says a property is worth, or why it says nothing. Disclosure always stands beside it. */
export function Value({ property, own, onClearOwn }) {
  const { valuation, valuation_withheld, listing, confidence, disclosure } =
    property;
  const price = listing?.list_price;
  return html`<section class="block" aria-labelledby="value-h">
    <h3 id="value-h">What it is worth ${
    valuation &&
    html`<span class=${`chip ${
      valuation.state === "point-actionable" ? "point" : "range"
    }`}>${STATES[valuation.state]}</span>`
  }</h3>
    ${
    own && html`<div class="callout calm" aria-live="polite">${
      own.problem
        ? html`<p>${own.problem}</p>`
        : own.after
        ? html`<p><b>Yours: ${money(own.after.conservative)} to ${
          money(own.after.aggressive)
        }</b>, most likely ${
          money(own.after.base)
        }, with your choice of comps. As recorded: ${
          own.before
            ? `${money(own.before.conservative)} to ${
              money(own.before.aggressive)
            }`
            : "no value"
        }.</p>`
        : html`<p><b>Your choice of comps gives no value.</b> ${
          own.reason ?? ""
        }</p>`
    }
      <button type="button" onClick=${onClearOwn}>Back to the recorded comps</button></div>`
  }
    ${
    valuation === null
      ? html`
        <div class="callout calm">
          <p>${sentence(valuation_withheld)}</p>
        </div>
      `
      : valuation.arv
      ? html`
        <${RangeBar} label="Value" low=${valuation.arv
          .conservative} base=${valuation.arv.base}
          high=${valuation.arv.aggressive} price=${price} />
                <p
          class="value-line"><b class="num">${money(
            valuation.arv.conservative,
          )} to ${money(valuation.arv.aggressive)}</b> · ${Math.round(
            valuation.arv.interval * 100,
          )} of 100 such homes sell inside such a range</p>
                <p>
          <${Confidence} confidence=${confidence} />
        </p>
                ${valuation.state_reasons.length > 0 && html`
                  <details>
                    <summary>Why ${STATES[valuation.state]
                      .toLowerCase()}</summary>
                    <ul>${valuation.state_reasons.map((reason) =>
                      html`<li key=${reason}>${reason}</li>`
                    )}</ul>
                  </details>
                `}
      `
      : html`<${Refused} valuation=${valuation} price=${price} />`
  }
    ${
    valuation?.prior_sale && valuation.prior_sale.sale_price &&
    html`<p class="soft">Last sold ${
      valuation.prior_sale.sale_date
        ? day(valuation.prior_sale.sale_date)
        : valuation.prior_sale.year
    } for ${money(valuation.prior_sale.sale_price)}.</p>`
  }
    <p class="disclosure">${disclosure}</p>
  </section>`;
}

/** A refusal is an answer: the reason, what would change it, and what may stand in. */
function Refused({ valuation, price }) {
  const { refusal, fallback, area_context, state_reasons } = valuation;
  return html`<div class="refusal">
    <p><b>No value is given.</b> ${
    sentence(refusal?.reason ?? state_reasons[0])
  }</p>
    ${
    refusal &&
    html`<p><b>What would change it:</b> ${sentence(refusal.fix)}</p>`
  }
    ${
    fallback && html`
      <p class="soft">A wider range may stand in, from ${fallback.method ===
          "price_model"
        ? "the price model alone"
        : "sales in the tract"}:</p>
      <${RangeBar} label="Stand-in range" low=${fallback.low} high=${fallback
        .high}
        price=${price} />
    `
  }
    ${
    area_context && html`
      <p
        class="soft">Around it: median ${money(
          area_context.median_price,
        )}, ${money(
          area_context.median_price_per_sqft,
        )} a square foot, ${area_context.sales} sales in two years.</p>
    `
  }
  </div>`;
}
