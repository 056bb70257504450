import { html } from "@hono/hono/html";
import { GATES } from "../../contracts/constants/valuation.ts";
import { type AreaRatio, EVEN } from "../../core/engine/backtest/fairness.ts";
import { shareWithin } from "../../core/engine/backtest/figures.ts";
import {
  bandOf,
  type GroupFigures,
} from "../../core/engine/backtest/groups.ts";
import type { PriceIndex } from "../../core/engine/backtest/price_index.ts";
import {
  errorOf,
  type TestSale,
  valued,
  type ValuedSale,
} from "../../core/engine/backtest/backtest_sale.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { median } from "../../core/engine/statistics/quantile.ts";
import { count, money, percent } from "../format.ts";
import { chart, dotChart, type Html, line } from "./chart.ts";

const whole = (value: number) => percent(value, 0);
const bounds = (low: number, high: number) =>
  `95% bounds ${percent(low)} to ${percent(high)}`;

/** Rows of a dot chart without those that have too few sales to say anything. */
const MIN_SALES = 10;

/** Median error by segment, with bounds and the point gate. */
export function errorChart(groups: readonly GroupFigures[]): Html {
  const rows = groups.filter(({ ratios }) => (ratios?.n ?? 0) >= MIN_SALES)
    .map(({ group, ratios, bounds: { median_error } }) => ({
      name: group,
      value: ratios!.median_error,
      ...median_error,
      title: `${group}: ${percent(ratios!.median_error)} on ${
        count(ratios!.n)
      } sales${
        median_error ? `, ${bounds(median_error.low, median_error.high)}` : ""
      }`,
    }));
  const gate = GATES.point.max_median_error;
  const most = Math.max(0.2, ...rows.map(({ high, value }) => high ?? value));
  return dotChart(
    "Median error of each segment with its bounds",
    { label: "Median error", domain: [0, Math.min(most, 0.6)], write: whole },
    rows,
    { low: 0, high: gate, name: `point gate: at most ${whole(gate)}` },
  );
}

/** Share of prices within the interval, by segment, with bounds and the gate's band. */
export function coverageChart(groups: readonly GroupFigures[]): Html {
  const { min_coverage, max_coverage } = GATES.point;
  const rows = groups.filter(({ ratios }) => (ratios?.n ?? 0) >= MIN_SALES)
    .map(({ group, coverage, ratios, bounds: { coverage: at } }) => ({
      name: group,
      value: coverage!,
      ...at,
      title: `${group}: ${percent(coverage)} of ${count(ratios!.n)} prices${
        at ? `, ${bounds(at.low, at.high)}` : ""
      }`,
    }));
  return dotChart(
    "Share of prices within the 80% interval in each segment",
    { label: "Prices within the 80% interval", domain: [0.5, 1], write: whole },
    rows,
    {
      low: min_coverage,
      high: max_coverage,
      name: `gate: ${whole(min_coverage)} to ${whole(max_coverage)}`,
    },
  );
}

/** Stated confidence against how often the value was within 20%. */
export function reliabilityChart(sales: readonly TestSale[]): Html {
  const known = valued(sales).filter(({ confidence }) => confidence !== null);
  const bands = [...Map.groupBy(known, ({ confidence }) => bandOf(confidence!))]
    .map(([band, members]) => {
      const stated = members.reduce((sum, each) => sum + each.confidence!, 0) /
        members.length / 100;
      const real = shareWithin(members, 0.2);
      const half = 1.96 * Math.sqrt(real * (1 - real) / members.length);
      return { band, stated, real, half, n: members.length };
    }).sort((a, b) => a.stated - b.stated);
  const axis = { domain: [0.3, 1] as const, write: whole };
  return chart(
    "Confidence against the share of values within 20% of the price; on the line the two agree",
    { ...axis, label: "Confidence stated" },
    { ...axis, label: "Values within 20% of the price" },
    ({ x, y, top, bottom }) => {
      const clip = (value: number) => Math.max(top, Math.min(bottom, value));
      return [
        line([[x(0.3), y(0.3)], [x(1), y(1)]], "even"),
        ...bands.filter(({ stated }) => stated >= 0.3).map((each) =>
          html`
            <g>
              <title>${each.band}: ${percent(each.real)} of ${count(
                each.n,
              )} within 20%, ${percent(each.stated)} stated</title>
              <line class="bar" x1="${x(each.stated)}" x2="${x(
                each.stated,
              )}" y1="${clip(y(each.real - each.half))}"
                y2="${clip(y(each.real + each.half))}" />
              <circle class="dot" cx="${x(each.stated)}" cy="${clip(
                y(each.real),
              )}" r="${3 + 9 * Math.sqrt(each.n / known.length)}" />
            </g>
          `
        ),
      ];
    },
  );
}

/** Points drawn at most; more are thinned evenly. */
const MAX_POINTS = 1_500;

