import type { Listing } from "../../core/inventory/listing.ts";

/** Returns an active listing with these facts. */
export function listing(facts: Partial<Listing> & { id: string }): Listing {
  return {
    source: "test",
    key: facts.id,
    status: "active",
    address: null,
    city: null,
    zip: null,
    pin: null,
    matchedBy: null,
    matchConfidence: 0,
    lat: null,
    lon: null,
    propType: null,
    listPrice: 300_000,
    prices: [],
    onMarket: 20_000,
    onMarketBasis: "feed",
    firstSeen: 20_000 * 86_400_000,
    changedAt: 20_000 * 86_400_000,
    statusChangedAt: 20_000 * 86_400_000,
    bedrooms: null,
    bathrooms: null,
    livingArea: null,
    yearBuilt: null,
    units: null,
    photoCount: 0,
    relistingOf: null,
    duplicateOf: null,
    isPublic: true,
    ...facts,
  };
}
