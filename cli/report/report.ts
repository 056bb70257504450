import { html, raw } from "@hono/hono/html";
import {
  fairnessOf,
  type ThirdFigures,
} from "../../core/engine/backtest/fairness.ts";
import type { FlipFigures } from "../../core/engine/backtest/flips.ts";
import type { Miss } from "../../core/engine/backtest/misses.ts";
import type { PriceIndex } from "../../core/engine/backtest/price_index.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { disclosureOfAll } from "../../core/engine/valuation/decision/disclosure.ts";
import type { Backtest } from "../../core/modeling/backtest.ts";
import { area, count, miles, money, percent, plural } from "../format.ts";
import { gainText } from "../render/backtest.ts";
import { identifier } from "../render/parts.ts";
import type { Html } from "./chart.ts";
import {
  areaChart,
  coverageChart,
  errorChart,
  indexChart,
  ratioChart,
  reliabilityChart,
} from "./charts.ts";
import { figuresTable } from "./figures_table.ts";
import { STYLE } from "./style.ts";

/** What a report is about. */
export interface ReportContent {
  readonly snapshot: string;
  readonly synthetic: boolean;
  readonly modelVersion: string;
  readonly priceModel: string;
  readonly lag: number;
  readonly propType: string | null;
  readonly backtest: Backtest;
  readonly indices: readonly PriceIndex[];
  readonly misses: readonly Miss[];
  /** What a segment is called. */
  readonly nameOf: (segment: string) => string;
}

