import type { AskedPrice, HeldStatus } from "../listing.ts";
import type { ParcelMatch } from "../matching/match_parcel.ts";
import type { ListingReport } from "./report.ts";

/** A listing as the store keeps it: the source's last report and what only we know. */
export interface StoredListing {
  readonly kind: "listing";
  readonly source: string;
  /** Whether the source's license lets everyone see it. */
  readonly licensed: boolean;
  readonly report: ListingReport;
  /** When we first had it, epoch milliseconds. */
  readonly firstSeen: number;
  /** Oldest first. */
  readonly prices: readonly AskedPrice[];
  /** Oldest first. */
  readonly statuses: readonly HeldStatus[];
  /** Parcel that a person assigned. */
  readonly assigned?: string;
  readonly match: ParcelMatch;
  /** Snapshot that the match was made on. */
  readonly matchedOn: string;
}

/** What is left of a listing that its source took back: no fact of it, so that a late message does not bring it back. */
export interface GoneListing {
  readonly kind: "gone";
  readonly source: string;
  readonly key: string;
  readonly firstSeen: number;
  /** Last change in the source's clock. */
  readonly changedAt: number;
}

/** A row of the store. */
export type StoredRow = StoredListing | GoneListing;
