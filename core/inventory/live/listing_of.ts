import { DAY_MS } from "../../../contracts/day.ts";
import { ListedType } from "../../../contracts/inventory.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { codeAt } from "../../engine/tables.ts";
import type { StoredListing } from "../lifecycle/stored_listing.ts";
import type { Listing } from "../listing.ts";
import { listingId } from "../listing_id.ts";
import { parcelName } from "../../engine/subject/parcel_name.ts";

/** Returns a stored listing as the service reads it, not yet joined with others of its home. */
export function listingOf(
  snapshot: SnapshotData,
  stored: StoredListing,
): Listing {
  const { source, licensed, report, firstSeen, prices, statuses, match } =
    stored;
  const row = match.pin === null ? -1 : findParcel(snapshot, match.pin);
  const recorded = parcelName(snapshot, row);
  const { onMarket, onMarketBasis } = onMarketOf(report, firstSeen);
  return {
    id: listingId(source, report.key),
    source,
    key: report.key,
    status: report.status,
    address: withUnit(report.address, report.unit) ?? recorded.address,
    city: report.city ?? recorded.city,
    zip: report.zip ?? recorded.zip,
    pin: recorded.property_id,
    matchedBy: row < 0 ? null : match.by,
    matchConfidence: row < 0 ? 0 : match.confidence,
    ...positionOf(snapshot, report, row),
    propType: propTypeOf(snapshot, row) ?? report.propType,
    listPrice: report.listPrice,
    prices,
    statuses,
    closePrice: report.closePrice,
    closedOn: report.closedOn,
    onMarket,
    onMarketBasis,
    listedSince: onMarket,
    firstSeen,
    changedAt: report.changedAt,
    statusChangedAt: statuses.at(-1)!.at,
    bedrooms: report.bedrooms,
    bathrooms: report.bathrooms,
    livingArea: report.livingArea,
    yearBuilt: report.yearBuilt,
    units: report.units,
    photoCount: report.photoCount,
    photoUrl: report.photos[0] ?? null,
    relistingOf: null,
    duplicateOf: null,
    isPublic: licensed && report.mayShow,
  };
}

/** Returns the listing without what would tell where it is: its seller does not let that be shown. */
export function withoutAddress(listing: Listing): Listing {
  return {
    ...listing,
    address: null,
    zip: null,
    pin: null,
    matchedBy: null,
    matchConfidence: 0,
    lat: null,
    lon: null,
    photoUrl: null,
  };
}

/** Returns what every listing of one home has in common. */
export function homeKey(place: string, unit: string | null): string {
  const flat = unit === null
    ? ""
    : unit.toUpperCase().replace(/^(APT|UNIT|NO|STE)\b|[^A-Z0-9]/g, "");
  return `${place} ${flat}`;
}

function withUnit(address: string | null, unit: string | null): string | null {
  if (address === null || unit === null) return address;
  return `${address} ${/^\w+$/.test(unit) ? `#${unit}` : unit}`;
}

/** The day it came on the market, and what tells it. */
function onMarketOf(
  { onMarket, daysOnMarket, changedAt }: StoredListing["report"],
  firstSeen: number,
): Pick<Listing, "onMarket" | "onMarketBasis"> {
  if (onMarket !== null) return { onMarket, onMarketBasis: "feed" };
  if (daysOnMarket !== null) {
    return {
      onMarket: Math.floor(changedAt / DAY_MS) - daysOnMarket,
      onMarketBasis: "days_on_market",
    };
  }
  return {
    onMarket: Math.floor(firstSeen / DAY_MS),
    onMarketBasis: "first_seen",
  };
}

function positionOf(
  { tables: { parcels } }: SnapshotData,
  { lat, lon }: StoredListing["report"],
  row: number,
): Pick<Listing, "lat" | "lon"> {
  if (lat !== null && lon !== null) {
    return { lat: roundTo(lat, 6), lon: roundTo(lon, 6) };
  }
  if (row < 0 || !Number.isFinite(parcels.lat[row])) {
    return { lat: null, lon: null };
  }
  return {
    lat: roundTo(parcels.lat[row], 6),
    lon: roundTo(parcels.lon[row], 6),
  };
}

/** The county's type of a parcel, which is what it is valued as. */
function propTypeOf(
  { tables: { parcels } }: SnapshotData,
  row: number,
): Listing["propType"] {
  if (row < 0) return null;
  return ListedType.safeParse(codeAt(parcels.prop_type, row)).data ?? null;
}
