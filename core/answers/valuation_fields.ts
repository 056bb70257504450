import { quoteUntrusted } from "../../contracts/errors.ts";
import type { z } from "zod";
import type { envelopeFields, Warning } from "../../contracts/envelope.ts";
import type { Subject } from "../../contracts/subject.ts";
import type {
  Arv as ArvFields,
  Fallback,
  PriorSale,
  valuationFields,
} from "../../contracts/valuation.ts";
import { knownTownship } from "../engine/places/named.ts";
import { dollars, percent } from "../engine/figures.ts";
import { feet } from "../engine/words.ts";
import { degrees, roundTo } from "../engine/rounding.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { parcelFacts } from "../engine/subject/facts.ts";
import type { ResolvedSubject } from "../engine/subject/resolve.ts";
import { codeAt } from "../engine/tables.ts";
import type { Arv } from "../engine/valuation/decision/arv.ts";
import { modelVersionsOf } from "../service/stamp.ts";
import type { Valuation } from "../engine/valuation/valuation.ts";
import { parcelName } from "../engine/subject/parcel_name.ts";

/** A resolved subject as callers see it. */
export function subjectFieldsOf(
  snapshot: SnapshotData,
  subject: ResolvedSubject,
): Subject {
  const { parcel, matchDistance } = subject;
  const known = (text: string) => text === "" ? null : text;
  return {
    ...parcelName(snapshot, parcel),
    lat: degrees(subject.lat),
    lon: degrees(subject.lon),
    county: subject.county,
    township: known(subject.township),
    township_name: knownTownship(snapshot, subject.township),
    neighborhood: known(subject.neighborhood),
    tract: known(subject.tract),
    prop_type: subject.propType,
    facts: parcelFacts(snapshot, parcel),
    matched_by: subject.matchedBy,
    match_distance_m: matchDistance === null ? null : roundTo(matchDistance, 1),
  };
}

/** Returns a subject in words, with its identifier. */
export function subjectText(
  { address, property_id, lat, lon }: Subject,
): string {
  if (property_id === null) return `the point ${lat}, ${lon}`;
  return address === null
    ? `PIN ${property_id}`
    : `${quoteUntrusted(address)} (PIN ${property_id})`;
}

/** The envelope of an answer that rests on a valuation. */
export function envelopeOf(
  valuation: Valuation,
  warnings: readonly Warning[] = [],
): z.input<z.ZodObject<typeof envelopeFields>> {
  const { read } = valuation;
  return {
    as_of: valuation.asOf,
    model_versions: modelVersionsOf(valuation.modelVersion),
    model_version: valuation.modelVersion,
    warnings: [...valuation.warnings, ...warnings],
    confidence: valuation.confidence,
    disclosure: valuation.disclosure,
    read: { ...read, reasons: [...read.reasons] },
  };
}

/** A value as callers see it. */
export function arvFieldsOf(arv: Arv): z.input<typeof ArvFields> {
  return {
    conservative: arv.conservative,
    base: arv.base,
    aggressive: arv.aggressive,
    basis: arv.basis,
    interval: arv.interval,
    interval_source: arv.intervalSource,
  };
}

/** The valuation itself as callers see it, the same in every answer that shows one. */
export function valuationFieldsOf(
  snapshot: SnapshotData,
  valuation: Valuation,
): z.input<z.ZodObject<typeof valuationFields>> {
  const { arv, areaContext, priorSale } = valuation;
  return {
    subject: subjectFieldsOf(snapshot, valuation.subject),
    valuation_id: valuation.valuationId,
    state: valuation.state,
    state_reasons: [...valuation.stateReasons],
    refusal: valuation.refusal,
    arv: arv && arvFieldsOf(arv),
    fallback: valuation.fallback,
    prior_sale: priorSale && {
      year: priorSale.year,
      sale_date: priorSale.date,
      sale_price: roundTo(priorSale.price, 0),
      premium_over_model: roundTo(priorSale.premiumOverModel, 4),
      prior_sale_adjustment: roundTo(priorSale.adjustment, 4),
    },
    area_context: areaContext && {
      level: areaContext.level,
      id: areaContext.id,
      sales: areaContext.sales,
      median_price: areaContext.medianPrice,
      median_price_per_sqft: areaContext.medianPricePerSqft,
    },
  };
}

/** Returns a refused property's range in words, with what it rests on. */
export function fallbackText({ method, low, high }: Fallback): string {
  return `${dollars(low)} to ${dollars(high)}, ${
    method === "price_model"
      ? "a range of the price model"
      : "the middle half of the area's sale prices"
  }, no value`;
}

/** A share that is 0% in words. */
const NOTHING = 0.005;

/** The subject's prior sale in words. */
export function priorSaleText(
  { year, sale_price, premium_over_model, prior_sale_adjustment }: PriorSale,
): string {
  const off = Math.abs(premium_over_model) < NOTHING
    ? "about what the price model expects"
    : `${percent(Math.abs(premium_over_model), 0)} ${
      premium_over_model < 0 ? "less" : "more"
    } than its record explains`;
  return `last sold at arm's length in ${year} for ${
    dollars(sale_price)
  }, ${off}: ${
    prior_sale_adjustment >= NOTHING
      ? `the value is ${percent(prior_sale_adjustment, 0)} higher for it`
      : "that does not change the value"
  }`;
}

/** Says which parcel was taken, where the caller asked for a type that the nearest one is not of. */
export function typeWarnings(
  { tables: { parcels } }: SnapshotData,
  { propType, parcel, matchDistance, passedOver }: ResolvedSubject,
  expected: string | undefined,
): Warning[] {
  if (expected === undefined || parcel < 0) return [];
  const distance = (meters: number) => `${feet(meters)} away`;
  if (passedOver) {
    const nearest = codeAt(parcels.prop_type, passedOver.parcel);
    return [{
      code: "nearest_of_type",
      message: `the parcel nearest to the point, ${
        parcels.property_id.at(passedOver.parcel)
      }, ${distance(passedOver.distance)}, is ${
        nearest || "of no known type"
      }; the nearest ${expected}, ${distance(matchDistance!)}, was used`,
      field: "prop_type",
    }];
  }
  return propType === expected ? [] : [{
    code: "prop_type_mismatch",
    message: `the county records this property as ${
      propType || "no known type"
    }, not ${expected}; its record was used`,
    field: "prop_type",
  }];
}
