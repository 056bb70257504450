import { html } from "./html.js";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, latest } from "./api.js";
import { Verdict } from "./list.js";
import {
  capital,
  money,
  percent,
  plural,
  sentence,
  shortMoney,
} from "./words.js";

/**
 * @import { UnderwriteOutput } from "../../contracts/underwriting.ts"
 * @import { ApiError } from "./api.js"
 */

const KNOBS = [
  { name: "purchase_price", label: "Purchase price", step: 1000, show: money },
  { name: "rehab_budget", label: "Rehab", step: 1000, show: money },
  { name: "rent_override", label: "Rent a month", step: 25, show: money },
  {
    name: "rate",
    label: "Interest rate",
    step: 0.00125,
    show: (x) => percent(x, 3).replace(/0%$/, "%"),
  },
  { name: "down_pct", label: "Down payment", step: 0.01, show: percent },
];

/** @type {[string, string, (value: number) => string][]} */
const METRICS = [
  ["cash_flow", "Cash flow, year one", money],
  ["cash_on_cash", "Cash on cash", (x) => percent(x, 1)],
  ["cap_rate", "Cap rate", (x) => percent(x, 1)],
  ["dscr", "DSCR", (x) => x.toFixed(2).replace("-", "−")],
  ["noi", "Net operating income", money],
  ["flip_net_profit", "Flip profit", money],
  ["brrrr_cash_left", "Cash left in (BRRRR)", money],
  ["suggested_offer", "Suggested offer", money],
];

/** How far a slider goes. */
function rangeOf(name, value) {
  switch (name) {
    case "rate":
      return [0.03, 0.12];
    case "down_pct":
      return [0, 0.6];
    case "rehab_budget":
      return [0, Math.max(200_000, value * 2)];
    case "rent_override":
      return [0, Math.max(6000, Math.round(value * 2 / 100) * 100)];
    default:
      return [
        Math.round(value * 0.5 / 1000) * 1000,
        Math.round(value * 1.4 / 1000) * 1000,
      ];
  }
}

/** The deal at a person's own figures: every change is computed by the service, never here. */
export function Underwriting(
  { property, strategy, saved, allowed, onSavePreset },
) {
  const { property_id } = property.subject;
  const [custom, setCustom] = useState({});
  const [answer, setAnswer] = useState(
    /** @type {UnderwriteOutput | null} */ (null),
  );
  const [problem, setProblem] = useState(/** @type {ApiError | null} */ (null));
  const [busy, setBusy] = useState(false);
  const ask = useRef((_custom) => {});
  useEffect(() => {
    ask.current = latest(200, async (signal, custom_assumptions) => {
      setBusy(true);
      try {
        setAnswer(
          await call("/api/underwrite", {
            method: "POST",
            body: { property_id, strategy, custom_assumptions },
            signal,
          }),
        );
        setProblem(null);
      } catch (error) {
        if (!signal.aborted) setProblem(error);
      }
      if (!signal.aborted) setBusy(false);
    });
  }, [property_id, strategy]);
  useEffect(() => {
    if (allowed) ask.current(custom);
  }, [custom, property_id, strategy, allowed]);

  if (!allowed || (problem && !answer)) {
    return html`
      <section class="block">
        <h3>Underwriting</h3>
        <p class="soft">${allowed
          ? problem?.message
          : "Sign in with a key that may underwrite to analyze the deal with your own figures."}</p>
      </section>
    `;
  }
  if (!answer) {
    return html`
      <section class="block">
        <h3>Underwriting</h3>
        <p class="skeleton-line"></p>
        <p class="skeleton-line"></p>
      </section>
    `;
  }
  const { assumptions, metrics, ranges, withheld, read, missing } = answer;
  const current = (name) => custom[name] ?? assumptions[name]?.value;
  return html`
    <section class="block underwriting" aria-labelledby="uw-h"
      aria-busy=${busy}>
        <h3 id="uw-h">The deal <${Verdict} verdict=${read.verdict} /></h3>
        <p class="soft">${sentence(read.reasons[0])}</p>
        <div class="knobs">${KNOBS.map(({ name, label, step, show }) => {
          const value = current(name);
          if (value === null || value === undefined) return null;
          const [min, max] = rangeOf(name, value);
          return html`
            <label key=${name}
              class="knob"><span>${label}</span><output class="num">${show(
                value,
              )}</output>
                    <input type="range" min=${min} max=${max} step=${step} value=${value} aria-valuetext=${show(
                      value,
                    )}
                      onInput=${({ target }) =>
                        setCustom({
                          ...custom,
                          [name]: Number(target.value),
                        })} />
                    <small class="soft">${custom[name] === undefined
                      ? sourceOf(assumptions, name)
                      : "yours"}</small></label>
          `;
        })}</div>
        <div class="actions">
          ${Object.keys(custom).length > 0 &&
            html`<button type="button" onClick=${() =>
              setCustom({})}>Back to the defaults</button>`}
          ${saved.presets.length > 0 && html`
            <select aria-label="Use a preset"
              onChange=${({ target }) => {
                const preset = saved.presets.find(({ name }) =>
                  name === target.value
                );
                if (preset) setCustom({ ...preset.assumptions });
              }}><option value="">Use a preset…</option>${saved.presets.map((
                { name },
              ) => html`<option key=${name}>${name}</option>`)}</select>
          `}
          ${Object.keys(custom).length > 0 &&
            html`<button type="button" onClick=${() =>
              onSavePreset(custom)}>Save as preset</button>`}
        </div>
        ${problem &&
          html`<p class="field-error" role="alert">${problem.message}${
            problem.expected ? ` Expected: ${problem.expected}.` : ""
          }</p>`}
        <dl class="metrics">${METRICS.map(([name, label, show]) => {
          const exact = metrics?.[name];
          const range = ranges?.[name];
          if ((exact === null || exact === undefined) && !range) return null;
          return html`
            <div key=${name}>
              <dt>${label}</dt>
              <dd class="num">${typeof exact === "number"
                ? show(exact)
                : spanned(range, show)}</dd>
            </div>
          `;
        })}</dl>
        ${withheld &&
          html`<p class="soft small">Exact figures are withheld: ${withheld.reason}</p>`}
        ${missing.length > 0 && html`
          <details>
            <summary>${plural(
              missing.length,
              "figure",
            )} could not be computed</summary>
            <ul>${missing.map(({ field, reason, fix }) =>
              html`<li key=${field}>${sentence(reason)} ${sentence(fix)}</li>`
            )}</ul>
          </details>
        `}
        ${answer.cashflow && html`<${FiveYears} cashflow=${answer.cashflow} />`}
        ${answer.break_even && html`
          <h4>Break-even figures</h4>
          <dl class="facts">${answer.break_even.map((
            { question, value, unit, reason },
          ) =>
            html`
              <div key=${question} class="pairline">
                <dt>${question}</dt>
                <dd>${value === null
                  ? html`<span class="soft">${sentence(reason)}</span>`
                  : unit === "fraction"
                  ? percent(value, 2)
                  : `${money(value)}${
                    unit === "dollars_per_month" ? " a month" : ""
                  }`}</dd>
              </div>
            `
          )}</dl>
        `}
        ${answer.offers && html`
          <h4>Offers by rule</h4>
          <dl class="facts">${answer.offers.map((
            { rule, label, price, reason },
          ) =>
            html`
              <div key=${rule} class="pairline">
                <dt>${capital(label)}</dt>
                <dd>${price === null
                  ? html`<span class="soft">${sentence(reason)}</span>`
                  : money(price)}</dd>
              </div>
            `
          )}</dl>
        `}
        <p class="disclosure">${answer.disclosure}</p>
      </section>
  `;
}

