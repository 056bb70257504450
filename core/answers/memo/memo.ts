import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
} from "../../../contracts/assumptions.ts";
import type { RiskOutput } from "../../../contracts/risk.ts";
import type {
  Span,
  UnderwriteOutput,
} from "../../../contracts/underwriting.ts";
import type { CompsOutput } from "../../../contracts/valuation.ts";
import { dollars, percent } from "../../engine/figures.ts";
import { dealLines, figureText, spanText } from "../deal_lines.ts";

/** Who hands the memo over. */
export interface Brand {
  readonly name: string | null;
  /** A `data:` URI of an image. */
  readonly logo: string | null;
}

/** The answers a memo is made of. */
export interface MemoAnswers {
  readonly deal: UnderwriteOutput;
  readonly comps: CompsOutput;
  readonly risk: RiskOutput;
}

/** A table of a memo: the first column is text, the others are figures. */
export interface MemoTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a memo. */
export interface MemoPart {
  readonly title: string;
  readonly text: readonly string[];
  readonly table?: MemoTable;
  /** Whether it takes half the width, beside the next half. */
  readonly isHalf?: true;
  /** Whether the map of the comps belongs here. */
  readonly hasMap?: true;
}

/** A memo, before it is written as HTML or Markdown. */
export interface Memo {
  readonly title: string;
  readonly subtitle: string;
  readonly parts: readonly MemoPart[];
  readonly foot: readonly string[];
}

/** Returns the memo of a deal. */
export function memoOf({ deal, comps, risk }: MemoAnswers): Memo {
  const { subject } = deal;
  const facts = subject.facts;
  const fact = (name: string, text: (value: number) => string) =>
    typeof facts[name] === "number" ? [text(facts[name])] : [];
  return {
    title: [subject.address ?? subject.property_id ?? "A point", subject.city]
      .filter(Boolean).join(", "),
    subtitle: [
      ...(subject.property_id ? [`PIN ${subject.property_id}`] : []),
      ...fact("bldg_sqft", (v) => `${v.toLocaleString("en-US")} sqft`),
      ...fact("bedrooms", (v) => `${v} bedrooms`),
      ...fact("units", (v) => v > 1 ? `${v} units` : "one unit"),
      ...fact("year_built", (v) => `built ${v}`),
    ].join(" · "),
    parts: [
      {
        title: "Summary",
        text: [],
        table: {
          head: ["", ""],
          rows: dealLines(deal).map(({ label, text }) => [label, text]),
        },
      },
      compsPart(comps),
      proFormaPart(deal),
      sensitivityPart(deal),
      outlookPart(deal),
      risksPart(risk),
      assumptionsPart(deal),
    ].filter(({ text, table }) => text.length > 0 || table),
    foot: [
      deal.disclosure,
      ...deal.warnings.map(({ message }) => message),
      `As of ${deal.as_of}. ${deal.analysis_id}, ${deal.valuation_id}; model ${deal.model_versions.model}, underwrite ${deal.model_versions.underwrite}.`,
    ],
  };
}

function compsPart({ comps, arv, search, refusal }: CompsOutput): MemoPart {
  return {
    title: "Value and comparable sales",
    text: [
      arv
        ? `${dollars(arv.conservative)} to ${dollars(arv.aggressive)}, an ${
          percent(arv.interval, 0)
        } interval, from ${search.accepted} comparable sales within ${
          (search.radius_m / 1609.344).toFixed(1)
        } miles and ${search.months} months.`
        : `No value: ${refusal?.reason ?? "not modelled"}.`,
    ],
    hasMap: true,
    ...(comps.length > 0 && {
      table: {
        head: ["Sale", "Date", "Miles", "Price", "Adjusted", "Weight"],
        rows: comps.map((comp, i) => [
          `${i + 1}. ${comp.address ?? comp.property_id}`,
          comp.sale_date ?? "",
          shown(comp.distance_m, (m) => (m / 1609.344).toFixed(2)),
          shown(comp.sale_price, dollars),
          shown(comp.adjusted_price, dollars),
          shown(comp.weight, (share) => percent(share, 0)),
        ]),
      },
    }),
  };
}

