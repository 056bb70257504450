import type { z } from "zod";
import { riskReport as contract } from "../../../contracts/operations/risk_report.ts";
import type {
  RiskFlag,
  RiskInput,
  RiskOutput,
} from "../../../contracts/risk.ts";
import { RISK_METHOD } from "../../../contracts/version.ts";
import { type Flag, maxPoints, pointsOf } from "../../engine/risk/flag.ts";
import { assessRisk } from "../../engine/risk/risk.ts";
import type { ResolvedSubject } from "../../engine/subject/resolve.ts";
import type { Arv } from "../../engine/valuation/decision/arv.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { envelopeOf, subjectFieldsOf } from "../../answers/valuation_fields.ts";
import { listingOfParcel } from "../../answers/active_listing.ts";
import { readAt } from "../../answers/read_at.ts";
import { mayShowValue, VALUE_WITHHELD } from "../../answers/visible_value.ts";
import { RISK_LABELS } from "../../answers/risk_labels.ts";
import { valueInput } from "../../service/value_input.ts";

/** Assesses what could go wrong with buying one property. */
export const riskReport: Operation<typeof RiskInput, typeof RiskOutput> = {
  contract,
  run(context, input) {
    const { snapshot, today } = context;
    const valuation = valueInput(context, input);
    const { subject, state, strategy } = valuation;
    const visible = mayShowValue(context, subject.parcel);
    const arv = visible ? valuation.arv : null;
    const price = priceOf(context, subject, arv, input.price);
    const listing = listingOfParcel(context, subject.parcel);
    const listed = input.listing_units ?? listing?.units ?? NaN;
    const { score, known, flags } = assessRisk({
      snapshot,
      subject,
      arv,
      valuedAsOf: valuation.asOf,
      state,
      noValue: visible ? `state ${state}` : VALUE_WITHHELD,
      price: price?.amount ?? null,
      priceSource: price?.source ?? null,
      listingUnits: listed > 0 ? listed : null,
      yearBuilt: input.year_built ?? null,
      today,
    });
    const envelope = envelopeOf(valuation);
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
      confidence: score === null ? null : known,
      read: {
        ...read,
        reasons: [
          ...read.reasons,
          score === null
            ? "too little is known to assess the risk"
            : `risk is ${score} of 100, apart from this read`,
        ],
      },
      subject: subjectFieldsOf(snapshot, subject),
      state,
      risk_score: score,
      known_points: known,
      price,
      flags: flags.map(flagFields),
    };
  },
  summary: ({ subject, risk_score, known_points, flags }) => {
    const what = subject.address ?? subject.property_id ?? "this point";
    const named = (status: RiskFlag["status"]) =>
      flags.filter((flag) => flag.status === status);
    return [
      risk_score === null
        ? `${what}: too little is known for a risk score.`
        : `${what}: risk ${risk_score} of 100 (flags worth ${known_points} of 100 points could be assessed).`,
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

/** The price a buyer would pay: given, else asked, else what the comps say to a caller who may know it. */
function priceOf(
  context: OperationContext,
  { parcel }: ResolvedSubject,
  arv: Arv | null,
  given: number | undefined,
): RiskOutput["price"] {
  if (given !== undefined) return { amount: given, source: "given" };
  const listing = listingOfParcel(context, parcel);
  if (listing) return { amount: listing.price, source: "listing" };
  return arv && { amount: arv.base, source: "model" };
}

function flagFields(flag: Flag): z.input<typeof RiskFlag> {
  return {
    code: flag.code,
    label: RISK_LABELS[flag.code],
    status: flag.status,
    severity: flag.severity,
    points: pointsOf(flag),
    max_points: maxPoints(flag.code),
    reason: flag.reason,
    evidence: { ...flag.evidence },
    source: flag.source,
    vintage: flag.vintage,
    blind_spots: flag.blindSpots,
  };
}
