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
  /** Newest change that the sources reported, epoch milliseconds; null when there is none. */
  readonly asOf: number | null;
  get(id: string): Listing | undefined;
  /** Every identifier, in their order. */
  ids(): readonly string[];
  /** Every listing, by id: made by every call, which takes a second for 200,000. */
  all(): readonly Listing[];
  /** The listings of a parcel, newest on the market first. */
  ofParcel(pin: string): readonly Listing[];
  /** What changed since an earlier version. */
  changesSince(earlier: this): InventoryChanges;
}
