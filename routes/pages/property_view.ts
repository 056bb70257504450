import { html, raw } from "@hono/hono/html";
import { UNDERWRITING } from "../../contracts/constants/underwriting.ts";
import { VERDICTS } from "../../contracts/envelope.ts";
import type { HistoryEvent, PropertyOutput } from "../../contracts/property.ts";
import { METRIC_NAMES, type MetricName } from "../../contracts/underwriting.ts";
import { dollars, percent, whole } from "../../core/engine/figures.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { count, typeNoun } from "../../core/engine/words.ts";
import type { Markup } from "./shell.ts";

/** Events shown; the rest is in the API's answer. */
const SHOWN_EVENTS = 40;

/** Returns a property's page below its title. */
export function propertyBody(
  answer: PropertyOutput,
  events: readonly HistoryEvent[],
): Markup {
  const { subject, listing, tract } = answer;
  return html`
    <p class="lead">${[typeNoun(subject.prop_type), tract?.area].filter(Boolean)
      .join(" · ")}${subject.property_id === null ? "" : html`
      · <span class="nowrap">PIN ${dashed(subject.property_id)}</span>
    `}</p>
    ${answer.warnings.map(({ message }) =>
      html`<p class="warning">${message}</p>`
    )}
    ${answer.photo_url === null ? "" : html`
      <img class="street" src="${answer
        .photo_url}" alt="Street view of ${subject.address ?? "the property"}"
        width="640" height="400" loading="lazy">
    `}
    <ul class="stats">
      ${listingStat(answer)}
      ${stat(
        "Value range",
        rangeText(answer),
        answer.valuation?.arv
          ? `confidence ${Math.round(answer.confidence ?? 0)} of 100`
          : "",
      )}
      ${stat(
        "Market rent",
        listing?.rent == null ? "Unknown" : dollars(listing.rent),
        listing?.rent == null ? "" : "a month",
      )}
      ${stat(
        "Risk",
        answer.risk.score === null
          ? "Unknown"
          : `${Math.round(answer.risk.score)} of 100`,
        "separate from opportunity",
      )}
    </ul>
    <p class="actions no-print">
      <a class="button primary" href="/?p=${subject
        .property_id}">Show on the map</a>
      <a class="button" href="/?p=${subject
        .property_id}&amp;report">Report a wrong value</a>
    </p>
    ${verdicts(answer)}
    ${valuationSection(answer)}
    ${underwritingSection(answer)}
    ${memoSection(answer)}
    ${riskSection(answer)}
    ${historySection(events)}
    ${factsSection(answer)}
    ${placeSection(answer)}
    <h2 id="about">About these figures</h2>
    <p class="small">${answer.disclosure}</p>
    <p
      class="small soft">As of ${answer.as_of} · model ${answer
        .model_version}, underwriting ${answer.model_versions
        .underwrite}, Twoflat ${answer.model_versions
        .serving}. <a href="/api/property/${subject
        .property_id}">This page as JSON</a></p>
  `;
}

function stat(name: string, value: string, note: string): Markup {
  return html`<li><span>${name}</span> <b>${value}</b>${
    note === "" ? "" : html`
      <span>${note}</span>
    `
  }</li>`;
}

function listingStat({ listing, under_contract }: PropertyOutput): Markup {
  if (listing) {
    return stat(
      "List price",
      dollars(listing.list_price),
      `${count(listing.days_on_market, "day")} on the market`,
    );
  }
  return under_contract
    ? stat(
      "List price",
      dollars(under_contract.list_price),
      `under contract, listed on ${under_contract.listed}`,
    )
    : stat("List price", "Not for sale", "");
}

function rangeText({ valuation }: PropertyOutput): string {
  if (valuation?.arv) {
    return `${dollars(valuation.arv.conservative)} to ${
      dollars(valuation.arv.aggressive)
    }`;
  }
  if (valuation?.fallback) {
    return `${dollars(valuation.fallback.low)} to ${
      dollars(valuation.fallback.high)
    } (no value)`;
  }
  return valuation ? "No value" : "Not shown";
}

const STRATEGIES = {
  flip: "Flip",
  brrrr: "BRRRR",
  hold: "Hold as a rental",
  section8: "Section 8 rental",
} as const;

type StrategyName = keyof typeof STRATEGIES;

/** A verdict as a label that does not rest on its color. */
function chip(verdict: PropertyOutput["read"]["verdict"]): Markup {
  return html`<span class="chip ${verdict.replace("_", "-")}">${
    VERDICTS[verdict].name
  }</span>`;
}

