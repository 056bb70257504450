import type { Listing } from "./listing.ts";

/** A rectangle in WGS84 degrees. */
export interface ListingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What changed between two versions of an inventory. */
export interface InventoryChanges {
  /** Identifiers of listings that are new or have changed. */
  readonly changed: readonly string[];
  /** Identifiers of listings that are gone. */
  readonly removed: readonly string[];
}

/**
 * The listings at one version. It never changes: a request reads one from start to end, and a
 * newer version is another object.
 */
export interface Inventory {
  /** Rises with every change. */
  readonly version: number;
  /** Listings of every status. */
  readonly size: number;
  /** Newest change that the sources told of, epoch milliseconds; null when there is none. */
  readonly asOf: number | null;
  get(id: string): Listing | undefined;
  /** Every listing, by id. */
  all(): readonly Listing[];
  /** The listings of a parcel, newest on the market first. */
  ofParcel(pin: string): readonly Listing[];
  /** The listings in a box, edges included, in no order. */
  within(box: ListingBox): readonly Listing[];
  /** What changed since an earlier version; null when that is no longer known, so that all must be read. */
  changesSince(version: number): InventoryChanges | null;
}
