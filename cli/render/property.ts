import type { PropertyOutput } from "../../contracts/property.ts";
import { money, percent, ratio, UNKNOWN, yieldText } from "../format.ts";
import { style, table } from "../output.ts";
import {
  footerLines,
  paragraph,
  readLines,
  subjectLines,
  title,
  valueLines,
} from "./parts.ts";

/** All that is known of a property: what it asks, what it is worth, the verdict, the deal, risks and place. */
export function renderProperty(answer: PropertyOutput): string {
  return [
    ...subjectLines(answer.subject),
    "",
    listingLine(answer),
    ...worthLines(answer),
    "",
    ...readLines({
      read: answer.read,
      state_reasons: answer.valuation?.state_reasons,
    }),
    ...dealLines(answer.underwriting),
    ...riskLines(answer.risk),
    ...placeLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

function listingLine({ listing, under_contract }: PropertyOutput): string {
  if (listing === null) {
    return under_contract === null
      ? "Not for sale"
      : `Under contract, listed at ${
        style("title", money(under_contract.list_price))
      } on ${under_contract.listed}`;
  }
  const cut = listing.price_cut === null
    ? ""
    : `, cut by ${percent(listing.price_cut)}`;
  return `For sale at ${
    style("title", money(listing.list_price))
  } since ${listing.listed} (${listing.days_on_market} days)${cut}`;
}

function worthLines(answer: PropertyOutput): string[] {
  return answer.valuation === null
    ? [paragraph(answer.valuation_withheld ?? "no value")]
    : valueLines({ ...answer.valuation, confidence: answer.confidence });
}

/** What the figures of the first year are of where the plan is not to keep the rental as it was bought. */
const RENTED: Readonly<Record<string, string>> = {
  flip: "as a rental until it is sold",
  brrrr: "as a rental before the refinance",
};

function dealLines(deal: PropertyOutput["underwriting"]): string[] {
  if (deal === null) return [];
  const { strategy, metrics, ranges } = deal;
  const figure = (
    name: "cash_flow" | "dscr" | "cash_on_cash",
    text: (value: number | null) => string,
  ): string => {
    if (metrics) return text(metrics[name]);
    const range = ranges?.[name];
    return range ? `${text(range.low)} to ${text(range.high)}` : UNKNOWN;
  };
  return [
    title(
      `Bought at the asking price, ${RENTED[strategy] ?? `as ${strategy}`}`,
    ),
    table([{ head: "" }, { head: "", align: "right" }], [
      ["Cash to close", money(deal.cash_to_close)],
      ["Rent a month, as planned", money(deal.rent)],
      [
        "Cash flow a month",
        figure("cash_flow", (year) => money(year === null ? null : year / 12)),
      ],
      ["DSCR", figure("dscr", ratio)],
      ["Cash-on-cash", figure("cash_on_cash", yieldText)],
    ], { indent: 2 }),
    paragraph("`twoflat underwrite` shows the whole deal", 2),
  ];
}

function riskLines({ score, flags }: PropertyOutput["risk"]): string[] {
  const flagged = flags.filter(({ status }) => status === "flagged");
  return [
    title(score === null ? "Risk" : `Risk ${Math.round(score)} of 100`),
    ...flagged.map(({ label, severity, reason }) =>
      paragraph(`${label} (${severity}): ${reason}`, 2, "- ")
    ),
    ...(flagged.length === 0
      ? ["  nothing flagged in the available data"]
      : []),
  ];
}

function placeLines({ tract, read, url }: PropertyOutput): string[] {
  const place = tract &&
    `tract ${tract.geoid}${tract.area ? ` in ${tract.area}` : ""}: percentile ${
      tract.strategy_scores[read.strategy].percentile ?? "unknown"
    } for ${read.strategy}; \`twoflat tract ${tract.geoid}\` shows more`;
  const page = url && `on a server's map: ${url}`;
  const lines = [place, page].filter((text) => text !== null);
  return lines.length === 0
    ? []
    : [title("Place"), ...lines.map((text) => paragraph(text, 2))];
}