/** Value over price against price, with the median of each tenth. */
export function ratioChart(sales: readonly TestSale[]): Html {
  const known = valued(sales).sort((a, b) => a.price - b.price);
  const step = Math.max(1, Math.ceil(known.length / MAX_POINTS));
  const tenths = Array.from({ length: 10 }, (_, i) =>
    known.slice(
      Math.floor(i * known.length / 10),
      Math.floor((i + 1) * known.length / 10),
    )).filter((each) => each.length > 0);
  const at = (q: number) => known[Math.floor(q * (known.length - 1))].price;
  const hold = (value: number, low: number, high: number) =>
    Math.max(low, Math.min(high, value));
  const least = at(0.005), most = at(0.995);
  const ratio = (sale: ValuedSale) => hold(1 + errorOf(sale), 0.5, 2);
  return chart(
    "Ratio of value to price, against price, with the median of each tenth of the sales",
    {
      label: "Price paid",
      domain: [least, Math.max(most, least * 1.1)],
      log: true,
      write: (value) => money(value),
      at: PRICES.filter((price) => price >= least && price <= most),
    },
    {
      label: "Value / price",
      domain: [0.5, 2],
      log: true,
      at: [0.5, 0.6, 0.8, 1, 1.25, 1.6, 2],
      write: (value) => value.toFixed(2),
    },
    ({ x, y, left, right }) => [
      html`<g class="point">${
        known.filter((_, i) => i % step === 0).map((sale) =>
          html`
            <circle cx="${x(hold(sale.price, least, most)).toFixed(1)}" cy="${y(
              ratio(sale),
            ).toFixed(1)}" r="2.5" />
          `
        )
      }</g>`,
      line([[left, y(1)], [right, y(1)]], "even"),
      line(
        tenths.map((members) => [
          x(hold(median(members.map(({ price }) => price)), least, most)),
          y(hold(1 + median(members.map(errorOf)), 0.5, 2)),
        ]),
        "trend",
      ),
    ],
  );
}

const PRICES = [
  50_000,
  100_000,
  200_000,
  300_000,
  500_000,
  800_000,
  1_200_000,
  2_000_000,
  4_000_000,
];

/** How prices of like homes moved, by segment. */
export function indexChart(indices: readonly PriceIndex[]): Html {
  const levels = indices.flatMap(({ levels }) => levels);
  const days = levels.map(({ day }) => day);
  const first = Math.min(...days), last = Math.max(...days);
  const values = levels.map(({ level }) => level);
  const span = last - first;
  return chart(
    "Price index by segment, 1 in the first month",
    {
      label: "Month",
      domain: [first, last],
      at: [0, 0.25, 0.5, 0.75, 1].map((share) =>
        Math.round(first + share * span)
      ),
      write: (day) => isoOf(Math.round(day)).slice(0, 7),
    },
    {
      label: "Price level",
      domain: [Math.min(0.95, ...values), Math.max(1.05, ...values)],
      write: (value) => value.toFixed(2),
    },
    ({ x, y, right }) => {
      const ends = spread(
        indices.map(({ levels }) => y(levels[levels.length - 1].level)),
        14,
      );
      return indices.flatMap(({ segment, sales, levels }, i) => [
        html`<g><title>${segment}, ${count(sales)} sales</title>${
          line(levels.map(({ day, level }) => [x(day), y(level)]), `c${i}`)
        }<text x="${right + 6}" y="${
          ends[i]
        }" dy="0.32em">${segment}</text></g>`,
      ]);
    },
    { right: 140 },
  );
}

/** Positions moved apart so that labels do not touch. */
function spread(positions: readonly number[], apart: number): number[] {
  const order = positions.map((_, i) => i)
    .sort((a, b) => positions[a] - positions[b]);
  const out = positions.slice();
  for (let i = 1; i < order.length; i++) {
    out[order[i]] = Math.max(out[order[i]], out[order[i - 1]] + apart);
  }
  return out;
}

/** Median ratio of every area against its price level. */
export function areaChart(areas: readonly AreaRatio[]): Html {
  const prices = areas.map(({ price }) => price);
  return chart(
    "Median ratio of value to price of each tract, against its median price",
    {
      label: "Median price of the tract",
      domain: [0.95 * Math.min(...prices), 1.05 * Math.max(...prices)],
      log: true,
      at: PRICES.filter((price) =>
        price >= Math.min(...prices) && price <= Math.max(...prices)
      ),
      write: (value) => money(value),
    },
    {
      label: "Median value / price",
      domain: [0.75, 1.25],
      write: (value) => value.toFixed(2),
    },
    ({ x, y, left, right }) => [
      html`
        <rect class="band" x="${left}" width="${right - left}" y="${y(
          EVEN.high,
        )}"
          height="${y(EVEN.low) - y(EVEN.high)}" />
      `,
      ...areas.map(({ area, sales, medianRatio, price }) =>
        html`
          <circle class="dot" fill-opacity="0.6" cx="${x(price)}" cy="${y(
            Math.max(0.75, Math.min(1.25, medianRatio)),
          )}"
            r="${Math.min(9, 1.2 * Math.sqrt(sales))}">
            <title>${area}: ${medianRatio.toFixed(3)} on ${count(
              sales,
            )} sales</title>
          </circle>
        `
      ),
    ],
  );
}
