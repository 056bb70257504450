import type { AskedPrice, HeldStatus, MatchBasis } from "../listing.ts";
import type { ListingReport } from "./report.ts";

/** What was found of a listing's parcel. */
export interface ParcelMatch {
  /** `property_id`; null when nothing matches well enough. */
  readonly pin: string | null;
  readonly by: MatchBasis | null;
  /** 0-1. */
  readonly confidence: number;
  /** Why it is not certain, or not matched; `""` for a certain match. */
  readonly reason: string;
}

/** A listing as the store keeps it: the source's last report and what only we know. */
export interface StoredListing {
  readonly kind: "listing";
  readonly source: string;
  /** Whether the source's licence lets everyone see it. */
  readonly licensed: boolean;
  readonly report: ListingReport;
  /** When we first had it, epoch milliseconds. */
  readonly firstSeen: number;
  /** Oldest first. */
  readonly prices: readonly AskedPrice[];
  /** Oldest first. */
  readonly statuses: readonly HeldStatus[];
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
