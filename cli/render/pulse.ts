import { Strategy } from "../../contracts/envelope.ts";
import type { PulseOutput } from "../../contracts/pulse.ts";
import { count, money, percent, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { footerLines, paragraph, title } from "./parts.ts";

/** The county at a glance. */
export function renderPulse(answer: PulseOutput): string {
  return [
    style("title", "Cook County at a glance"),
    ...Strategy.options.flatMap((strategy) => leaderLines(answer, strategy)),
    ...zipLines(answer),
    ...reassessmentLines(answer),
    ...vintageLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

function leaderLines(
  { leaders, tracts }: PulseOutput,
  strategy: Strategy,
): string[] {
  const scored = `${count(tracts.scored[strategy])} of ${
    count(tracts.total - tracts.lake)
  } Cook tracts scored`;
  return [
    title(`Best for ${strategy} (${scored})`),
    leaders[strategy].length === 0 ? paragraph("none: too few data", 2) : table(
      [
        { head: "Tract" },
        { head: "Area", wraps: true },
        { head: "Percentile", align: "right" },
        { head: "Confidence", align: "right", dispensable: 2 },
        { head: "Price level", align: "right" },
        { head: "from", dispensable: 1 },
      ],
      leaders[strategy].map((leader) => [
        leader.geoid,
        leader.area ?? UNKNOWN,
        leader.percentile.toFixed(1),
        count(leader.confidence),
        money(leader.price_level),
        leader.price_source.replace("_", " "),
      ]),
      { indent: 2 },
    ),
  ];
}

function zipLines({ section8_zips, zips_compared }: PulseOutput): string[] {
  return [
    title("Section 8 rents against prices, by ZIP"),
    paragraph(
      `yield is twelve two-bedroom rents over the median price of 24 months of validated sales; ${zips_compared} ZIPs compared`,
      2,
    ),
    table(
      [
        { head: "ZIP" },
        { head: "HUD year", dispensable: 2 },
        { head: "2 bed", align: "right" },
        { head: "3 bed", align: "right", dispensable: 1 },
        { head: "Median price", align: "right" },
        { head: "Sales", align: "right" },
        { head: "Yield", align: "right" },
      ],
      section8_zips.map((zip) => [
        zip.zip,
        `FY${zip.fiscal_year}`,
        money(zip.two_bedroom),
        money(zip.three_bedroom),
        money(zip.median_price),
        count(zip.sales),
        percent(zip.yield, 2),
      ]),
      { indent: 2 },
    ),
  ];
}

function reassessmentLines(
  { reassessment, reassessment_unknown }: PulseOutput,
): string[] {
  return [
    title("What the next reassessment may do to tax bills"),
    paragraph(
      "shock is full assessment (10%) over the ratio of assessed value to price, less one, rates held",
      2,
    ),
    table(
      [
        { head: "Township", wraps: true },
        { head: "Triad", dispensable: 2 },
        { head: "Assessed", align: "right" },
        { head: "Ratio", align: "right" },
        { head: "Sales", align: "right", dispensable: 1 },
        { head: "Shock", align: "right" },
        { head: "Next", align: "right" },
      ],
      reassessment.map((each) => [
        each.name,
        each.triad,
        String(each.assessed_year),
        percent(each.ratio, 2),
        count(each.sales),
        percent(each.shock),
        String(each.next_year),
      ]),
      { indent: 2 },
    ),
    ...reassessment_unknown.map(({ triad, next_year, townships }) =>
      paragraph(
        `${triad} triad, next in ${next_year}, without assessed values here: ${
          townships.join(", ")
        }`,
        2,
      )
    ),
  ];
}

function vintageLines({ vintages }: PulseOutput): string[] {
  return [
    title("How old the data are"),
    table(
      [
        { head: "Data", wraps: true },
        { head: "From" },
        { head: "To" },
        { head: "Rows", align: "right", dispensable: 1 },
      ],
      vintages.map(({ what, from, to, rows }) => [what, from, to, count(rows)]),
      { indent: 2 },
    ),
  ];
}
