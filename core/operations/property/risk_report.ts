import { riskReport as contract } from "../../../contracts/operations/risk_report.ts";
import type {
  RiskFlag,
  RiskInput,
  RiskOutput,
} from "../../../contracts/risk.ts";
import { RISK_METHOD } from "../../../contracts/version.ts";
import type { Operation } from "../../service/operation.ts";
import { dollars } from "../../engine/figures.ts";
import {
  envelopeOf,
  subjectFieldsOf,
  subjectText,
} from "../../answers/valuation_fields.ts";
import { riskOf } from "../../answers/risk_of.ts";
import { readAt } from "../../answers/read_at.ts";
import { mayShowValue, VALUE_WITHHELD } from "../../answers/visible_value.ts";
import { valueInput } from "../../service/value_input.ts";

/** Assesses what could go wrong with buying one property. */
export const riskReport: Operation<typeof RiskInput, typeof RiskOutput> = {
  contract,
  run(context, input) {
    const valuation = valueInput(context, input);
    const { subject, state, strategy } = valuation;
    const risk = riskOf(context, valuation, input);
    const { risk_score: score } = risk;
    const envelope = envelopeOf(valuation);
    const visible = mayShowValue(context, subject.parcel);
    const read = visible ? readAt(context, valuation, strategy, input.price) : {
      strategy,
      verdict: "no_read" as const,
      reasons: [VALUE_WITHHELD],
    };
    const model = `${RISK_METHOD}+${valuation.modelVersion}`;
    return {
      ...envelope,
      model_versions: { ...envelope.model_versions, model },
      model_version: model,
      confidence: score === null ? null : risk.known_points,
      read: {
        ...read,
        reasons: [
          ...read.reasons,
          score === null
            ? "too little is known to assess the risk"
            : `risk is ${score} of 100, separate from this verdict`,
        ],
      },
      subject: subjectFieldsOf(context.snapshot, subject),
      state,
      ...risk,
    };
  },
  summary: ({ subject, risk_score, known_points, flags, price, read }) => {
    const what = subjectText(subject);
    const named = (status: RiskFlag["status"]) =>
      flags.filter((flag) => flag.status === status);
    return [
      risk_score === null
        ? `${what}: too little is known for a risk score.`
        : `${what}: risk ${risk_score} of 100 (flags worth ${known_points} of 100 points could be assessed).`,
      price && `At ${dollars(price.amount)} (${price.source}).`,
      `Read for ${
        [
          `${read.strategy}: ${read.verdict}`,
          ...read.verdict === "no_read" ? read.reasons : [],
        ].join("; ")
      }.`,
      ...named("flagged").map(({ label, severity, reason }) =>
        `${label} (${severity}): ${reason}.`
      ),
      notAssessed("Not tracked", named("not_tracked")),
      notAssessed("Unknown", named("unknown")),
    ].filter(Boolean).join(" ");
  },
};

function notAssessed(what: string, flags: readonly RiskFlag[]): string {
  return flags.length === 0
    ? ""
    : `${what}: ${flags.map(({ label }) => label.toLowerCase()).join(", ")}.`;
}