/** A backtest as one HTML file that needs no network. */
export async function backtestReport(content: ReportContent): Promise<string> {
  const { backtest: { sales, figures, flipFigures }, indices } = content;
  const { by } = figures;
  const segments = by.segment.map((each) => ({
    ...each,
    group: content.nameOf(each.group),
  }));
  const fairness = fairnessOf(sales);
  const page = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Backtest ${isoOf(sales[0].day)} to ${isoOf(
          sales[sales.length - 1].day,
        )}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <main>
        ${head(content)}
        ${tiles(content)}
        <h2>Error by segment</h2>
        <p>A segment is a township and property type. The dot is the median of |value - price| / price, the bar its 95% bootstrap bounds; the shade is what the point gate asks for. Segments with fewer than ten sales are in the table only.</p>
        <figure>${errorChart(segments)}</figure>
        ${more(figuresTable("Segment", segments))}
        <h2>Does confidence keep its word?</h2>
        <p>Confidence is the chance, learned from earlier sales, that the value is within 20% of the price. On the dashed line it is well calibrated; the area of a dot is its share of the sales.</p>
        <figure>${reliabilityChart(sales)}</figure>
        ${more(figuresTable("Confidence", by.confidence))}
        <h2>Do the intervals hold?</h2>
        <p>Each interval was built to hold 80% of prices, from the errors of earlier sales only. Overall they held ${percent(
          figures.overall.coverage,
        )}, and were ${percent(
          figures.overall.width,
          0,
        )} of the value wide in the middle.</p>
        <figure>${coverageChart(segments)}</figure>
        <h2>Ratio against price</h2>
        <p>Each point is a sale, the line the median of each tenth by price. A line that falls to the right says too much of cheap homes and too little of expensive ones. Part of that fall is there in any method: a price paid by luck or need below what the home was worth lands at the left and high. Points beyond half or double the price stand at the edge.</p>
        <figure>${ratioChart(sales)}</figure>
        ${more(figuresTable("Price", by.price_third))}
        <h2>Price index by area</h2>
        <p>How prices of like homes moved in the segments with most sales, as all sales of the snapshot tell it now. In the backtest each day used only the index of the sales before it.</p>
        <figure>${indexChart(
          indices.map((each) => ({
            ...each,
            segment: content.nameOf(each.segment),
          })),
        )}</figure>
    <p>How values fared month by month:</p>
    ${more(figuresTable("Month", by.month))}
        ${fairnessSection(fairness)}
        ${flipSection(flipFigures)}
        ${missSection(content.misses)}
        <h2>How this was measured</h2>
        <p>Every arm's-length sale of the period was valued as of its own day: the price model and the index from sales known when its period began, comparable sales and the newest price level from sales known the day before, intervals, confidence and state from the errors of earlier months. Outliers by price are tested too, although the engine would not learn from them. Assessed values are never read. docs/valuation.md describes the method and its limits.</p>
            </main>
      </body>
    </html>
  `;
  return String(await page);
}

function head(
  { backtest: { sales, figures }, ...content }: ReportContent,
): Html {
  const { overall } = figures;
  const about = [
    `snapshot ${content.snapshot.slice(0, 12)}`,
    content.modelVersion,
    `price model: ${content.priceModel}`,
    content.lag > 0 && `deeds known after ${plural(content.lag, "day")}`,
    content.propType && `only ${content.propType}`,
  ].filter(Boolean).join(" · ");
  return html`<h1>Backtest of ${plural(sales.length, "sale")}, ${
    isoOf(sales[0].day)
  } to ${isoOf(sales[sales.length - 1].day)}</h1>
<p class="quiet">${about}</p>
${
    content.synthetic
      ? html`
        <p
          class="notice bad">Synthetic data: the figures say nothing about a real market.</p>
      `
      : ""
  }
<p class="notice">${
    disclosureOfAll(
      overall.ratios &&
        {
          test_sales: overall.ratios.n,
          median_error: overall.ratios.median_error,
          within_10: overall.ratios.within_10,
          within_20: overall.ratios.within_20,
          median_ratio: overall.ratios.median_ratio,
          coverage: overall.coverage!,
          prb: overall.ratios.prb,
        },
    )
  }</p>`;
}

function tiles({ backtest: { figures: { overall } } }: ReportContent): Html {
  const { ratios, bounds } = overall;
  const share = (name: keyof typeof bounds) =>
    bounds[name]
      ? `${percent(bounds[name].low)} to ${percent(bounds[name].high)}`
      : "";
  const plain = (name: keyof typeof bounds, digits: number) =>
    bounds[name]
      ? `${bounds[name].low.toFixed(digits)} to ${
        bounds[name].high.toFixed(digits)
      }`
      : "";
  const tile = (name: string, value: string, about: string) =>
    html`<li>${name}<b>${value}</b><small>${about}</small></li>`;
  return html`
    <ul class="tiles">${[
      tile(
        "MdAPE, median error",
        percent(ratios?.median_error),
        share("median_error"),
      ),
      tile("PPE10, within 10%", percent(ratios?.within_10), share("within_10")),
      tile("PPE20, within 20%", percent(ratios?.within_20), share("within_20")),
      tile(
        "Median ratio",
        ratios?.median_ratio.toFixed(3) ?? "-",
        plain("median_ratio", 3),
      ),
      tile("Intervals hold", percent(overall.coverage), share("coverage")),
      tile("COD", ratios?.cod.toFixed(1) ?? "-", plain("cod", 1)),
      tile("PRD", ratios?.prd.toFixed(3) ?? "-", "neutral 0.98 to 1.03"),
      tile("PRB", ratios?.prb.toFixed(3) ?? "-", plain("prb", 3)),
      tile("MKI", ratios?.mki.toFixed(3) ?? "-", "neutral 0.95 to 1.05"),
      tile(
        "With a value",
        percent(overall.hit_rate),
        "of the test sales",
      ),
    ]}</ul>
    <p class="quiet">Small figures are 95% bootstrap bounds.</p>
  `;
}

function more(content: Html): Html {
  return html`<details><summary>As a table</summary>${content}</details>`;
}

/** Within a price group these say nothing about prices. */
const PRICE_RELATED = ["Valued", "PRD", "PRB"];

function fairnessSection(
  { byPrice, byLevel, areas, evenAreas }: ReturnType<typeof fairnessOf>,
): Html {
  const named = ({ third, from, to, figures }: ThirdFigures) => ({
    ...figures,
    group: `${third}, ${money(from)} to ${money(to)}`,
  });
  return html`<h2>Fairness</h2>
<p>Who bears the errors? No feature of the engine is about people, and none is an assessed value; still, errors can fall unevenly. Thirds by price mix true bias with the luck of single prices; thirds by the mean of price and value do not.</p>
<h3>Thirds by price</h3>${
    figuresTable("Price", byPrice.map(named), PRICE_RELATED)
  }
<h3>Thirds by the mean of price and value</h3>${
    figuresTable("Level", byLevel.map(named), PRICE_RELATED)
  }
<h3>Tracts</h3>${
    areas.length === 0
      ? html`<p>No tract or neighborhood has ten sales.</p>`
      : html`<p>Of ${
        plural(areas.length, "tract")
      } (neighborhoods where the county gives none) with at least ten sales, ${
        percent(evenAreas, 0)
      } have a median ratio of 0.95 to 1.05, the shade.</p><figure>${
        areaChart(areas)
      }</figure>${more(areaTable(areas))}`
  }`;
}

function areaTable(
  areas: ReturnType<typeof fairnessOf>["areas"],
): Html {
  return html`
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Sales</th>
            <th scope="col">Median ratio</th>
            <th scope="col">Median error</th>
            <th scope="col">Median price</th>
          </tr>
        </thead>
        <tbody>${areas.map((each) =>
          html`
            <tr>
              <th scope="row">${each.area}</th>
              <td>${count(each.sales)}</td>
              <td>${each.medianRatio.toFixed(3)}</td>
              <td>${percent(each.medianError)}</td>
              <td>${money(each.price)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}

function flipSection(flips: FlipFigures): Html {
  return flips.valued === 0 ? html`` : html`<h2>Flips</h2>
<p>${
    plural(flips.flips, "home")
  } bought in the period were resold 60 to 540 days later. Held against the resale, the value on the day of purchase had a median error of ${
    percent(flips.median_error)
  } and a median bias of ${
    percent(flips.bias)
  } (below 0: resales brought more); ${
    percent(flips.coverage)
  } of resales lay within the interval. Median gain, resale over purchase: ${
    gainText(flips)
  }. The value describes the house as it was bought.</p>`;
}

function missSection(misses: readonly Miss[]): Html {
  return html`<h2>The ${misses.length} worst misses</h2>
<p>What was said, what was paid, and what the records say about why. Remarks may rest on later records, which the engine had not seen.</p>
${misses.map(missArticle)}`;
}

function missArticle(miss: Miss, at: number): Html {
  const { sale, error, comps } = miss;
  const says = (what: string, value: number | null) =>
    value === null ? "" : ` ${what} ${money(value)}.`;
  return html`
    <article>
      <h3>${at + 1}. ${miss.address ||
        identifier(sale.propertyId)}: valued ${money(
          sale.value.base,
        )}, paid ${money(sale.price)} (${error > 0 ? "+" : ""}${percent(
          error,
          0,
        )})</h3>
      <p class="quiet">${[
        miss.address ? identifier(sale.propertyId) : "",
        isoOf(sale.day),
        sale.segment,
        area(miss.area),
        miss.yearBuilt > 0 ? `built ${miss.yearBuilt}` : "",
        miss.deedType,
        sale.state,
        sale.confidence === null ? "" : `confidence ${sale.confidence}`,
      ].filter(Boolean).join(" · ")}</p>
      <ul>${miss.remarks.map((remark) => html`<li>${remark}</li>`)}</ul>
      <p>Interval ${money(sale.value.conservative)} to ${money(
        sale.value.aggressive,
      )}.${says("Comps alone", miss.byComps)}${says(
        "Price model alone",
        miss.byPriceModel,
      )}${comps.length === 0 ? "" : html`
        Nearest comps: ${comps.map((comp) =>
          `${comp.address || "a sale"}, ${
            miles(comp.distance)
          }, ${comp.sold}, ${money(comp.price)} (${
            money(comp.adjustedPrice)
          } adjusted)`
        ).join("; ")}.
      `}</p>
    </article>
  `;
}
