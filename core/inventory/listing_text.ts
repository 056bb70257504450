import type { Listing } from "./listing.ts";

const NAMES: Readonly<Record<keyof Listing, true>> = {
  id: true,
  source: true,
  key: true,
  status: true,
  address: true,
  city: true,
  zip: true,
  pin: true,
  matchedBy: true,
  matchConfidence: true,
  lat: true,
  lon: true,
  propType: true,
  listPrice: true,
  prices: true,
  statuses: true,
  closePrice: true,
  closedOn: true,
  onMarket: true,
  onMarketBasis: true,
  listedSince: true,
  firstSeen: true,
  changedAt: true,
  statusChangedAt: true,
  bedrooms: true,
  bathrooms: true,
  livingArea: true,
  yearBuilt: true,
  units: true,
  photoCount: true,
  photoUrl: true,
  relistingOf: true,
  duplicateOf: true,
  isPublic: true,
};

/** The fields in the order they are packed in. A change of it changes what `packListing` returns. */
export const PACKED_FIELDS = Object.keys(NAMES) as readonly (keyof Listing)[];

/**
 * Returns a listing as one line of ASCII text: some 350 bytes, where the object takes 1 kB. Equal
 * listings give equal text.
 */
export function packListing(listing: Listing): string {
  return JSON.stringify(PACKED_FIELDS.map((name) => listing[name]))
    // One character of another script would double the bytes of the whole text.
    .replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** Returns the listing that a text was packed from. */
export function unpackListing(text: string): Listing {
  const values: unknown[] = JSON.parse(text);
  const listing: Record<string, unknown> = {};
  for (let at = 0; at < PACKED_FIELDS.length; at++) {
    listing[PACKED_FIELDS[at]] = values[at];
  }
  return listing as unknown as Listing;
}
