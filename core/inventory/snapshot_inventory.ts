import { DAY_MS } from "../../contracts/day.ts";
import { ListedType } from "../../contracts/inventory.ts";
import { degrees } from "../engine/rounding.ts";
import { perSnapshot, type SnapshotData } from "../engine/snapshot.ts";
import { codeAt } from "../engine/tables.ts";
import { placeKey } from "./place_key.ts";
import type { Listing, ListingStatus } from "./listing.ts";
import { ListingSet } from "./listing_set.ts";
import { findParcel } from "../engine/subject/property_id.ts";
import { parcelName } from "../engine/subject/parcel_name.ts";

/** Source of the listings that were ingested with the snapshot. */
export const SNAPSHOT_SOURCE = "snapshot";

/** Returns the listings that were ingested with the snapshot, read on first use. */
export const snapshotInventory: (snapshot: SnapshotData) => ListingSet =
  perSnapshot((snapshot) => {
    const { rows } = snapshot.tables.listings;
    return ListingSet.of(
      Array.from({ length: rows }, (_, row) => listingAt(snapshot, row)),
      0,
      placeKey,
    );
  });

/** Returns the listings of a parcel that were ingested with the snapshot, newest on the market first. The others are not read. */
export function snapshotListings(
  snapshot: SnapshotData,
  pin: string,
): readonly Listing[] {
  const parcel = findParcel(snapshot, pin);
  if (parcel < 0) return [];
  const { parcel: parcels, rows } = snapshot.tables.listings;
  const found: Listing[] = [];
  for (let row = 0; row < rows; row++) {
    if (parcels[row] === parcel) found.push(listingAt(snapshot, row));
  }
  return ListingSet.of(found, 0, placeKey).ofParcel(pin);
}

const STATUS: Readonly<Record<string, ListingStatus>> = {
  Active: "active",
  Pending: "pending",
};

function listingAt(snapshot: SnapshotData, row: number): Listing {
  const { listings } = snapshot.tables;
  const id = listings.listing_id.at(row);
  const day = listings.listed[row];
  const price = listings.list_price[row];
  const parcel = listings.parcel[row];
  const status = STATUS[codeAt(listings.status, row)];
  return {
    id,
    source: SNAPSHOT_SOURCE,
    key: id,
    status,
    ...placeOf(snapshot, parcel),
    matchedBy: parcel < 0 ? null : "pin",
    matchConfidence: parcel < 0 ? 0 : 1,
    listPrice: price,
    prices: [{ at: day * DAY_MS, price }],
    statuses: [{ at: day * DAY_MS, status }],
    closePrice: null,
    closedOn: null,
    onMarket: day,
    onMarketBasis: "feed",
    listedSince: day,
    firstSeen: day * DAY_MS,
    changedAt: day * DAY_MS,
    statusChangedAt: day * DAY_MS,
    bedrooms: finite(listings.bedrooms[row]),
    bathrooms: null,
    livingArea: null,
    yearBuilt: null,
    units: finite(listings.units[row]),
    photoCount: 0,
    photoUrl: null,
    relistingOf: null,
    duplicateOf: null,
    isPublic: true,
  };
}

/** Where a listing is, as far as it was matched to a parcel. */
function placeOf(snapshot: SnapshotData, parcel: number): Pick<
  Listing,
  "pin" | "address" | "city" | "zip" | "lat" | "lon" | "propType"
> {
  const { parcels } = snapshot.tables;
  const { property_id: pin, ...address } = parcelName(snapshot, parcel);
  if (parcel < 0) {
    return { pin, ...address, lat: null, lon: null, propType: null };
  }
  return {
    pin,
    ...address,
    lat: degrees(parcels.lat[parcel]),
    lon: degrees(parcels.lon[parcel]),
    propType: ListedType.safeParse(codeAt(parcels.prop_type, parcel)).data ??
      null,
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