function verdicts({ listing, read }: PropertyOutput): Markup {
  if (!listing) {
    return html`
      <h2 id="verdict">Verdict</h2>
      <p>${chip(read.verdict)} ${read.reasons.join("; ")}.</p>
    `;
  }
  return html`
    <h2 id="verdict">Verdict at the list price</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="verdict">
      <table>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col">Verdict</th>
            <th scope="col" class="n">Deal score</th>
            <th scope="col" class="n">Tract percentile</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>${(Object.keys(STRATEGIES) as StrategyName[]).map((name) => {
          const { percentile, deal_score, read } =
            listing.strategy_scores[name];
          return html`
            <tr>
              <th scope="row">${STRATEGIES[name]}</th>
              <td>${chip(read.verdict)}</td>
              <td class="n">${deal_score ?? "none"}</td>
              <td class="n">${percentile ?? "none"}</td>
              <td>${read.reasons.join("; ")}</td>
            </tr>
          `;
        })}</tbody>
      </table>
    </div>
    ${listing.unscored_reasons.length === 0
      ? ""
      : html`<p class="small soft">No deal score: ${
        listing.unscored_reasons.join("; ")
      }.</p>`}
  `;
}

function valuationSection(
  { valuation, valuation_withheld, comps_summary, confidence }: PropertyOutput,
): Markup {
  if (!valuation) {
    return html`
      <h2 id="value">Value</h2>
      <p class="callout calm">Not shown here: ${valuation_withheld}.</p>
    `;
  }
  const { arv, refusal, fallback, state, state_reasons } = valuation;
  return html`
    <h2 id="value">Value</h2>
    ${arv
      ? html`<p>Estimated value as is: <strong>${
        dollars(arv.conservative)
      } to ${dollars(arv.aggressive)}</strong> in ${
        percent(arv.interval, 0)
      } of cases, ${dollars(arv.base)} in the middle; confidence ${
        Math.round(confidence ?? 0)
      } of 100.</p>`
      : ""}
    ${refusal
      ? html`<p class="callout">No value: ${refusal.reason}. What would change it: ${refusal.fix}.</p>`
      : ""}
    ${fallback
      ? html`<p>In its place a range of ${dollars(fallback.low)} to ${
        dollars(fallback.high)
      } ${
        fallback.method === "price_model"
          ? "from the price model"
          : "from sales in the area"
      }; it is no value.</p>`
      : ""}
    <p class="small soft">State ${state}${state_reasons.length > 0
      ? `: ${state_reasons.join("; ")}`
      : ""}.</p>
    ${comps_summary && comps_summary.accepted > 0
      ? html`<p>It rests on ${comps_summary.accepted} comparable sales of the last ${comps_summary.months} months within ${
        (comps_summary.radius_m / 1609.344).toFixed(1)
      } miles${
        comps_summary.dispersion === null
          ? ""
          : `, whose middle half spans ${
            percent(comps_summary.dispersion, 0)
          } of their median`
      }. ${whole(comps_summary.rejected)} nearby sales did not count.</p>`
      : ""}
  `;
}

/** What people call a metric, and how it is written. */
const METRICS: Readonly<
  Partial<
    Record<MetricName, readonly [string, "dollars" | "percent" | "ratio"]>
  >
> = {
  noi: ["Net operating income, a year", "dollars"],
  cash_flow: ["Cash flow, first year", "dollars"],
  cash_on_cash: ["Cash-on-cash return", "percent"],
  cap_rate: ["Cap rate", "percent"],
  dscr: ["Debt service coverage", "ratio"],
  max_loan_at_dscr_1_2: ["Largest loan at DSCR 1.2", "dollars"],
  flip_net_profit: ["Net profit of a flip", "dollars"],
  brrrr_cash_left: ["Cash left in after a BRRRR refinance", "dollars"],
  suggested_offer: ["Suggested offer", "dollars"],
};

function written(value: number | null, as: "dollars" | "percent" | "ratio") {
  if (value === null) return "none";
  const text = as === "dollars"
    ? dollars(value)
    : as === "percent"
    ? percent(value, 1)
    : value.toFixed(2);
  return text.replace("-", "−");
}

function underwritingSection({ underwriting }: PropertyOutput): Markup {
  if (!underwriting) return html``;
  const { price, cash_to_close, monthly_payment, metrics, ranges } =
    underwriting;
  const rows = METRIC_NAMES.flatMap((name) => {
    const known = METRICS[name];
    if (!known) return [];
    const [label, as] = known;
    const exact = metrics?.[name] ?? null;
    if (
      name === "suggested_offer" && exact !== null &&
      exact < (1 - UNDERWRITING.offer_reach) * price
    ) return [[label, "none within reach"] as const];
    const range = ranges?.[name] ?? null;
    if (exact !== null) return [[label, written(exact, as)] as const];
    return range === null ? [] : [
      [
        label,
        `${written(range.low, as)} to ${written(range.high, as)}`,
      ] as const,
    ];
  });
  return html`
    <h2 id="deal">The deal at ${dollars(price)}</h2>
    <dl class="facts">
      ${cash_to_close === null ? "" : html`
        <dt>Cash to close</dt>
        <dd>${dollars(cash_to_close)}</dd>
      `}
      ${monthly_payment === null ? "" : html`
        <dt>Payment, a month</dt>
        <dd>${dollars(monthly_payment)}</dd>
      `}
      ${rows.map(([label, value]) =>
        html`
          <dt>${label}</dt>
          <dd>${value}</dd>
        `
      )}
    </dl>
    ${underwriting.withheld === null
      ? ""
      : html`<p class="small soft">${underwriting.withheld}</p>`}
    ${underwriting.missing.map((each) =>
      html`<p class="small soft">Missing ${each}.</p>`
    )}
  `;
}

