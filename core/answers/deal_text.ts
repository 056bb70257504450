import { subjectName } from "./subject_name.ts";
import type { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { ASSUMPTION_NAMES, ASSUMPTIONS } from "../../contracts/assumptions.ts";
import { dealLines, figureText, spanText } from "./deal_lines.ts";

/** Returns a deal as agents read it: the short answer first, then what it rests on. */
export function dealText(answer: UnderwriteOutput): string {
  const { subject } = answer;
  const what = subjectName(subject, "This point");
  return [
    `${what}${subject.city ? `, ${subject.city}` : ""}`,
    ...dealLines(answer).map(({ label, text }) => `${label}: ${text}.`),
    assumptionText(answer),
    answer.withheld ? answer.withheld.reason : "",
    `analysis_id ${answer.analysis_id}.`,
  ].filter(Boolean).join("\n");
}

/** What was assumed, each with its source: the names are those of custom_assumptions. */
function assumptionText({ assumptions }: UnderwriteOutput): string {
  const said = ASSUMPTION_NAMES.flatMap((name) => {
    const { value, low, high, source } = assumptions[name];
    const { unit } = ASSUMPTIONS[name];
    if (value === null || source === null) return [];
    if (value === 0 && source === "constant") return [];
    const text = low === null || high === null
      ? figureText(value, unit)
      : spanText({ low, high }, (each) => figureText(each, unit));
    return [`${name} ${text} (${source.replaceAll("_", " ")})`];
  });
  return `Assumed: ${said.join(", ")}.`;
}
