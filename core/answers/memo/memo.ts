import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
} from "../../../contracts/assumptions.ts";
import type { z } from "zod";
import { FINANCING_PRESETS } from "../../../contracts/financing.ts";
import type { RiskInput, RiskOutput } from "../../../contracts/risk.ts";
import type {
  Source,
  Span,
  UnderwriteOutput,
} from "../../../contracts/underwriting.ts";
import type { CompsInput, CompsOutput } from "../../../contracts/valuation.ts";
import type { WhatIf } from "../../../contracts/what_if.ts";
import { dollars, percent } from "../../engine/figures.ts";
import { titledAddress } from "../../engine/words.ts";
import { dashed } from "../../engine/subject/property_id.ts";
import {
  dealLines,
  figureText,
  RESULT_WORDS,
  spanText,
} from "../deal_lines.ts";

/** The answers a memo is made of. */
export interface MemoAnswers {
  readonly deal: UnderwriteOutput;
  readonly comps: CompsOutput;
  readonly risk: RiskOutput;
}

/** A table of a memo. */
export interface MemoTable {
  readonly head: readonly string[];
  /** Columns of figures, by number: they stand to the right. */
  readonly figures: readonly number[];
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

/** What a memo asks about a deal's property, besides the deal. */
export interface MemoQuestions {
  readonly comps: z.input<typeof CompsInput>;
  readonly risk: z.input<typeof RiskInput>;
}

/** Returns what to ask for a deal's memo: comps under the same what-if, and the risk at its price. */
export function memoQuestions(
  { subject, strategy, assumptions }: UnderwriteOutput,
  whatIf?: WhatIf,
): MemoQuestions {
  const { property_id, lat, lon } = subject;
  const about = property_id
    ? { property_id }
    : { lat: lat ?? undefined, lon: lon ?? undefined };
  const { value: price, source } = assumptions.purchase_price;
  return {
    comps: { ...about, strategy, detail: "full", what_if: whatIf },
    // A price taken from the value tells nothing about the risk of paying it.
    risk: { ...about, ...(price !== null && source !== "model" && { price }) },
  };
}

/** Returns the memo of a deal. */
export function memoOf({ deal, comps, risk }: MemoAnswers): Memo {
  const { subject } = deal;
  const { facts } = subject;
  const pin = subject.property_id && `PIN ${dashed(subject.property_id)}`;
  const fact = (name: string, text: (value: number) => string) =>
    typeof facts[name] === "number" ? [text(facts[name])] : [];
  return {
    title: [
      subject.address ? titledAddress(subject.address) : pin ?? "A point",
      subject.city && titledAddress(subject.city),
    ].map((each) => each && titledAddress(each))
      .filter(Boolean).join(", "),
    subtitle: [
      ...(pin && subject.address ? [pin] : []),
      ...fact("bldg_sqft", (v) => `${v.toLocaleString("en-US")} sqft`),
      ...fact("bedrooms", (v) => `${v} bedrooms`),
      ...fact("units", (v) => v > 1 ? `${v} units` : "one unit"),
      ...fact("year_built", (v) => `built ${v}`),
    ].join(" · "),
    parts: [
      {
        title: "Summary",
        text: deal.warnings.filter(({ code }) => code !== "dated_terms")
          .map(({ message }) => message),
        table: {
          head: ["", ""],
          figures: [],
          rows: dealLines(deal).map(({ label, text }) => [label, text]),
        },
      },
      compsPart(comps),
      ...(deal.strategy === "flip" ? [] : [proFormaPart(deal)]),
      ...(deal.timeline ? [monthsPart(deal.timeline)] : []),
      sensitivityPart(deal),
      outlookPart(deal),
      risksPart(risk),
      assumptionsPart(deal),
    ].filter(({ text, table }) => text.length > 0 || table),
    foot: [
      deal.disclosure,
      ...deal.warnings.filter(({ code }) => code === "dated_terms")
        .map(({ message }) => message),
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
        : `No value: ${refusal?.reason ?? "not modeled"}.`,
    ],
    hasMap: true,
    ...(comps.length > 0 && {
      table: {
        head: ["Sale", "Date", "Miles", "Price", "Adjusted", "Weight"],
        figures: [2, 3, 4, 5],
        rows: comps.map((comp, i) => [
          `${i + 1}. ${
            comp.address
              ? titledAddress(comp.address)
              : dashed(comp.property_id)
          }`,
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
        figures: [1],
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
        head: ["", "Cautious", "Favorable"],
        figures: [1, 2],
        rows: deal.pro_forma_range.map(({ label, low, high }) => [
          label,
          dollars(low),
          dollars(high),
        ]),
      },
    }),
  };
}

/** Months that pay the same in a row are one line. */
function monthsPart(
  timeline: NonNullable<UnderwriteOutput["timeline"]>,
): MemoPart {
  const rows: (string | number)[][] = [];
  for (const { month, event, cash, cash_in } of timeline) {
    const [what, paid] = [event, spanText(cash, dollars)];
    const [from, to] = [month, spanText(cash_in, dollars)];
    const last = rows.at(-1);
    if (last?.[1] === what && last[2] === paid) {
      last[0] = `${String(last[0]).split(" ")[0]} to ${month}`;
      last[3] = to;
    } else rows.push([from, what, paid, to]);
  }
  return {
    title: "Month by month",
    text: [],
    isHalf: true,
    table: {
      head: ["Month", "", "Cash a month", "Put in so far"],
      figures: [],
      rows: rows.map((row) => row.map(String)),
    },
  };
}

function sensitivityPart({ targets, moves_most }: UnderwriteOutput): MemoPart {
  return {
    title: "The price at which it works, and what it depends on",
    isHalf: true,
    text: moves_most.map(({ assumption, low, high, swing, result }) => {
      const { label, unit } = ASSUMPTIONS[assumption];
      const text = (value: number) => figureText(value, unit);
      return `${label} from ${text(low)} to ${text(high)} moves ${
        RESULT_WORDS[result]
      } by ${dollars(swing)}.`;
    }),
    ...(targets.length > 0 && {
      table: {
        head: ["Target", "Price", ""],
        figures: [],
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
        `Living in one unit, ${FINANCING_PRESETS[each.financing_type].label}: ${
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
          "Return a year",
        ],
        figures: [],
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
        ? `Too few data for a score: ${known_points} of 100 points could be assessed.`
        : `${risk_score} of 100; ${known_points} of 100 points could be assessed.`,
      ...flagged.map(({ label, reason }) => `${label}: ${reason}.`),
    ],
  };
}

/** What people call where a number comes from. */
const SOURCES: Readonly<Record<Source, string>> = {
  given: "yours",
  county_record: "county record",
  listing: "listing",
  constant: "planning figure",
  model: "estimate",
};

function assumptionsPart(
  { assumptions, financing_type }: UnderwriteOutput,
): MemoPart {
  return {
    title: "Assumptions",
    text: [`Financing: ${FINANCING_PRESETS[financing_type].label}.`],
    table: {
      head: ["", "Value", "Source"],
      figures: [],
      rows: ASSUMPTION_NAMES.flatMap((name) => {
        const { value, low, high, source, note, as_of } = assumptions[name];
        const { label, unit } = ASSUMPTIONS[name];
        if (source === null || (value === 0 && source === "constant")) {
          return [];
        }
        return [[
          label,
          spanText({ low, high }, (each) => figureText(each, unit)),
          `${SOURCES[source]}${
            source === "given" ? "" : `: ${note}${as_of ? ` (${as_of})` : ""}`
          }`,
        ]];
      }),
    },
  };
}
