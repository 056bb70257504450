import { adviceInOptions } from "../flags.ts";
import { Help } from "@commander-js/extra-typings";
import type { ModelVersions, Read, Warning } from "../../contracts/envelope.ts";
import type { Subject } from "../../contracts/subject.ts";
import type {
  Arv,
  Fallback,
  PriorSale,
  Refusal,
  ValuationState,
} from "../../contracts/valuation.ts";
import { factTexts } from "../../core/answers/facts_text.ts";
import {
  fallbackText,
  priorSaleText,
} from "../../core/answers/valuation_fields.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { miles, money, percent } from "../format.ts";
import { outputWidth, style } from "../output.ts";

const help = Object.assign(new Help(), { minWidthToWrap: 8 });

/** Returns text broken at spaces so that lines fit a width; a longer word stays whole. */
export function wrap(text: string, width: number): string {
  return help.boxWrap(text, width);
}

/** Wraps prose to the output's width; later lines are indented like the first one's text. */
export function paragraph(text: string, indent = 0, marker = ""): string {
  const pad = " ".repeat(indent + marker.length);
  const wrapped = wrap(text, outputWidth() - pad.length);
  return " ".repeat(indent) + marker + wrapped.replaceAll("\n", `\n${pad}`);
}

/** A section's title. */
export function title(text: string): string {
  return `\n${style("title", wrap(text, outputWidth()))}`;
}

/** An identifier and what it is: `PIN 17-32-900-507-0000`. */
export function identifier(id: string): string {
  const shown = dashed(id);
  return `${shown === id ? "property" : "PIN"} ${shown}`;
}

const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  sfh: "detached house",
  mf2_4: "two- to four-flat",
  townhome: "townhome",
  condo: "condominium",
  mixed_use: "mixed use",
  apartment: "apartment building",
  coop: "cooperative",
};

/** A property type in words. */
export function propertyType(code: string): string {
  return PROPERTY_TYPES[code] ?? (code || "unknown type");
}

/** Where and what the subject is. */
export function subjectLines(subject: Subject): string[] {
  const place = [subject.city, subject.zip].filter(Boolean).join(" ");
  const id = subject.property_id && identifier(subject.property_id);
  const point = subject.lat !== null && subject.lon !== null &&
    `point ${subject.lat.toFixed(5)}, ${subject.lon.toFixed(5)}`;
  const name = subject.address ?? id ?? (point || "no recorded position");
  const township = subject.township_name
    ? `${subject.township} (${subject.township_name})`
    : subject.township;
  const about = [
    name === id ? undefined : id,
    subject.property_id && propertyType(subject.prop_type),
    township && `township ${township}`,
    subject.neighborhood && `neighborhood ${subject.neighborhood}`,
    subject.tract && `tract ${subject.tract}`,
    subject.match_distance_m !== null &&
    `${miles(subject.match_distance_m)} from the point asked`,
  ].filter(Boolean).join(" · ");
  return [
    style("title", paragraph(place ? `${name}, ${place}` : name)),
    paragraph(about),
    paragraph(factsText(subject.facts)),
  ].filter((line) => line.trim() !== "");
}

/** The main facts on one line: `1,450 sqft · 3 bed · built 1924`. */
function factsText(facts: Subject["facts"]): string {
  return [...factTexts(facts), facts.residence, facts.exterior]
    .filter((text) => text !== undefined && text !== "").join(" · ");
}

/** Returns the value with its state and confidence, or why there is none. */
export function valueLines(
  answer: {
    readonly arv: Arv | null;
    readonly fallback: Fallback | null;
    readonly prior_sale: PriorSale | null;
    readonly state: ValuationState;
    readonly state_reasons: readonly string[];
    readonly refusal: Refusal | null;
    readonly confidence: number | null;
  },
): string[] {
  const { arv, fallback, prior_sale, state, refusal, confidence } = answer;
  const lines: string[] = [];
  const tone = state === "point-actionable"
    ? "good"
    : arv === null
    ? "bad"
    : "caution";
  const trust = confidence === null
    ? ""
    : `, confidence ${Math.round(confidence)} of 100`;
  if (arv === null) {
    lines.push(
      paragraph(`${style("title", "No value")}  ${style(tone, state)}${trust}`),
    );
  } else {
    const range = `${money(arv.conservative)} to ${money(arv.aggressive)}`;
    lines.push(paragraph(
      `${style("title", range)}  base ${money(arv.base)}  ${
        style(tone, state)
      }${trust}`,
    ));
    lines.push(paragraph(
      `${percent(arv.interval, 0)} interval, from ${
        arv.basis === "comps"
          ? "comparable sales"
          : "the price model, not comparable sales"
      }; conservative is the low end, aggressive the high end`,
      2,
    ));
  }
  if (prior_sale !== null) lines.push(paragraph(priorSaleText(prior_sale), 2));
  if (refusal !== null) {
    lines.push(paragraph(`refused: ${refusal.reason}`, 2));
    lines.push(
      paragraph(`what would change it: ${adviceInOptions(refusal.fix)}`, 2),
    );
  }
  if (fallback !== null) {
    lines.push(paragraph(`in its place: ${fallbackText(fallback)}`, 2));
  }
  for (const reason of answer.state_reasons) {
    if (reason !== refusal?.reason) lines.push(paragraph(reason, 2, "- "));
  }
  return lines;
}

const VERDICT_TONE = {
  pursue: "good",
  screen: "caution",
  skip: "bad",
  no_read: "quiet",
} as const;

/** A verdict in its color: `pursue`, `screen`, `skip`, `no read`. */
export function verdict(verdict: Read["verdict"]): string {
  return style(VERDICT_TONE[verdict], verdict.replace("_", " "));
}

/** Returns the verdict and its reasons, without those that the state gives already. */
export function readLines(
  { read, state_reasons = [] }: {
    readonly read: Read;
    readonly state_reasons?: readonly string[];
  },
): string[] {
  return [
    `${style("title", "Read")} for ${read.strategy}: ${verdict(read.verdict)}`,
    ...read.reasons.filter((reason) => !state_reasons.includes(reason))
      .map((reason) => paragraph(reason, 2, "- ")),
  ];
}

/** Warnings, one a line. */
function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.map((warning) =>
    paragraph(
      warning.message,
      0,
      "! ",
    )
  );
}

/** Returns what must follow every value: disclosure, date, versions. */
export function footerLines(
  answer: {
    readonly disclosure: string;
    readonly as_of: string;
    readonly model_versions: ModelVersions;
    readonly valuation_id?: string;
    readonly warnings: readonly Warning[];
  },
): string[] {
  const { model, underwrite, serving } = answer.model_versions;
  const stamp = [
    `data to ${answer.as_of}`,
    answer.valuation_id && `valuation ${answer.valuation_id}`,
    `model ${model}, underwrite ${underwrite}, serving ${serving}`,
  ].filter(Boolean).join(" · ");
  return [
    "",
    ...warningLines(answer.warnings),
    paragraph(answer.disclosure),
    style("quiet", paragraph(stamp)),
  ];
}
