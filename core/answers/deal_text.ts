import { ASSUMPTION_NAMES, ASSUMPTIONS } from "../../contracts/assumptions.ts";
import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { dollars, percent } from "../engine/figures.ts";
import { dealLines, figureText, metricText, spanText } from "./deal_lines.ts";
import { subjectText } from "./valuation_fields.ts";

/** Returns a deal as agents read it: the short answer first, then what it rests on. */
export function dealText(answer: UnderwriteOutput): string {
  const { subject, refusal, withheld } = answer;
  const lines = dealLines(answer).map(({ label, text }) =>
    `${label}: ${text}.`
  );
  const isFixTold = lines.some((line) => line.includes(refusal?.fix ?? ""));
  return [
    `${subjectText(subject)}${subject.city ? `, ${subject.city}` : ""}`,
    ...lines,
    isFixTold ? "" : `For a value: ${refusal?.fix}.`,
    furtherText(answer),
    assumptionText(answer),
    withheld?.reason,
    `analysis_id ${answer.analysis_id}, valuation_id ${answer.valuation_id}.`,
  ].filter(Boolean).join("\n");
}

const ratio = (value: number) => value.toFixed(2);

/** Figures that the short answer leaves out, and people ask for. */
const FURTHER = [
  ["noi", "NOI", dollars],
  ["cap_rate", "cap rate", (value) => percent(value, 1)],
  ["gross_rent_multiplier", "gross rent multiplier", ratio],
  ["rent_to_pitia", "rent over PITIA", ratio],
  ["max_loan_at_dscr_1_2", "most loan at DSCR 1.2", dollars],
] as const satisfies readonly (readonly [
  keyof NonNullable<UnderwriteOutput["metrics"]>,
  string,
  (value: number) => string,
])[];

function furtherText(answer: UnderwriteOutput): string {
  const said = FURTHER.flatMap(([name, label, text]) => {
    const figure = metricText(answer, name, text);
    return figure === null ? [] : [`${label} ${figure}`];
  });
  return said.length === 0 ? "" : `Further: ${said.join(", ")}.`;
}

/** What was assumed, by source: the names are those of custom_assumptions. */
function assumptionText({ assumptions }: UnderwriteOutput): string {
  const told = ASSUMPTION_NAMES.flatMap((name) => {
    const { value, low, high, source } = assumptions[name];
    const { unit } = ASSUMPTIONS[name];
    if (value === null || source === null) return [];
    if (value === 0 && source === "constant") return [];
    const text = low === null || high === null
      ? figureText(value, unit)
      : spanText({ low, high }, (each) => figureText(each, unit));
    return [{ source: source.replaceAll("_", " "), text: `${name} ${text}` }];
  });
  const sources = Array.from(
    Map.groupBy(told, ({ source }) => source),
    ([source, each]) => `${source}: ${each.map(({ text }) => text).join(", ")}`,
  );
  return `Assumed, by source: ${sources.join("; ")}.`;
}
