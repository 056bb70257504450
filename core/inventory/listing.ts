import type { z } from "zod";
import type { ListedType } from "../../contracts/inventory.ts";

/** Where a home stands in its sale, after the standard statuses of the RESO Data Dictionary. */
export const LISTING_STATUSES = [
  "coming_soon",
  "active",
  "active_under_contract",
  "pending",
  "hold",
  "withdrawn",
  "canceled",
  "expired",
  "closed",
] as const;

/** Where a home stands in its sale. */
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** Source of the on-market date: the feed's date, its days on market, or the day the listing was first seen. */
export type OnMarketBasis = "feed" | "days_on_market" | "first_seen";

/** What matched a listing to its parcel; `person` where someone assigned it. */
export type MatchBasis = "pin" | "address" | "position" | "person";

/** A price and since when it was asked, epoch milliseconds in the source's clock. */
export interface AskedPrice {
  readonly at: number;
  /** Dollars. */
  readonly price: number;
}

/** A status and since when the listing has had it, epoch milliseconds in the source's clock. */
export interface HeldStatus {
  readonly at: number;
  readonly status: ListingStatus;
}

/** A listing as every part of the service reads it. Unknown is null; times are epoch milliseconds. */
export interface Listing {
  /** Unique over all sources. */
  readonly id: string;
  /** Name of the feed or file. */
  readonly source: string;
  /** The source's own key (RESO `ListingKey`). */
  readonly key: string;
  readonly status: ListingStatus;
  /** Street line, as the source gives it, else the county's. */
  readonly address: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  /** Parcel, as `property_id`; null when unmatched. */
  readonly pin: string | null;
  /** Null with `pin`. */
  readonly matchedBy: MatchBasis | null;
  /** 0-1; 0 when unmatched. */
  readonly matchConfidence: number;
  /** WGS84 degrees: the source's position, else the parcel's. */
  readonly lat: number | null;
  readonly lon: number | null;
  /** The parcel's type, else the source's. */
  readonly propType: z.infer<typeof ListedType> | null;
  /** Dollars. */
  readonly listPrice: number;
  /** Every asking price, oldest first; the last is `listPrice`. */
  readonly prices: readonly AskedPrice[];
  /** Every status, oldest first; the last is `status`. */
  readonly statuses: readonly HeldStatus[];
  /** Dollars and day of the closing, for a closed listing whose source tells them. */
  readonly closePrice: number | null;
  readonly closedOn: number | null;
  /** Day it came on the market, days since 1970-01-01. */
  readonly onMarket: number;
  readonly onMarketBasis: OnMarketBasis;
  /** The same of the first listing in an unbroken row of relistings. */
  readonly listedSince: number;
  /** When this service first had the listing. */
  readonly firstSeen: number;
  /** Last changes in the source's clock. */
  readonly changedAt: number;
  readonly statusChangedAt: number;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  /** Square feet. */
  readonly livingArea: number | null;
  readonly yearBuilt: number | null;
  /** Apartments as listed. */
  readonly units: number | null;
  readonly photoCount: number;
  /** The first photo at the source, which may not be shown from there. */
  readonly photoUrl: string | null;
  /** The earlier listing of the same home that this one continues. */
  readonly relistingOf: string | null;
  /** The listing of another source that is shown for the same offer; a duplicate is never shown beside it. */
  readonly duplicateOf: string | null;
  /** Whether a license and the seller let everyone see it; otherwise only the operator and the local command line do. */
  readonly isPublic: boolean;
}

/** Whether a listing is an offer one can take: active, and not a second copy of one. */
export function isForSale(
  { status, duplicateOf }: Pick<Listing, "status" | "duplicateOf">,
): boolean {
  return status === "active" && duplicateOf === null;
}

/** Whether a listing has a buyer whose purchase has not closed, and is not a second copy of one. */
export function isUnderContract(
  { status, duplicateOf }: Pick<Listing, "status" | "duplicateOf">,
): boolean {
  return (status === "pending" || status === "active_under_contract") &&
    duplicateOf === null;
}
