import type {
  MetricName,
  MetricRanges,
  Metrics,
  UnderwriteOutput,
} from "../../contracts/underwriting.ts";
import { money, percent, plural, ratio, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import {
  footerLines,
  paragraph,
  readLines,
  subjectLines,
  title,
  valueLines,
  verdict,
} from "./parts.ts";
import { gridLines } from "./sensitivity.ts";
import {
  brrrrLines,
  cashflowLines,
  financingLines,
  flipLines,
  rentLines,
  sourceText,
  statement,
  taxLines,
} from "./statements.ts";

/** An underwriting as an investor reads it: value, verdict and returns first, then where they come from. */
export function renderUnderwrite(answer: UnderwriteOutput): string {
  return [
    ...subjectLines(answer.subject),
    "",
    ...valueLines(answer),
    "",
    ...readLines(answer),
    ...strategyLines(answer),
    ...metricLines(answer),
    ...offerLines(answer),
    ...assumptionLines(answer),
    ...financingLines(answer.financing),
    ...rentLines(answer.rent),
    ...taxLines(answer.property_tax),
    ...statement("First year as a rental", answer.pro_forma),
    ...cashflowLines(answer.cashflow),
    ...flipLines(answer.flip),
    ...brrrrLines(answer.brrrr),
    ...gridLines(answer.sensitivity),
    ...breakEvenLines(answer.break_even),
    ...withheldLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

function strategyLines({ strategy_scores }: UnderwriteOutput): string[] {
  const others = Object.entries(strategy_scores);
  if (others.length === 0) return [];
  return [
    title("By strategy"),
    table(
      [
        { head: "Strategy" },
        { head: "Read" },
        { head: "Score", align: "right" },
        { head: "Why", wraps: true },
      ],
      others.map(([strategy, { score, read }]) => [
        strategy,
        verdict(read.verdict),
        score === null ? UNKNOWN : String(score),
        read.reasons[0] ?? "",
      ]),
      { indent: 2 },
    ),
  ];
}

function withheldLines({ withheld, missing }: UnderwriteOutput): string[] {
  const lines: string[] = [];
  if (withheld !== null) {
    const names = withheld.fields.map((name) => name.replaceAll("_", " "));
    lines.push(
      title("Withheld"),
      paragraph(withheld.reason, 2),
      style("quiet", paragraph(names.join(", "), 2)),
    );
  }
  if (missing.length > 0) {
    lines.push(
      title("Missing"),
      ...missing.map(({ field, reason, fix }) =>
        paragraph(`${field.replaceAll("_", " ")}: ${reason}; ${fix}`, 2, "- ")
      ),
    );
  }
  return lines;
}

function assumptionLines({ assumptions }: UnderwriteOutput): string[] {
  const {
    purchase_price,
    rehab_budget,
    financing_type,
    rate,
    down_pct,
    rent,
    hold_months,
    units,
  } = assumptions;
  const rows: [string, string, { source: string | null; note: string }][] = [
    ["Purchase price", money(purchase_price.value), purchase_price],
    ["Rehab budget", money(rehab_budget.value), rehab_budget],
    [
      "Financing",
      financing_type.value?.replaceAll("_", " ") ?? UNKNOWN,
      financing_type,
    ],
    ["Rate", percent(rate.value, 2), rate],
    ["Down payment", percent(down_pct.value), down_pct],
    ["Rent a month", money(rent.value), rent],
    ["Hold", plural(hold_months.value ?? 0, "month"), hold_months],
    ["Units", units.value === null ? UNKNOWN : String(units.value), units],
  ];
  return [
    title("The deal"),
    table(
      [
        { head: "" },
        { head: "Value", align: "right" },
        { head: "Source" },
        { head: "Note", wraps: true, dispensable: 1 },
      ],
      rows.map(([label, value, { source, note }]) => [
        label,
        value,
        sourceText(source),
        note,
      ]),
      { indent: 2 },
    ),
  ];
}

/** Label of each metric and how its figure is written. */
const METRICS: Readonly<
  Record<MetricName, readonly [string, (value: number | null) => string]>
> = {
  noi: ["Net operating income a year", money],
  dscr: ["DSCR (NOI over debt service)", ratio],
  rent_to_pitia: ["DSCR as lenders count (rent over PITIA)", ratio],
  cash_flow: ["Cash flow, first year", money],
  cash_on_cash: ["Cash-on-cash", percent],
  cap_rate: ["Cap rate", percent],
  gross_rent_multiplier: ["Gross rent multiplier", ratio],
  max_loan_at_dscr_1_2: ["Largest loan at DSCR 1.2", money],
  flip_net_profit: ["Flip net profit", money],
  flip_roi: ["Flip return on cash", percent],
  brrrr_cash_left: ["BRRRR cash left in", money],
  brrrr_cash_on_cash: ["BRRRR cash-on-cash", percent],
  brrrr_dscr: ["BRRRR DSCR after the refinance", ratio],
  suggested_offer: ["Suggested offer", money],
};

function metricLines({ metrics, ranges }: UnderwriteOutput): string[] {
  if (metrics !== null) return exactMetrics(metrics);
  return ranges === null ? [] : metricRanges(ranges);
}

const names = Object.keys(METRICS) as MetricName[];

function exactMetrics(metrics: Metrics): string[] {
  return [
    title("What the deal returns"),
    table(
      [{ head: "", wraps: true }, { head: "", align: "right" }],
      names.map((name) => {
        const [label, text] = METRICS[name];
        return [label, text(metrics[name])];
      }),
      { indent: 2 },
    ),
  ];
}

function metricRanges(ranges: MetricRanges): string[] {
  const moving = names.flatMap((name) => {
    const range = ranges[name];
    if (range === null) return [];
    const [label, text] = METRICS[name];
    return [[label, text(range.low), text(range.high)]];
  });
  if (moving.length === 0) return [];
  return [
    title("What the deal returns, from the low to the high end of the value"),
    table(
      [
        { head: "", wraps: true },
        { head: "Low", align: "right" },
        { head: "High", align: "right" },
      ],
      moving,
      { indent: 2 },
    ),
  ];
}

function offerLines({ offers, suggested_offer }: UnderwriteOutput): string[] {
  if (offers === null) return [];
  return [
    title(
      suggested_offer === null
        ? "Offers"
        : `Offers: suggested ${money(suggested_offer)}`,
    ),
    table(
      [
        { head: "Rule", wraps: true },
        { head: "Price", align: "right" },
        { head: "", dispensable: 1 },
      ],
      offers.map(({ label, price, capped, reason }) => [
        label,
        money(price),
        reason ?? (capped ? "capped at the analyzed price" : ""),
      ]),
      { indent: 2 },
    ),
  ];
}

const UNIT_TEXT = {
  dollars: money,
  dollars_per_month: (value: number | null) =>
    value === null ? UNKNOWN : `${money(value)} a month`,
  fraction: (value: number | null) => percent(value, 2),
};

function breakEvenLines(answers: UnderwriteOutput["break_even"]): string[] {
  if (answers === null) return [];
  return [
    title("Break-evens"),
    table(
      [{ head: "", wraps: true }, { head: "", align: "right" }],
      answers.map(({ question, value, unit, reason }) => [
        reason === null ? question : `${question}: ${reason}`,
        UNIT_TEXT[unit](value),
      ]),
      { indent: 2 },
    ),
  ];
}