/** A form that opens the memo to print. */
function memoSection(
  { subject, listing, underwriting }: PropertyOutput,
): Markup {
  if (subject.property_id === null) return html``;
  const fields = [
    ["purchase_price", "Price", listing ? String(listing.list_price) : ""],
    ["rehab_budget", "Rehab", ""],
    ["rent_override", "Rent a month", ""],
  ] as const;
  return html`
    <h2 id="memo">Memo to share</h2>
    <form class="memo" action="/property/${subject.property_id}/memo">
      <label>Strategy <select name="strategy">${(Object.keys(
        STRATEGIES,
      ) as StrategyName[]).map((name) =>
        html`<option value="${name}" ${
          name ===
              (underwriting?.strategy ?? "hold")
            ? raw("selected")
            : ""
        }>${STRATEGIES[name]}</option>`
      )}</select></label>
      ${fields.map(([name, label, value]) =>
        html`
          <label>${label} <input name="${name}" value="${value}" placeholder="$" inputmode="text"
          size="9" autocomplete="off"></label>
        `
      )}
      <button>Open the memo</button>
    </form>
    <p
      class="small soft">Two pages: value with its comparable sales, the first year, the price at which it works, risks and every assumption. It needs a sign-in with a key that may underwrite.</p>
  `;
}

function riskSection({ risk }: PropertyOutput): Markup {
  const flagged = risk.flags.filter(({ status }) => status === "flagged");
  const others = risk.flags.filter(({ status }) =>
    status !== "flagged" && status !== "clear"
  );
  return html`
    <h2 id="risk">Risk</h2>
    <p>${risk.score === null
      ? "Too few data for a score."
      : `${
        Math.round(risk.score)
      } of 100; flags worth ${risk.known_points} of 100 points could be assessed.`}</p>
    ${flagged.length === 0
      ? ""
      : html`<ul>${
        flagged.map(({ label, severity, reason }) =>
          html`<li><strong>${label}</strong> (${severity}): ${reason}.</li>`
        )
      }</ul>`}
    ${others.length === 0
      ? ""
      : html`<p class="small soft">Not assessed: ${
        others.map(({ label }) => label.toLowerCase()).join(", ")
      }.</p>`}
  `;
}

function historySection(events: readonly HistoryEvent[]): Markup {
  if (events.length === 0) return html``;
  return html`
    <h2 id="history">History</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="history">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col" class="n">Amount</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>${events.slice(0, SHOWN_EVENTS).map((
          { date, title, amount, change, note },
        ) =>
          html`
            <tr>
              <td><time>${date}</time></td>
              <td>${title}</td>
              <td class="n">${amount === null ? "" : dollars(amount)}</td>
              <td>${[
                change !== null && change !== 0 &&
                `${change < 0 ? "−" : "+"}${percent(Math.abs(change), 1)}`,
                note,
              ].filter(Boolean).join("; ")}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}

function factsSection({ facts }: PropertyOutput): Markup {
  if (facts.length === 0) return html``;
  return html`
    <h2 id="facts">County records</h2>
    <dl class="facts columns">${facts.map(({ label, value, unit }) =>
      html`
        <dt>${label}</dt>
        <dd>${unit === "sqft"
          ? `${Number(value).toLocaleString("en-US")} sq ft`
          : value}</dd>
      `
    )}</dl>
    <p class="small soft">County records${facts[0].vintage === null
      ? ""
      : `, ${facts[0].vintage}`}.</p>
  `;
}

function placeSection({ tract }: PropertyOutput): Markup {
  if (!tract) return html``;
  return html`
    <h2 id="place">The place</h2>
    <p>Census tract ${tract.geoid}${tract.area === null
      ? ""
      : ` in ${tract.area}`}. Its percentile among the county's scored tracts (100 is best for an investor):</p>
    <dl class="facts">${(Object.keys(STRATEGIES) as StrategyName[]).map((
      name,
    ) =>
      html`
        <dt>${STRATEGIES[name]}</dt>
        <dd>${tract.strategy_scores[name].percentile ?? "none"}</dd>
      `
    )}</dl>
  `;
}
