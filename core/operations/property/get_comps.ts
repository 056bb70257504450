import { compsText } from "../../answers/comps_text.ts";
import type { z } from "zod";
import { getComps as contract } from "../../../contracts/operations/get_comps.ts";
import {
  BRIEF_COMP,
  type Comp,
  type CompsInput,
  type CompsOutput,
  type RejectedComp,
} from "../../../contracts/valuation.ts";
import { roundTo } from "../../engine/rounding.ts";
import { isoOf, type SnapshotData } from "../../engine/snapshot.ts";
import { dollars } from "../../engine/figures.ts";
import { type FactName, propertyFacts } from "../../engine/subject/facts.ts";
import { codeAt } from "../../engine/tables.ts";
import type * as engine from "../../engine/valuation/comps/comp.ts";
import type { Operation } from "../../service/operation.ts";
import {
  envelopeOf,
  fallbackText,
  priorSaleText,
  subjectText,
  typeWarnings,
  valuationFieldsOf,
} from "../../answers/valuation_fields.ts";
import { readAt } from "../../answers/read_at.ts";
import { whatIfAnswer, whatIfText } from "../../answers/what_if_answer.ts";
import { valueInput } from "../../service/value_input.ts";

/** Values one property by comparable sales. */
export const getComps: Operation<typeof CompsInput, typeof CompsOutput> = {
  contract,
  run(context, input) {
    const { snapshot } = context;
    const valuation = valueInput(context, input);
    const { subject, search, dispersion, strategy } = valuation;
    return {
      ...envelopeOf(
        valuation,
        typeWarnings(snapshot, subject, input.prop_type),
      ),
      read: readAt(context, valuation, strategy),
      ...valuationFieldsOf(snapshot, valuation),
      what_if: whatIfAnswer(context, valuation, input.what_if),
      search: {
        tier: search.tier,
        radius_m: search.radius,
        months: search.months,
        candidates: search.candidates,
        accepted: search.accepted,
      },
      dispersion: dispersion && {
        iqr_share: roundTo(dispersion.iqrShare, 4),
        q1: dispersion.q1,
        q3: dispersion.q3,
        gate: dispersion.gate,
      },
      comps: valuation.comps.map((comp) => shown(snapshot, comp, input)),
      rejected: input.detail === "full"
        ? valuation.rejected.map((comp) => rejectedOf(snapshot, comp))
        : [],
      rejected_by_reason: { ...valuation.rejectedByReason },
    };
  },
  summary: (answer) => {
    const {
      arv,
      confidence,
      fallback,
      prior_sale,
      what_if,
      refusal,
      state,
      state_reasons,
      subject,
      read,
      valuation_id,
    } = answer;
    const what = subjectText(subject);
    return [
      arv
        ? `${what}: ARV ${dollars(arv.base)} (${dollars(arv.conservative)} to ${
          dollars(arv.aggressive)
        }), confidence ${Math.round(confidence ?? 0)} of 100, state ${state}.`
        : `${what}: no value, state ${state}.`,
      ...state_reasons.filter((reason) => reason !== refusal?.reason)
        .map((reason) => `Why: ${reason}.`),
      what_if && whatIfText(what_if),
      prior_sale && `It ${priorSaleText(prior_sale)}.`,
      `Read for ${
        [
          `${read.strategy}: ${read.verdict}`,
          ...read.reasons.filter((reason) => !state_reasons.includes(reason)),
        ].join("; ")
      }.`,
      refusal &&
      `Refused: ${refusal.reason}. What would change it: ${refusal.fix}.`,
      fallback && `In its place: ${fallbackText(fallback)}.`,
      `Valuation ${valuation_id}.`,
      compsText(answer),
    ].filter(Boolean).join(" ");
  },
};

/** Facts that a brief answer has of a comp, in the order of all facts. */
const BRIEF_FACTS: readonly FactName[] = [
  "bldg_sqft",
  "year_built",
  "bedrooms",
  "full_baths",
  "units",
];

/** Where and when a sale took place, for whom. */
function saleFields({ tables: { sales, parcels } }: SnapshotData, row: number) {
  const parcel = sales.parcel[row];
  return {
    property_id: parcels.property_id.at(parcel),
    address: parcels.address.at(parcel) || null,
    sale_date: isoOf(sales.sale_date[row]),
    sale_price: roundTo(sales.sale_price[row], 0),
  };
}

/**
 * Returns a comp as callers see it. Fields that take long are made when they are read.
 *
 * @param facts names of the facts to show; default: all
 */
function compOf(
  snapshot: SnapshotData,
  comp: engine.Comp,
  facts?: readonly FactName[],
): z.input<typeof Comp> {
  const { sales, parcels } = snapshot.tables;
  const parcel = sales.parcel[comp.sale];
  const sale = saleFields(snapshot, comp.sale);
  // Listed one by one: V8 puts getters last where an object is spread before them.
  return {
    property_id: sale.property_id,
    address: sale.address,
    sale_date: sale.sale_date,
    sale_price: sale.sale_price,
    document: sales.document.at(comp.sale) || null,
    deed_type: codeAt(sales.deed_type, comp.sale) || null,
    lat: roundTo(parcels.lat[parcel], 6),
    lon: roundTo(parcels.lon[parcel], 6),
    distance_m: roundTo(comp.distance, 1),
    facts: propertyFacts({ facts: sales, row: comp.sale }, facts),
    similarity: roundTo(comp.similarity, 6),
    get similarity_parts() {
      return Object.fromEntries(
        Object.entries(comp.parts).map((
          [part, share],
        ) => [part, roundTo(share, 6)]),
      );
    },
    weight: roundTo(comp.weight, 6),
    time_index: roundTo(comp.timeIndex, 6),
    time_adjusted_price: comp.timeAdjustedPrice,
    get adjustments() {
      return comp.adjustments.map((line) => ({ ...line }));
    },
    adjusted_price: comp.adjustedPrice,
  };
}

/** Returns a comp with the fields that were asked for. */
function shown(
  snapshot: SnapshotData,
  comp: engine.Comp,
  { detail, fields }: Pick<CompsInput, "detail" | "fields">,
): z.input<typeof CompsOutput>["comps"][number] {
  const whole = compOf(
    snapshot,
    comp,
    detail === "full" ? undefined : BRIEF_FACTS,
  );
  if (detail === "full" && !fields) return { ...whole };
  const kept: readonly string[] = fields ?? BRIEF_COMP;
  const names = Object.keys(whole) as (keyof typeof whole)[];
  return {
    ...Object.fromEntries(
      names.filter((name) => kept.includes(name))
        .map((name) => [name, whole[name]]),
    ),
    property_id: whole.property_id,
  };
}

function rejectedOf(
  snapshot: SnapshotData,
  { sale, distance, similarity, reason, detail }: engine.RejectedComp,
): z.input<typeof RejectedComp> {
  return {
    ...saleFields(snapshot, sale),
    distance_m: roundTo(distance, 1),
    similarity: similarity === null ? null : roundTo(similarity, 4),
    reason,
    detail,
  };
}
