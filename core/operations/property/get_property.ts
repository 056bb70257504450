import type { Strategy } from "../../../contracts/envelope.ts";
import { getProperty as contract } from "../../../contracts/operations/get_property.ts";
import type {
  PropertyInput,
  PropertyOutput,
} from "../../../contracts/property.ts";
import { roundTo } from "../../engine/rounding.ts";
import { isoOf } from "../../engine/snapshot.ts";
import { countyScores } from "../../engine/scoring/county_scores.ts";
import { tractRowOf } from "../../engine/places/tract_rows.ts";
import type { Valuation } from "../../engine/valuation/valuation.ts";
import {
  activeListing,
  listingUnderContract,
} from "../../inventory/active_listing.ts";
import type { Listing } from "../../inventory/listing.ts";
import { listingOfParcel } from "../../answers/active_listing.ts";
import { listingItem, photoUrl } from "../../answers/listing_item.ts";
import { areaName } from "../../answers/place_fields.ts";
import { propertyText } from "../../answers/property_text.ts";
import { provenFacts } from "../../answers/proven_facts.ts";
import { readAt } from "../../answers/read_at.ts";
import { underwriteAnswer } from "../../answers/underwrite_answer.ts";
import { riskOf } from "../../answers/risk_of.ts";
import {
  envelopeOf,
  valuationFieldsOf,
} from "../../answers/valuation_fields.ts";
import { mayShowValue, VALUE_WITHHELD } from "../../answers/visible_value.ts";
import { listModel } from "../../answers/list_envelope.ts";
import { indexOf } from "../../service/index_of.ts";
import { listingsOf } from "../../service/inventory_of.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { valueInput } from "../../service/value_input.ts";

/** Tells everything known of one property. */
export const getProperty: Operation<
  typeof PropertyInput,
  typeof PropertyOutput
> = {
  contract,
  async run(context, input) {
    const { snapshot } = context;
    const valuation = valueInput(context, input);
    const { subject, strategy } = valuation;
    const isVisible = mayShowValue(context, subject.parcel);
    const { subject: fields, ...value } = valuationFieldsOf(
      snapshot,
      valuation,
    );
    const risk = riskOf(context, valuation);
    const envelope = envelopeOf(valuation);
    const model = listModel(snapshot);
    const listings = listingsOf(context, fields.property_id);
    const listing = await listingFields(context, listings, strategy);
    const { lat, lon, property_id } = fields;
    return {
      ...envelope,
      model_versions: { ...envelope.model_versions, model },
      model_version: model,
      confidence: isVisible ? envelope.confidence : null,
      read: isVisible ? readAt(context, valuation, strategy) : {
        strategy,
        verdict: "no_read",
        reasons: [VALUE_WITHHELD],
      },
      subject: fields,
      facts: provenFacts(snapshot, subject.parcel),
      listing,
      under_contract: contractFields(
        listingUnderContract(listings, context.today),
      ),
      valuation: isVisible ? value : null,
      valuation_withheld: isVisible ? null : VALUE_WITHHELD,
      comps_summary: isVisible ? compsSummary(valuation) : null,
      underwriting: isVisible ? underwritingOf(context, valuation) : null,
      risk: {
        score: risk.risk_score,
        known_points: risk.known_points,
        flags: risk.flags,
      },
      tract: tractOf(context, subject.tract),
      photo_url: photoUrl(context, lat, lon),
      url: property_id === null ? null : `/property/${property_id}`,
    };
  },
  summary: propertyText,
};

/** The property's offer, as a search shows it. */
async function listingFields(
  context: OperationContext,
  listings: readonly Listing[],
  strategy: PropertyOutput["read"]["strategy"],
): Promise<PropertyOutput["listing"]> {
  const active = activeListing(listings, context.today);
  if (active === null) return null;
  const index = await indexOf(context);
  const row = index.rowOf(active.id);
  return row < 0 ? null : listingItem(context, index, row, strategy);
}

function contractFields(
  listing: Listing | null,
): PropertyOutput["under_contract"] {
  return listing && {
    list_price: roundTo(listing.listPrice, 0),
    listed: isoOf(listing.onMarket),
  };
}

function compsSummary(
  { search, rejectedByReason, comps, dispersion }: Valuation,
): PropertyOutput["comps_summary"] {
  return {
    accepted: search.accepted,
    rejected: Object.values(rejectedByReason).reduce((a, b) => a + b, 0),
    candidates: search.candidates,
    radius_m: search.radius,
    months: search.months,
    tier: search.tier,
    best_similarity: comps.length > 0 ? roundTo(comps[0].similarity, 4) : null,
    dispersion: dispersion && roundTo(dispersion.iqrShare, 4),
  };
}

/** The deal at the list price, in short. */
function underwritingOf(
  context: OperationContext,
  valuation: Valuation,
): PropertyOutput["underwriting"] {
  const listing = listingOfParcel(context, valuation.subject.parcel);
  if (listing === null) return null;
  const { strategy } = valuation;
  const answer = underwriteAnswer(context, valuation, {
    strategy,
    custom: {},
    preset: null,
  });
  return {
    strategy,
    price: listing.price,
    cash_to_close: answer.financing?.cash_to_close ?? null,
    monthly_payment: answer.financing?.monthly_payment ?? null,
    rent: answer.assumptions.rent_override.value,
    metrics: answer.metrics,
    ranges: answer.ranges,
    withheld: answer.withheld?.reason ?? null,
    missing: answer.missing.map(({ field, reason }) => `${field}: ${reason}`),
  };
}

function tractOf(
  { snapshot, today }: OperationContext,
  geoid: string,
): PropertyOutput["tract"] {
  const row = geoid === "" ? -1 : tractRowOf(snapshot, geoid);
  if (row < 0) return null;
  const scores = countyScores(snapshot, today)[row];
  const of = (strategy: Strategy) => {
    const { percentile, confidence } = scores.strategies[strategy];
    return percentile === null ? { percentile, confidence: null } : {
      percentile: roundTo(percentile, 1),
      confidence: roundTo(confidence, 0),
    };
  };
  return {
    geoid,
    area: areaName(snapshot, scores.areas),
    strategy_scores: {
      flip: of("flip"),
      brrrr: of("brrrr"),
      hold: of("hold"),
      section8: of("section8"),
    },
  };
}
