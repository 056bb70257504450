import type { InventoryItem } from "../../contracts/inventory.ts";
import type { Strategy } from "../../contracts/envelope.ts";
import type { RankedListing } from "../inventory/ranking.ts";
import type { Listing } from "../inventory/listing.ts";
import { roundTo } from "../engine/rounding.ts";
import { dealScore } from "../engine/scoring/deal_score.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { parcelSubject } from "../engine/subject/resolve.ts";
import { codeAt } from "../engine/tables.ts";
import { underwrite } from "../engine/underwriting/underwrite.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import { arvFieldsOf } from "./valuation_fields.ts";

const readingsOf = new WeakMap<SnapshotData, Map<string, Reading>>();

/** Listings whose reading is remembered: valuing one costs milliseconds. */
const REMEMBERED = 20_000;

/** Returns a listing as callers see it, valued and underwritten at its list price. */
export function inventoryItem(
  snapshot: SnapshotData,
  ranked: RankedListing,
  strategy: Strategy,
  today: number,
): InventoryItem {
  const { listing, parcel, percentile } = ranked;
  return {
    listing_id: listing.id,
    ...placeOf(snapshot, listing, parcel),
    status: listing.status,
    list_price: roundTo(listing.listPrice, 0),
    listed: isoOf(listing.onMarket),
    days_on_market: Math.max(0, today - listing.onMarket),
    units: listing.units,
    bedrooms: listing.bedrooms,
    percentile,
    ...readingOf(snapshot, ranked, strategy, today),
  };
}

/** Where a listing is; its tract and county as far as it was matched to a parcel. */
function placeOf(
  { tables: { parcels } }: SnapshotData,
  { pin, address, city, zip, lat, lon, propType }: Listing,
  parcel: number,
) {
  return {
    property_id: pin,
    address,
    city,
    zip,
    lat,
    lon,
    county: parcel < 0 ? null : codeAt(parcels.county, parcel) || null,
    tract: parcel < 0 ? null : codeAt(parcels.tract, parcel) || null,
    prop_type: propType,
    photo_url: lat === null ? null : `/api/photo?lat=${lat}&lon=${lon}`,
  };
}

/** The same valuation and verdict that the listing's property has everywhere. */
type Reading = Pick<
  InventoryItem,
  | "deal_score"
  | "unscored_reasons"
  | "state"
  | "arv"
  | "fallback"
  | "confidence"
  | "verdict"
>;

/** Returns what the engine makes of a listing, remembered. */
function readingOf(
  snapshot: SnapshotData,
  ranked: RankedListing,
  strategy: Strategy,
  today: number,
): Reading {
  let known = readingsOf.get(snapshot);
  if (!known) readingsOf.set(snapshot, known = new Map());
  const { id, listPrice, units } = ranked.listing;
  const key =
    `${id} ${ranked.parcel} ${listPrice} ${units} ${strategy} ${today}`;
  let reading = known.get(key);
  if (!reading) {
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, reading = read(snapshot, ranked, strategy, today));
  }
  return reading;
}

function read(
  snapshot: SnapshotData,
  { listing, parcel, percentile }: RankedListing,
  strategy: Strategy,
  today: number,
): Reading {
  if (parcel < 0) {
    return {
      deal_score: null,
      unscored_reasons: ["the listing matches no parcel of the county"],
      state: null,
      arv: null,
      fallback: null,
      confidence: null,
      verdict: "no_read",
    };
  }
  const valuation = valueSubject(
    snapshot,
    parcelSubject(snapshot, parcel, "property_id", null),
    { today, strategy },
  );
  const { arv, state } = valuation;
  const { answer, read } = underwrite(snapshot, valuation, {
    strategy,
    custom: { purchase_price: listing.listPrice },
    listing: {
      price: listing.listPrice,
      listed: listing.onMarket,
      units: listing.units,
    },
    today,
  });
  const score = dealScore(percentile, answer.strategy_scores[strategy].score);
  return {
    deal_score: score,
    unscored_reasons: score === null
      ? unscoredReasons(percentile, state, valuation.stateReasons, read.reasons)
      : [],
    state,
    arv: arv && arvFieldsOf(arv),
    fallback: valuation.fallback,
    confidence: valuation.confidence,
    verdict: read.verdict,
  };
}

function unscoredReasons(
  percentile: number | null,
  state: string,
  stateReasons: readonly string[],
  readReasons: readonly string[],
): string[] {
  const reasons = [
    ...(percentile === null ? ["its tract has no percentile"] : []),
    ...(state === "point-actionable"
      ? readReasons
      : stateReasons.length > 0
      ? stateReasons
      : [`the value is ${state}`]),
  ];
  return [...new Set(reasons)];
}
