import type { InventoryItem } from "../../contracts/inventory.ts";
import type { Strategy } from "../../contracts/envelope.ts";
import type { RankedListing } from "../engine/inventory/ranking.ts";
import { roundTo } from "../engine/rounding.ts";
import { dealScore } from "../engine/scoring/deal_score.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { parcelSubject } from "../engine/subject/resolve.ts";
import { codeAt } from "../engine/tables.ts";
import { underwrite } from "../engine/underwriting/underwrite.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import { arvFieldsOf } from "./valuation_fields.ts";

const itemsOf = new WeakMap<SnapshotData, Map<string, InventoryItem>>();

/** Listings whose item is remembered: valuing one costs milliseconds. */
const REMEMBERED = 20_000;

/** A listing as callers see it, valued and underwritten at its list price. */
export function inventoryItem(
  snapshot: SnapshotData,
  ranked: RankedListing,
  strategy: Strategy,
  today: number,
): InventoryItem {
  let known = itemsOf.get(snapshot);
  if (!known) itemsOf.set(snapshot, known = new Map());
  const key = `${ranked.row} ${strategy} ${today}`;
  let item = known.get(key);
  if (!item) {
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, item = make(snapshot, ranked, strategy, today));
  }
  return item;
}

function make(
  snapshot: SnapshotData,
  { row, listingId, percentile }: RankedListing,
  strategy: Strategy,
  today: number,
): InventoryItem {
  const { listings } = snapshot.tables;
  const count = (value: number) => Number.isFinite(value) ? value : null;
  return {
    listing_id: listingId,
    ...placeOf(snapshot, listings.parcel[row]),
    status: codeAt(listings.status, row),
    list_price: roundTo(listings.list_price[row], 0),
    listed: isoOf(listings.listed[row]),
    days_on_market: Math.max(0, today - listings.listed[row]),
    units: count(listings.units[row]),
    bedrooms: count(listings.bedrooms[row]),
    percentile,
    ...readingOf(snapshot, row, percentile, strategy, today),
  };
}

/** Where a listing is, as far as it was matched to a parcel. */
function placeOf(snapshot: SnapshotData, parcel: number) {
  const { parcels } = snapshot.tables;
  if (parcel < 0) {
    return {
      property_id: null,
      address: null,
      city: null,
      zip: null,
      lat: null,
      lon: null,
      county: null,
      tract: null,
      prop_type: null,
      photo_url: null,
    };
  }
  const known = (text: string) => text === "" ? null : text;
  const degrees = (value: number) =>
    Number.isFinite(value) ? roundTo(value, 6) : null;
  const lat = degrees(parcels.lat[parcel]);
  const lon = degrees(parcels.lon[parcel]);
  return {
    property_id: parcels.property_id.at(parcel),
    address: known(parcels.address.at(parcel)),
    city: known(codeAt(parcels.city, parcel)),
    zip: known(codeAt(parcels.zip, parcel)),
    lat,
    lon,
    county: known(codeAt(parcels.county, parcel)),
    tract: known(codeAt(parcels.tract, parcel)),
    prop_type: known(codeAt(parcels.prop_type, parcel)),
    photo_url: lat === null ? null : `/api/photo?lat=${lat}&lon=${lon}`,
  };
}

/** What the engine makes of a listing: the same valuation and verdict that its property has everywhere. */
function readingOf(
  snapshot: SnapshotData,
  row: number,
  percentile: number | null,
  strategy: Strategy,
  today: number,
): Pick<
  InventoryItem,
  | "deal_score"
  | "unscored_reasons"
  | "state"
  | "arv"
  | "confidence"
  | "verdict"
> {
  const { listings } = snapshot.tables;
  const parcel = listings.parcel[row];
  if (parcel < 0) {
    return {
      deal_score: null,
      unscored_reasons: ["the listing matches no parcel of the county"],
      state: null,
      arv: null,
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
    custom: { purchase_price: listings.list_price[row] },
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
