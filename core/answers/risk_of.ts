import type { z } from "zod";
import type { RiskFlag, RiskInput, RiskOutput } from "../../contracts/risk.ts";
import { type Flag, maxPoints, pointsOf } from "../engine/risk/flag.ts";
import { assessRisk, riskCaseOf } from "../engine/risk/risk.ts";
import type { ResolvedSubject } from "../engine/subject/resolve.ts";
import type { Arv } from "../engine/valuation/decision/arv.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import type { OperationContext } from "../service/operation.ts";
import { listingOfParcel } from "./active_listing.ts";
import { RISK_LABELS } from "./risk_labels.ts";
import { mayShowValue, VALUE_WITHHELD } from "./visible_value.ts";

/** The risk of buying a property, as callers see it. */
export type RiskFields = Pick<
  RiskOutput,
  "risk_score" | "known_points" | "price" | "flags"
>;

/** Returns the risk of buying a valued property at the price given, otherwise at its list price. */
export function riskOf(
  context: OperationContext,
  valuation: Valuation,
  given: Pick<RiskInput, "price" | "listing_units" | "year_built"> = {},
): RiskFields {
  const { snapshot, today } = context;
  const { subject } = valuation;
  const visible = mayShowValue(context, subject.parcel);
  const arv = visible ? valuation.arv : null;
  const price = priceOf(context, subject, arv, given.price);
  const listing = listingOfParcel(context, subject.parcel);
  const listed = given.listing_units ?? listing?.units ?? NaN;
  const { score, known, flags } = assessRisk({
    ...riskCaseOf(snapshot, valuation, {
      price: price?.amount ?? null,
      priceSource: price?.source ?? null,
      listingUnits: listed > 0 ? listed : null,
      today,
    }),
    ...(!visible && { arv, noValue: VALUE_WITHHELD }),
    yearBuilt: given.year_built ?? null,
  });
  return {
    risk_score: score,
    known_points: known,
    price,
    flags: flags.map(flagFields),
  };
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
    figures: { ...flag.figures },
    source: flag.source,
    vintage: flag.vintage,
    blind_spots: flag.blindSpots,
  };
}