/** Returns a figure as text; nothing where the answer was asked for without it. */
function shown(
  value: number | undefined,
  text: (value: number) => string,
): string {
  return value === undefined ? "" : text(value);
}

function proFormaPart(deal: UnderwriteOutput): MemoPart {
  const title = "First year as a rental";
  if (deal.pro_forma) {
    return {
      title,
      text: [],
      isHalf: true,
      table: {
        head: ["", "A year"],
        rows: deal.pro_forma.map(({ label, amount }) => [
          label,
          dollars(amount),
        ]),
      },
    };
  }
  return {
    title,
    text: [],
    isHalf: true,
    ...(deal.pro_forma_range && {
      table: {
        head: ["", "Low", "High"],
        rows: deal.pro_forma_range.map(({ label, low, high }) => [
          label,
          dollars(low),
          dollars(high),
        ]),
      },
    }),
  };
}

function sensitivityPart({ targets, moves_most }: UnderwriteOutput): MemoPart {
  return {
    title: "At which price it works",
    isHalf: true,
    text: moves_most.map(({ assumption, low, high, swing, result }) => {
      const { label, unit } = ASSUMPTIONS[assumption];
      const text = (value: number) => figureText(value, unit);
      return `${label} from ${text(low)} to ${text(high)} moves the ${
        result.replaceAll("_", " ")
      } by ${dollars(swing)}.`;
    }),
    ...(targets.length > 0 && {
      table: {
        head: ["Target", "Price", ""],
        rows: targets.map(({ label, price, note }) => [
          label,
          price ? spanText(price, dollars) : "none",
          note,
        ]),
      },
    }),
  };
}

function outlookPart({ outlook, house_hack }: UnderwriteOutput): MemoPart {
  const share = (value: number) => percent(value, 1);
  const said = (span: Span | null, text: (value: number) => string) =>
    span ? spanText(span, text) : "unknown";
  return {
    title: "Held for years, then sold",
    isHalf: true,
    text: house_hack
      ? house_hack.options.map((each) =>
        `Living in one unit with ${each.financing_type.replaceAll("_", " ")}: ${
          said(each.monthly_cost, dollars)
        } a month net of rents, ${
          dollars(each.cash_to_close)
        } to close; renting a unit like it costs ${
          said(house_hack.rent_instead, dollars)
        }.`
      )
      : [],
    ...(outlook.length > 0 && {
      table: {
        head: [
          "Years",
          "Cash flow",
          "Equity after a sale",
          "A year",
        ],
        rows: outlook.map(({ years, cash_flow, equity, irr }) => [
          String(years),
          said(cash_flow, dollars),
          said(equity, dollars),
          said(irr, share),
        ]),
      },
    }),
  };
}

function risksPart({ risk_score, known_points, flags }: RiskOutput): MemoPart {
  const flagged = flags.filter(({ status }) => status === "flagged");
  return {
    title: "Risks",
    isHalf: true,
    text: [
      risk_score === null
        ? `Too little is known for a score: ${known_points} of 100 points could be assessed.`
        : `${risk_score} of 100; ${known_points} of 100 points could be assessed.`,
      ...flagged.map(({ label, reason }) => `${label}: ${reason}.`),
    ],
  };
}

function assumptionsPart(
  { assumptions, financing_type }: UnderwriteOutput,
): MemoPart {
  return {
    title: "Assumptions",
    text: [`Financing: ${financing_type.replaceAll("_", " ")}.`],
    table: {
      head: ["", "Value", "Source"],
      rows: ASSUMPTION_NAMES.flatMap((name) => {
        const { value, low, high, source, note, as_of } = assumptions[name];
        const { label, unit } = ASSUMPTIONS[name];
        if (source === null || (value === 0 && source === "constant")) {
          return [];
        }
        return [[
          label,
          spanText({ low, high }, (each) => figureText(each, unit)),
          `${source.replaceAll("_", " ")}: ${note}${
            as_of ? ` (${as_of})` : ""
          }`,
        ]];
      }),
    },
  };
}
