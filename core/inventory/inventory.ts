import type { Listing } from "./listing.ts";

/** What changed between two versions of an inventory. */
export interface InventoryChanges {
  /** Identifiers of listings that are new or have changed. */
  readonly changed: readonly string[];
  /** Identifiers of listings that are gone. */
  readonly removed: readonly string[];
}

/** How many listings there are of a kind. */
export interface InventoryCounts {
  readonly forSale: number;
  /** Without a parcel. */
  readonly unmatched: number;
  /** That everyone may see. */
  readonly public: number;
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
  readonly counts: InventoryCounts;
  /** First and last day on which a listing came on the market, days since 1970-01-01 UTC; null without listings. */
  readonly marketDays: readonly [from: number, to: number] | null;
  /** Newest change that the sources reported, epoch milliseconds; null when there is none. */
  readonly asOf: number | null;
  get(id: string): Listing | undefined;
  /** Every identifier, in their order. */
  ids(): readonly string[];
  /** The listings of a parcel, newest on the market first. */
  ofParcel(pin: string): readonly Listing[];
  /** What changed since an earlier version. */
  changesSince(earlier: this): InventoryChanges;
}
