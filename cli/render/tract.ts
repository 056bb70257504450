import { Strategy } from "../../contracts/envelope.ts";
import type { Factor } from "../../contracts/scoring.ts";
import type { FlagStatus, TractOutput } from "../../contracts/tract.ts";
import { count, miles, money, percent, plural, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { footerLines, paragraph, readLines, title, verdict } from "./parts.ts";

/** A tract report as an investor reads it: scores first, then what they are made of. */
export function renderTract(answer: TractOutput): string {
  return [
    ...headLines(answer),
    "",
    ...readLines(answer),
    ...(answer.refusal ? [] : scoreLines(answer)),
    ...factorLines(answer),
    ...priceLines(answer),
    ...rentLines(answer),
    ...taxLines(answer),
    ...commuteLines(answer),
    ...riskLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

function headLines(answer: TractOutput): string[] {
  const { township, community_area, zip, parcels, county } = answer;
  const about = [
    `tract ${answer.geoid}`,
    community_area,
    township &&
    [township.name, township.triad && `${township.triad} triad`]
      .filter(Boolean).join(", "),
    zip && `ZIP ${zip}`,
    county === "lake" && "Lake County",
    plural(parcels, "parcel"),
  ].filter(Boolean).join(" · ");
  return [style("title", answer.name || answer.geoid), paragraph(about)];
}

function scoreLines({ strategy_scores }: TractOutput): string[] {
  return [
    title("County percentiles: 100 is the best tract, 50 the middle"),
    table(
      [
        { head: "Strategy" },
        { head: "Percentile", align: "right" },
        { head: "Confidence", align: "right", dispensable: 1 },
        { head: "Read" },
        { head: "Missing", wraps: true },
      ],
      Strategy.options.map((strategy) => {
        const { percentile, confidence, missing, read } =
          strategy_scores[strategy];
        return [
          strategy,
          percentile === null ? UNKNOWN : percentile.toFixed(1),
          count(confidence),
          verdict(read.verdict),
          missing.map((name) => name.replaceAll("_", " ")).join(", "),
        ];
      }),
      { indent: 2 },
    ),
  ];
}

/** A factor's value in its unit. */
function valueText({ value, unit }: Factor): string {
  if (value === null) return UNKNOWN;
  switch (unit) {
    case "dollars":
      return money(value);
    case "meters":
      return miles(value);
    case "fraction":
      return percent(value, 1);
    case "fraction a year":
      return percent(value, 2);
    default:
      return String(value);
  }
}

function factorLines(
  { factors, refusal, strategy: asked }: TractOutput,
): string[] {
  const weight = (share: number) => share === 0 ? "" : percent(share, 0);
  return [
    title(refusal ? "What is known" : "Factors of the scores"),
    table(
      [
        { head: "Factor", wraps: true },
        { head: "Value", align: "right" },
        { head: "Better" },
        { head: "Pctl", align: "right" },
        // Where there is no room for all, the asked strategy's weights stay.
        ...Strategy.options.map((strategy) => ({
          head: strategy,
          align: "right" as const,
          dispensable: strategy === asked ? 0 : 2,
        })),
        { head: "Vintage", dispensable: 1 },
      ],
      factors.map((factor) => [
        factor.label,
        valueText(factor),
        factor.better,
        factor.percentile === null ? UNKNOWN : factor.percentile.toFixed(1),
        ...Strategy.options.map((strategy) => weight(factor.weights[strategy])),
        factor.vintage ?? "missing",
      ]),
      { indent: 2 },
    ),
  ];
}

const PRICE_SOURCES = {
  sales: "validated sales",
  area_prices: "published sale prices, not validated",
  census: "the census (ACS)",
} as const;

function priceLines(
  { price, prices_by_year, prices_by_year_source }: TractOutput,
): string[] {
  const lines: string[] = [];
  if (price) {
    const bridge = price.bridge === 1
      ? ""
      : `, times ${price.bridge.toFixed(3)} to the level of the newer sales`;
    const facts = price.sales > 0 ? ` (${plural(price.sales, "sale")})` : "";
    const sqft = price.median_price_per_sqft === null
      ? ""
      : `; ${money(price.median_price_per_sqft)} a square foot`;
    lines.push(
      title("Prices"),
      paragraph(
        `level ${money(price.level)}: median ${money(price.median)} of ${
          PRICE_SOURCES[price.source]
        }, ${price.year}${facts}${bridge}${sqft}`,
        2,
      ),
    );
  }
  if (prices_by_year.length > 0 && prices_by_year_source) {
    lines.push(
      paragraph(`by year, from ${PRICE_SOURCES[prices_by_year_source]}:`, 2),
      table(
        [
          { head: "Year" },
          { head: "Sales", align: "right" },
          { head: "Lower quarter", align: "right" },
          { head: "Median", align: "right" },
          { head: "Upper quarter", align: "right" },
        ],
        prices_by_year.map((each) => [
          String(each.year),
          count(each.sales),
          money(each.q1),
          money(each.median),
          money(each.q3),
        ]),
        { indent: 2 },
      ),
    );
  }
  return lines;
}

function rentLines({ rents, section8 }: TractOutput): string[] {
  if (!rents) return [];
  const rank = section8?.zip_rank
    ? `; the ZIP ranks ${section8.zip_rank} of ${section8.zips} by that`
    : "";
  return [
    title("Rents, dollars a month"),
    table(
      [
        { head: "Bedrooms" },
        ...[1, 2, 3, 4].map((beds) => ({
          head: String(beds),
          align: "right" as const,
        })),
      ],
      [
        ["market", ...rents.market.map(money)],
        ["renovated", ...rents.renovated.map(money)],
        [
          `Section 8 (HUD FY${rents.fiscal_year})`,
          ...rents.payment_standards.slice(1).map(money),
        ],
      ],
      { indent: 2 },
    ),
    ...(section8
      ? [paragraph(
        `a year of two-bedroom Section 8 rent is ${
          percent(section8.yield, 1)
        } of the price level${rank}`,
        2,
      )]
      : []),
  ];
}

function taxLines({ property_tax: tax }: TractOutput): string[] {
  if (!tax) return [];
  const of = tax.rate_of === "tax_code"
    ? "the tract's main tax code"
    : `the ${tax.rate_of}'s median tax code`;
  const ratio = tax.assessed_to_price;
  return [
    title("Property tax"),
    paragraph(
      `${
        percent(tax.effective_rate, 2)
      } of market value a year (${of}, ${tax.rate_year})${
        tax.tax_at_price_level === null
          ? ""
          : `: ${money(tax.tax_at_price_level)} at the price level`
      }`,
      2,
    ),
    ...(tax.next_reassessment_year === null ? [] : [paragraph(
      `next reassessment after a purchase: tax year ${tax.next_reassessment_year}${
        ratio
          ? `; assessed values of ${ratio.tax_year} are ${
            percent(ratio.ratio, 2)
          } of prices (full is 10%, ${
            plural(ratio.sales, "sale")
          }), so bills grow ${percent(ratio.shock)} when they catch up`
          : ""
      }`,
      2,
    )]),
  ];
}

function commuteLines({ commute }: TractOutput): string[] {
  const share = (value: number | null, what: string) =>
    value === null ? "" : `${percent(value, 1)} ${what}`;
  const text = [
    commute.nearest_station &&
    `${commute.nearest_station} station ${
      miles(commute.station_distance_m)
    } from the center`,
    share(commute.transit_share, "commute by transit"),
    share(commute.walk_share, "on foot"),
    share(commute.drive_share, "drive alone"),
    share(commute.long_commute_share, "have a long commute"),
  ].filter(Boolean).join(", ");
  return text === "" ? [] : [title("Getting around"), paragraph(text, 2)];
}

const STATUS_TONE = {
  flagged: "bad",
  clear: "good",
  unknown: "caution",
  not_tracked: "quiet",
} as const;

/** A flag's status in its color. */
export function flagStatus(status: FlagStatus): string {
  return style(STATUS_TONE[status], status.replace("_", " "));
}

function riskLines({ risks }: TractOutput): string[] {
  return [
    title("Risks"),
    table(
      [{ head: "Risk" }, { head: "" }, { head: "Why", wraps: true }],
      risks.map(({ code, status, reason }) => [
        code.replaceAll("_", " "),
        flagStatus(status),
        reason,
      ]),
      { indent: 2 },
    ),
  ];
}