/** A range of a metric; an end without bound is left open. */
function spanned({ low, high }, show) {
  if (low === high) return show(low);
  if (low === null) return `up to ${show(high)}`;
  if (high === null) return `from ${show(low)}`;
  return html`
    <span class="nowrap">${show(low)}</span> <span class="soft">to</span> <span
      class="nowrap">${show(high)}</span>
  `;
}

const SOURCES = {
  given: "given",
  county_record: "county record",
  listing: "listing",
  constant: "default",
  model: "model",
};

const sourceOf = (assumptions, name) =>
  SOURCES[assumptions[name]?.source] ?? "";

/** Five years of cash flow as bars, and the same as a table. */
function FiveYears({ cashflow }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const data = useMemo(
    () => /** @type {import("uplot").AlignedData} */ ([
      cashflow.map(({ year }) => year),
      cashflow.map(({ noi }) => noi),
      cashflow.map(({ cash_flow }) => cash_flow),
    ]),
    [cashflow],
  );
  useEffect(() => {
    let chart;
    let gone = false;
    import("uplot").then(({ default: UPlot }) => {
      if (gone || !element.current) return;
      const css = getComputedStyle(document.documentElement);
      const resolve = (name) => {
        const probe = document.createElement("span");
        probe.style.color = `var(${name})`;
        element.current?.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      };
      const ink = resolve("--soft"), line = resolve("--line");
      const axis = {
        stroke: ink,
        grid: { stroke: line, width: 1 },
        ticks: { stroke: line },
        font: `12px ${css.fontFamily}`,
      };
      chart = new UPlot(
        {
          width: element.current.clientWidth,
          height: 190,
          scales: { x: { time: false, range: [0.4, cashflow.length + 0.6] } },
          legend: { show: false },
          cursor: { show: false },
          axes: [
            {
              ...axis,
              grid: { show: false },
              values: (_, years) =>
                years.map((year) =>
                  Number.isInteger(year) ? `Year ${year}` : ""
                ),
            },
            {
              ...axis,
              size: 62,
              values: (_, values) => values.map(shortMoney),
            },
          ],
          series: [
            {},
            bars(UPlot, resolve("--accent"), -1),
            bars(UPlot, resolve("--screen"), 1),
          ],
        },
        data,
        element.current,
      );
    });
    return () => {
      gone = true;
      chart?.destroy();
    };
  }, [data]);
  return html`
    <figure class="five-years">
      <figcaption><b>Five years</b> <span class="key a">Net operating income</span> <span class="key b">Cash flow</span></figcaption>
      <div ref=${element} aria-hidden="true"></div>
      <details>
        <summary>As a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Five years">
          <table>
            <thead>
              <tr>
                <th scope="col">Year</th>
                <th scope="col" class="n">Rent</th>
                <th scope="col" class="n">NOI</th>
                <th scope="col" class="n">Debt service</th>
                <th scope="col" class="n">Cash flow</th>
              </tr>
            </thead>
            <tbody>${cashflow.map((row) =>
              html`
                <tr key=${row.year}>
                  <td>${row.year}</td>
                  <td class="n">${money(row.rent)}</td>
                  <td class="n">${money(row.noi)}</td>
                  <td class="n">${money(row.debt_service)}</td>
                  <td class="n">${money(row.cash_flow)}</td>
                </tr>
              `
            )}</tbody>
          </table>
        </div>
      </details>
    </figure>
  `;
}

const bars = (UPlot, color, align) => ({
  stroke: color,
  fill: color,
  width: 0,
  points: { show: false },
  paths: UPlot.paths.bars?.({ size: [0.36, 40], align, radius: 0.12 }),
});
