import { subjectName } from "../../answers/subject_name.ts";
import type { z } from "zod";
import { getComps as contract } from "../../../contracts/operations/get_comps.ts";
import type {
  Comp,
  CompsInput,
  CompsOutput,
  RejectedComp,
} from "../../../contracts/valuation.ts";
import { roundTo } from "../../engine/rounding.ts";
import { isoOf, type SnapshotData } from "../../engine/snapshot.ts";
import { dollars } from "../../engine/figures.ts";
import { propertyFacts } from "../../engine/subject/facts.ts";
import { codeAt } from "../../engine/tables.ts";
import type * as engine from "../../engine/valuation/comps/comp.ts";
import type { Operation } from "../../service/operation.ts";
import {
  envelopeOf,
  fallbackText,
  priorSaleText,
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
      comps: valuation.comps.map((comp) => compOf(snapshot, comp)),
      rejected: valuation.rejected.map((comp) => rejectedOf(snapshot, comp)),
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
    } = answer;
    const what = subjectName(subject);
    return [
      arv
        ? `${what}: ARV ${dollars(arv.base)} (${dollars(arv.conservative)} to ${
          dollars(arv.aggressive)
        }), confidence ${confidence} of 100, state ${state}.`
        : `${what}: no value, state ${state}.`,
      ...state_reasons.filter((reason) => reason !== refusal?.reason)
        .map((reason) => `Why: ${reason}.`),
      what_if && whatIfText(what_if),
      prior_sale && `It ${priorSaleText(prior_sale)}.`,
      arv && bestComps(answer),
      refusal &&
      `Refused: ${refusal.reason}. What would change it: ${refusal.fix}.`,
      fallback && `In its place: ${fallbackText(fallback)}.`,
    ].filter(Boolean).join(" ");
  },
};

/** Comps that a sentence names. */
const NAMED_COMPS = 3;

function bestComps(
  { comps, search }: Pick<z.output<typeof CompsOutput>, "comps" | "search">,
): string {
  if (comps.length === 0) return "";
  const named = comps.slice(0, NAMED_COMPS).map((comp) =>
    `${subjectName(comp)} sold ${comp.sale_date} for ${
      dollars(comp.sale_price)
    }, adjusted ${dollars(comp.adjusted_price)}`
  );
  return `Best of ${search.accepted} comps: ${named.join("; ")}.`;
}

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

function compOf(
  snapshot: SnapshotData,
  comp: engine.Comp,
): z.input<typeof Comp> {
  const { sales, parcels } = snapshot.tables;
  const parcel = sales.parcel[comp.sale];
  return {
    ...saleFields(snapshot, comp.sale),
    document: sales.document.at(comp.sale) || null,
    deed_type: codeAt(sales.deed_type, comp.sale) || null,
    lat: roundTo(parcels.lat[parcel], 6),
    lon: roundTo(parcels.lon[parcel], 6),
    distance_m: roundTo(comp.distance, 1),
    facts: propertyFacts({ facts: sales, row: comp.sale }),
    similarity: roundTo(comp.similarity, 6),
    similarity_parts: Object.fromEntries(
      Object.entries(comp.parts).map((
        [part, share],
      ) => [part, roundTo(share, 6)]),
    ),
    weight: roundTo(comp.weight, 6),
    time_index: roundTo(comp.timeIndex, 6),
    time_adjusted_price: comp.timeAdjustedPrice,
    adjustments: comp.adjustments.map((line) => ({ ...line })),
    adjusted_price: comp.adjustedPrice,
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
