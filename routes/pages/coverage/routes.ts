import type { Handler } from "@hono/hono";
import { html } from "@hono/hono/html";
import type { CoverageOutput } from "../../../contracts/coverage.ts";
import { dataVintages } from "../../../core/engine/places/vintages.ts";
import { coverage } from "../../../core/operations/place/coverage.ts";
import type { RouteEnv, Service } from "../../service.ts";
import { type Markup, sendShell } from "../shell.ts";
import { errorChart } from "./error_chart.ts";
import { townshipMap } from "./township_map.ts";
import { count, GATES, percent, TYPES } from "./words.ts";

/** `GET /coverage`: what is covered, and how well past sales were valued. Made once a day. */
export function coveragePage(service: Service): Handler<RouteEnv> {
  let made: { readonly day: number; readonly body: Markup } | undefined;
  return async function coveragePage(c) {
    const day = service.today();
    if (made?.day !== day) made = { day, body: await bodyOf(service) };
    return sendShell(c, {
      title: "Coverage",
      at: "/coverage",
      width: "wide",
      description:
        "Where Twoflat values homes, how accurate its values of past sales were, and how old its data are.",
      styles: ["coverage.css"],
      body: made.body,
    }, { cached: true });
  };
}

async function bodyOf(service: Service): Promise<Markup> {
  const { snapshot } = service;
  const answer = await coverage.run(
    { snapshot, today: service.today() },
    {},
  );
  return await html`
    <p
      class="lead">What the automated values cover, and how they did on past sales that they had not
    seen. Each was valued from what was known before its day.</p>
    ${snapshot.synthetic
      ? html`
        <p
          class="callout">Synthetic data for demonstration: places are real, sales are not.</p>
      `
      : ""}
    ${scorecard(answer)}
    <h2>Where</h2>
    <div class="coverage-map">${townshipMap(snapshot, answer.segments)}
        <div class="flow"><p>The color of a township shows the best state that values there can have.</p>
    <ul class="plain">${Object.entries(GATES).map(([gate, { name, means }]) =>
      html`<li><span class="chip ${gate}">${name}</span> ${means}</li>`
    )}<li><span class="chip">Context only</span> Lake County: tract scores, rents and taxes, no values.</li></ul>
    <p class="disclosure">${answer.disclosure}</p></div></div>
        <h2>Accuracy</h2>
    <p>Median error of each township and type of property against past sales. To the left of the line, exact
    figures may be shown; a segment must pass the other gates too.</p>
    ${errorChart(answer.segments, answer.gates.point.max_median_error)}
    <h2>Every segment</h2>
    ${segmentTable(answer)}
        <h2>Age of the data</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Data vintages">
      <table>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col" class="n">Rows</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>${dataVintages(snapshot).map(({ what, rows, from, to }) =>
          html`
            <tr>
              <th scope="row">${what}</th>
              <td class="n">${count(rows)}</td>
              <td>${from}</td>
              <td>${to}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
    <p
      class="soft small">Model <code>${answer
        .model_version}</code>, data as of ${answer.as_of}. The same as JSON:
    <a href="/api/coverage">/api/coverage</a>.</p>
  `;
}

function scorecard({ calibration, status_reason }: CoverageOutput): Markup {
  const overall = calibration?.overall;
  if (!calibration || !overall) {
    return html`
      <div class="callout">
        <p><strong>No scorecard yet.</strong> ${status_reason ??
          "There are too few past sales to test against."}</p>
      </div>
    `;
  }
  return html`
    <ul class="stats" aria-label="Scorecard">
      <li><b>${percent(
        overall.median_error,
        1,
      )}</b><span>median error</span></li>
      <li><b>${percent(
        overall.within_10,
      )}</b><span>within 10% of the price</span></li>
      <li><b>${percent(
        overall.within_20,
      )}</b><span>within 20% of the price</span></li>
      <li><b>${percent(
        overall.coverage,
      )}</b><span>of prices inside the range, ${percent(
        calibration.interval,
      )} promised</span></li>
      <li><b>${count(overall.test_sales)}</b><span>past sales, ${calibration
        .from} to ${calibration.to}</span></li>
    </ul>
  `;
}

function segmentTable({ segments }: CoverageOutput): Markup {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Every segment">
      <table>
        <thead>
          <tr>
            <th scope="col">Township</th>
            <th scope="col">Type</th>
            <th scope="col">At best</th>
            <th scope="col" class="n">Homes</th>
            <th scope="col" class="n">Test sales</th>
            <th scope="col" class="n">Median error</th>
            <th scope="col" class="n">Within 20%</th>
            <th scope="col" class="n">In range</th>
            <th scope="col">What is missing</th>
          </tr>
        </thead>
        <tbody>${segments.map((segment) => {
          const { figures } = segment;
          return html`
            <tr>
              <th scope="row">${segment.township_name}</th>
              <td class="nowrap">${TYPES[segment.prop_type] ??
                segment.prop_type}</td>
              <td><span class="chip ${segment.gate}">${GATES[segment.gate]
                .name}</span></td>
              <td class="n">${count(segment.parcels)}</td>
              <td class="n">${figures ? count(figures.test_sales) : "–"}</td>
              <td class="n">${figures
                ? percent(figures.median_error, 1)
                : "–"}</td>
              <td class="n">${figures ? percent(figures.within_20) : "–"}</td>
              <td class="n">${figures ? percent(figures.coverage) : "–"}</td>
              <td class="reasons">${segment.reasons.join("; ")}</td>
            </tr>
          `;
        })}</tbody>
      </table>
    </div>
  `;
}
