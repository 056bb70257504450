import type { z } from "zod";
import type { ListedType } from "../../../contracts/inventory.ts";
import type { ListingStatus } from "../listing.ts";
import type { ListedPlace } from "../matching/match_parcel.ts";

/** What a source says about one listing at one time, in our words. Unknown is null. */
export interface ListingReport extends ListedPlace {
  /** The source's own key. */
  readonly key: string;
  readonly status: ListingStatus;
  /** When the source last changed the record, epoch milliseconds. */
  readonly changedAt: number;
  readonly statusChangedAt: number | null;
  readonly priceChangedAt: number | null;
  readonly propType: z.infer<typeof ListedType> | null;
  /** Dollars. */
  readonly listPrice: number;
  readonly originalPrice: number | null;
  readonly closePrice: number | null;
  /** Days since 1970-01-01. */
  readonly closedOn: number | null;
  /** Day it came on the market, as the source tells it. */
  readonly onMarket: number | null;
  readonly daysOnMarket: number | null;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  /** Square feet. */
  readonly livingArea: number | null;
  readonly yearBuilt: number | null;
  readonly units: number | null;
  readonly photoCount: number;
  /** Photos in their order, at most `MAX_PHOTOS`. */
  readonly photos: readonly string[];
  /** Whether the seller lets the listing be shown on the internet. */
  readonly mayShow: boolean;
  /** Whether the seller lets its address be shown there. */
  readonly mayShowAddress: boolean;
}

/** Addresses of photos that are kept of a listing. */
export const MAX_PHOTOS = 40;

/** What a source's record comes to. */
export type SourceRecord =
  | { readonly kind: "listing"; readonly report: ListingReport }
  /** The source no longer lets us have it. */
  | { readonly kind: "gone"; readonly key: string; readonly at: number | null }
  | {
    readonly kind: "rejected";
    readonly key: string | null;
    readonly reason: string;
  };
