import type {
  MetricName,
  MetricRanges,
  Metrics,
  UnderwriteOutput,
} from "../../contracts/underwriting.ts";
import { ASSUMPTION_NAMES, ASSUMPTIONS } from "../../contracts/assumptions.ts";
import {
  dealLines,
  figureText,
  reachableOffer,
  spanText,
} from "../../core/answers/deal_lines.ts";
import { adviceInOptions, optionOf } from "../flags.ts";
import { FINANCING_PRESETS } from "../../contracts/financing.ts";
import { money, percent, ratio, UNKNOWN, yieldText } from "../format.ts";
import { style, table } from "../output.ts";
import {
  footerLines,
  paragraph,
  subjectLines,
  title,
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

/** Returns a deal in short: fifteen lines, then what must stand below every number. */
export function renderUnderwrite(answer: UnderwriteOutput): string {
  return [
    ...headLines(answer),
    style("quiet", paragraph("--full shows every assumption and statement")),
    ...footerLines(answer),
  ].join("\n");
}

/** Returns a deal whole: in short first, then where every figure comes from. */
export function renderUnderwriteFull(answer: UnderwriteOutput): string {
  return [
    ...headLines(answer),
    ...strategyLines(answer),
    ...metricLines(answer),
    ...targetLines(answer),
    ...offerLines(answer),
    ...assumptionLines(answer),
    ...financingLines(answer.financing),
    ...rentLines(answer.rent),
    ...taxLines(answer.property_tax),
    ...statement("First year as a rental", answer.pro_forma),
    ...rangeLines(answer.pro_forma_range),
    ...cashflowLines(answer.cashflow),
    ...outlookLines(answer),
    ...houseHackLines(answer.house_hack),
    ...timelineLines(answer.timeline),
    ...flipLines(answer.flip),
    ...brrrrLines(answer.brrrr),
    ...gridLines(answer.sensitivity),
    ...breakEvenLines(answer.break_even),
    ...withheldLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

/** The property, then the deal in short. */
function headLines(answer: UnderwriteOutput): string[] {
  return [
    ...subjectLines(answer.subject),
    "",
    table(
      [{ head: "" }, { head: "", wraps: true }],
      dealLines(answer).map(({ label, text }) => [
        style("title", label),
        adviceInOptions(text),
      ]),
    ),
  ];
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
      paragraph(adviceInOptions(withheld.reason), 2),
      style("quiet", paragraph(names.join(", "), 2)),
    );
  }
  if (missing.length > 0) {
    lines.push(
      title("Missing"),
      ...missing.map(({ field, reason, fix }) =>
        paragraph(
          adviceInOptions(`${field.replaceAll("_", " ")}: ${reason}; ${fix}`),
          2,
          "- ",
        )
      ),
    );
  }
  return lines;
}

function assumptionLines(
  { assumptions, preset, financing_type }: UnderwriteOutput,
): string[] {
  return [
    title(
      preset ? `Assumptions, with the preset "${preset.name}"` : "Assumptions",
    ),
    paragraph(FINANCING_PRESETS[financing_type].label, 2),
    table(
      [
        { head: "" },
        { head: "Value", align: "right" },
        { head: "Source", dispensable: 1 },
        { head: "Change it with", dispensable: 2 },
        { head: "Note", wraps: true, dispensable: 3 },
      ],
      ASSUMPTION_NAMES.map((name) => {
        const { label, unit } = ASSUMPTIONS[name];
        const { value, low, high, source, note, as_of } = assumptions[name];
        const text = (each: number | null) =>
          each === null ? UNKNOWN : figureText(each, unit);
        return [
          label,
          low === high ? text(value) : spanText({ low, high }, text),
          sourceText(source),
          optionOf(name),
          as_of ? `${note} (${as_of})` : note,
        ];
      }),
      { indent: 2 },
    ),
  ];
}

function targetLines({ targets }: UnderwriteOutput): string[] {
  if (targets.length === 0) return [];
  return [
    title("The price at which it works"),
    table(
      [
        { head: "Target" },
        { head: "Price", align: "right" },
        { head: "", wraps: true, dispensable: 1 },
      ],
      targets.map(({ label, price, note }) => [
        label,
        price ? spanText(price, money) : UNKNOWN,
        note,
      ]),
      { indent: 2 },
    ),
  ];
}

function rangeLines(lines: UnderwriteOutput["pro_forma_range"]): string[] {
  if (lines === null) return [];
  return [
    title("A year as a rental, at both ends"),
    table(
      [
        { head: "" },
        { head: "Cautious", align: "right" },
        { head: "Favorable", align: "right" },
        { head: "", wraps: true, dispensable: 1 },
      ],
      lines.map(({ label, low, high, note }) => [
        label,
        money(low),
        money(high),
        note,
      ]),
      { indent: 2 },
    ),
  ];
}

function outlookLines({ outlook }: UnderwriteOutput): string[] {
  if (outlook.length === 0) return [];
  return [
    title("Held for years, then sold"),
    table(
      [
        { head: "Years", align: "right" },
        { head: "Cash flow until then", align: "right", dispensable: 1 },
        { head: "Equity after sale", align: "right" },
        { head: "A year", align: "right" },
      ],
      outlook.map(({ years, cash_flow, equity, irr }) => [
        String(years),
        spanText(cash_flow, money),
        spanText(equity, money),
        irr ? spanText(irr, percent) : UNKNOWN,
      ]),
      { indent: 2 },
    ),
  ];
}

function houseHackLines(found: UnderwriteOutput["house_hack"]): string[] {
  if (found === null) return [];
  return [
    title("Living in one unit"),
    table(
      [
        { head: "Loan", wraps: true },
        { head: "To close", align: "right", dispensable: 1 },
        { head: "Net cost a month", align: "right" },
      ],
      found.options.map(({ financing_type, cash_to_close, monthly_cost }) => [
        FINANCING_PRESETS[financing_type].label,
        money(cash_to_close),
        spanText(monthly_cost, money),
      ]),
      { indent: 2 },
    ),
    paragraph(
      `renting a unit like it costs ${spanText(found.rent_instead, money)}`,
      2,
    ),
  ];
}

function timelineLines(months: UnderwriteOutput["timeline"]): string[] {
  if (months === null) return [];
  return [
    title("Month by month"),
    table(
      [
        { head: "Month", align: "right" },
        { head: "", wraps: true, dispensable: 1 },
        { head: "Cash", align: "right" },
        { head: "In the deal", align: "right" },
      ],
      months.map(({ month, event, cash, cash_in }) => [
        String(month),
        event,
        spanText(cash, money),
        spanText(cash_in, money),
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
  cash_on_cash: ["Cash-on-cash", yieldText],
  cap_rate: ["Cap rate", percent],
  gross_rent_multiplier: ["Gross rent multiplier", ratio],
  max_loan_at_dscr_1_2: ["Largest loan at DSCR 1.2", money],
  cash_needed: ["Cash needed", money],
  flip_net_profit: ["Flip net profit", money],
  flip_roi: ["Flip return on cash", percent],
  brrrr_cash_left: ["BRRRR cash left in (below 0: taken out)", money],
  brrrr_cash_on_cash: [
    "BRRRR cash-on-cash",
    (value) => value === null ? "no cash left in" : yieldText(value),
  ],
  brrrr_dscr: ["BRRRR DSCR after the refinance", ratio],
  suggested_offer: ["Suggested offer", money],
};

/** Metrics whose lower end is the favorable one. */
const LESS_IS_BETTER: ReadonlySet<MetricName> = new Set<MetricName>([
  "gross_rent_multiplier",
  "cash_needed",
  "brrrr_cash_left",
]);

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
  const known = names.flatMap((name) => {
    const range = ranges[name];
    if (range === null) return [];
    const [label, text] = METRICS[name];
    const ends = [text(range.low), text(range.high)];
    return [[label, ...(LESS_IS_BETTER.has(name) ? ends.reverse() : ends)]];
  });
  if (known.length === 0) return [];
  return [
    title("What the deal returns"),
    table(
      [
        { head: "", wraps: true },
        { head: "Cautious", align: "right" },
        { head: "Favorable", align: "right" },
      ],
      known,
      { indent: 2 },
    ),
  ];
}

function offerLines(answer: UnderwriteOutput): string[] {
  const { offers } = answer;
  if (offers === null) return [];
  const offer = reachableOffer(answer);
  return [
    title(
      offer === null ? "Offers" : `Offers: suggested ${money(offer)}`,
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
