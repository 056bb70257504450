import { html } from "./html.js";
import { count, day, money, percent, sentence, STRATEGIES } from "./words.js";

/**
 * @import { HistoryEvent, PropertyOutput } from "../../contracts/property.ts"
 * @import { RiskFlag } from "../../contracts/risk.ts"
 */

/** The risks: those found first, those looked for and not found folded away. */
export function Risks({ risk }) {
  /** @type {RiskFlag[]} */
  const flags = risk.flags;
  const found = flags.filter(({ status }) => status === "flagged");
  const others = flags.filter(({ status }) => status !== "flagged");
  return html`
    <section class="block" aria-labelledby="risk-h">
      <h3 id="risk-h">Risks ${risk.score !== null &&
        html`<span class="soft num">${Math.round(risk.score)}/100</span>`}</h3>
      <p class="soft">${risk.score === null
        ? "Too few data for a score"
        : "0 is no known risk"}; ${risk
        .known_points} of 100 points could be assessed.</p>
      <ul class="risks">${found.map((flag) =>
        html`<${Risk} key=${flag.code} flag=${flag} />`
      )}</ul>
      ${others.length > 0 && html`
        <details>
          <summary>${found.length === 0
            ? "None found. "
            : ""}Not raised: ${others
            .map(({ label }) => label.toLowerCase()).join(", ")}</summary>
          <ul class="risks">${others.map((flag) =>
            html`<${Risk} key=${flag.code} flag=${flag} />`
          )}</ul>
        </details>
      `}
    </section>
  `;
}

/** @param {{flag: RiskFlag}} props */
function Risk({ flag }) {
  const { label, severity, reason, source, vintage, blind_spots } = flag;
  return html`<li class=${`risk ${severity ?? "unknown"}`}>
    <b>${label}</b> <span class="chip">${severity ?? "not known"}</span>
    <p>${sentence(reason)}</p>
    <p class="soft small">${
    sentence(`source: ${source}${vintage ? `, ${vintage}` : ""}`)
  } ${blind_spots && sentence(`not covered: ${blind_spots}`)}</p></li>`;
}

/** How the area stands for each strategy. */
export function Area({ tract }) {
  if (!tract) return null;
  const scores = Object.entries(tract.strategy_scores);
  const isScored = scores.some(([, { percentile }]) => percentile !== null);
  return html`
    <section class="block" aria-labelledby="area-h">
      <h3 id="area-h">The area${tract.area ? `: ${tract.area}` : ""}</h3>
      ${isScored
        ? html`
          <p class="soft">Percentile among the county's scored tracts; 100 is best.</p>
          <dl class="metrics">${scores.map(([name, { percentile }]) =>
            html`
              <div key=${name}>
                <dt>${STRATEGIES[name]}</dt>
                <dd class="num">${percentile === null
                  ? "–"
                  : Math.round(percentile)}</dd>
              </div>
            `
          )}</dl>
        `
        : html`<p class="soft">Its census tract has no score.</p>`}
    </section>
  `;
}

const SOURCES = {
  county_record: "county records",
  listing: "the listing",
  census: "the census",
  model: "the model",
};
const UNITS = { sqft: "sq ft" };
/** Figures that are numbers, not amounts: no separators. */
const PLAIN = new Set(["year_built", "class"]);

const sourceOf = ({ source, vintage }) =>
  `${SOURCES[source]}${vintage ? `, ${vintage}` : ""}`;

/** The facts. What most of them come from is said once; another source stands beside its fact. */
export function Facts({ facts }) {
  const sources = facts.map(sourceOf);
  const most =
    sources.toSorted((a, b) =>
      sources.filter((each) => each === b).length -
      sources.filter((each) => each === a).length
    )[0];
  const shown = ({ field, value, unit }) =>
    `${Number.isInteger(value) && !PLAIN.has(field) ? count(value) : value} ${
      UNITS[unit] ?? unit
    }`;
  return html`
    <section class="block" aria-labelledby="facts-h">
      <h3 id="facts-h">Facts</h3>
      <p class="soft small">${sentence(most)}</p>
      <dl class="facts">${facts.map((fact, i) =>
        html`
          <div key=${fact.field} class="pairline">
            <dt>${fact.label}</dt>
            <dd>${shown(fact)}${sources[i] !== most &&
              html`
                <small class="soft"> ${sources[i]}</small>
              `}</dd>
          </div>
        `
      )}</dl>
    </section>
  `;
}

/** What happened to the property, newest first. */
export function Timeline({ events, problem }) {
  if (problem) return null;
  return html`<section class="block" aria-labelledby="time-h">
    <h3 id="time-h">Timeline</h3>
    ${
    events === null
      ? html`<p class="skeleton-line"></p>`
      : events.length === 0
      ? html`<p class="soft">Nothing is on record.</p>`
      : html`<ol class="timeline">${
        events.slice(0, 24).map((event, i) =>
          html`<${Happened} key=${i} event=${event} />`
        )
      }</ol>`
  }</section>`;
}

/** @param {{event: HistoryEvent}} props */
function Happened({ event }) {
  const { kind, date, title, amount, change, note } = event;
  return html`
    <li class=${kind}><span class="soft num">${day(date)}</span>
      <div><b>${title}</b>
        ${amount !== null && html`<span class="num"> ${money(amount)}</span>`}
        ${change !== null && change !== 0 && html`
          <span class="soft num"> ${change > 0 ? "+" : ""}${percent(
            change,
            1,
          )}</span>
        `}
        ${note && html`<p class="soft small">${note}</p>`}</div></li>
  `;
}
