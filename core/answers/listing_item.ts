import type { Strategy } from "../../contracts/envelope.ts";
import type { ListingItem } from "../../contracts/listing_item.ts";
import { roundTo } from "../engine/rounding.ts";
import { isoOf } from "../engine/snapshot.ts";
import { codeAt } from "../engine/tables.ts";
import { listingAt } from "../inventory/index/columns.ts";
import { scoreAt } from "../inventory/index/scored_row.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import { unscoredReasons } from "../inventory/scoring/listing_score.ts";
import type { OperationContext } from "../service/operation.ts";
import { arvFieldsOf } from "./valuation_fields.ts";

/** Returns a listing as callers see it, scored at its list price. */
export function listingItem(
  context: Pick<OperationContext, "snapshot" | "today" | "hasPhoto">,
  { columns }: InventoryIndex,
  row: number,
  strategy: Strategy,
): ListingItem {
  const { snapshot, today } = context;
  const { parcels } = snapshot.tables;
  const { figures } = columns;
  const listing = listingAt(columns, row);
  const parcel = columns.parcel[row];
  const score = scoreAt(columns, row, listing, "");
  const asked = score.strategies[strategy];
  const figure = (name: keyof typeof figures) => {
    const value = figures[name][row];
    return Number.isNaN(value) ? null : value;
  };
  const recorded = (column: "county" | "tract") =>
    parcel < 0 ? null : codeAt(parcels[column], parcel) || null;
  const lat = figure("lat"), lon = figure("lon");
  const { prices } = listing;
  return {
    listing_id: listing.id,
    property_id: parcel < 0 ? null : listing.pin,
    address: listing.address,
    city: listing.city,
    zip: listing.zip,
    lat,
    lon,
    county: recorded("county"),
    tract: recorded("tract"),
    area: codeAt(columns.areas, row) || null,
    prop_type: listing.propType,
    status: listing.status,
    list_price: figures.price[row],
    previous_price: prices.length > 1
      ? roundTo(prices[prices.length - 2].price, 0)
      : null,
    price_cut: figure("cut"),
    listed: isoOf(listing.onMarket),
    listed_by: listing.onMarketBasis,
    first_seen: new Date(listing.firstSeen).toISOString(),
    days_on_market: Math.max(0, today - listing.onMarket),
    units: figure("units"),
    bedrooms: figure("beds"),
    bathrooms: figure("baths"),
    sqft: figure("sqft"),
    year_built: figure("year"),
    price_per_sqft: figure("perSqft"),
    percentile: asked.percentile,
    deal_score: asked.dealScore,
    unscored_reasons: unscoredReasons(score, strategy),
    state: score.state,
    arv: score.arv && arvFieldsOf(score.arv),
    fallback: score.fallback && { ...score.fallback },
    confidence: score.confidence,
    discount: figure("discount"),
    verdict: asked.read.verdict,
    risk_score: score.risk,
    rent: score.rent,
    cash_flow: score.cashFlow && { ...score.cashFlow },
    strategy_scores: {
      flip: strategyScore(score.strategies.flip),
      brrrr: strategyScore(score.strategies.brrrr),
      hold: strategyScore(score.strategies.hold),
      section8: strategyScore(score.strategies.section8),
    },
    photo_url: photoUrl(context, lat, lon),
    url: parcel < 0 ? null : `/property/${listing.pin}`,
    source: listing.source,
  };
}

/** Returns where the photo of a position is; null where there is none. */
export function photoUrl(
  { hasPhoto }: Pick<OperationContext, "hasPhoto">,
  lat: number | null,
  lon: number | null,
): string | null {
  return lat !== null && lon !== null && hasPhoto?.(lat, lon)
    ? `/api/photo?lat=${lat}&lon=${lon}`
    : null;
}

function strategyScore(
  { percentile, dealScore, read }: ReturnType<
    typeof scoreAt
  >["strategies"][Strategy],
): ListingItem["strategy_scores"][Strategy] {
  return {
    percentile,
    deal_score: dealScore,
    read: { ...read, reasons: [...read.reasons] },
  };
}
