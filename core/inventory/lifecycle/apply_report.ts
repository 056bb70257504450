import { DAY_MS } from "../../../contracts/day.ts";
import { isDeepStrictEqual } from "node:util";
import type { AskedPrice, HeldStatus } from "../listing.ts";
import type { ListingReport } from "./report.ts";
import type { ParcelMatch } from "../matching/match_parcel.ts";
import type { GoneListing, StoredRow } from "./stored_listing.ts";

/** Entries kept of a listing's prices and of its statuses: the first and the newest. */
const MAX_HISTORY = 100;

/** What the lifecycle needs besides the report. */
export interface ReportContext {
  readonly source: string;
  readonly licensed: boolean;
  /** Snapshot that parcels are matched on. */
  readonly snapshot: string;
  /** The service's clock, epoch milliseconds. */
  readonly now: number;
  /** Matches the report to a parcel: the one that a person assigned, where someone has. */
  match(report: ListingReport, assigned?: string): ParcelMatch;
}

/** How a report changed what is stored. */
export type Applied =
  | { readonly effect: "new" | "changed"; readonly row: StoredRow }
  /** The report says what is known, or is older than that. */
  | { readonly effect: "unchanged" | "outdated" };

/**
 * Applies a source's report to what is stored of the listing. Reports may come twice or out of
 * order: an older one than the stored changes nothing.
 */
export function applyReport(
  known: StoredRow | null,
  report: ListingReport,
  context: ReportContext,
): Applied {
  const { source, licensed, snapshot, now } = context;
  const earlier = known?.kind === "listing" ? known : null;
  if (known && report.changedAt < lastChange(known)) {
    return { effect: "outdated" };
  }
  const isSame = earlier !== null && earlier.licensed === licensed &&
    earlier.matchedOn === snapshot &&
    isDeepStrictEqual(earlier.report, report);
  if (isSame) return { effect: "unchanged" };
  const match = earlier?.matchedOn === snapshot &&
      placeOf(earlier.report) === placeOf(report)
    ? earlier.match
    : context.match(report, earlier?.assigned);
  const row: StoredRow = {
    kind: "listing",
    source,
    licensed,
    report,
    firstSeen: known?.firstSeen ?? now,
    prices: shortened(pricesAfter(earlier?.prices ?? [], report)),
    statuses: shortened(statusesAfter(earlier?.statuses ?? [], report)),
    ...(earlier?.assigned !== undefined && { assigned: earlier.assigned }),
    match,
    matchedOn: snapshot,
  };
  return { effect: earlier ? "changed" : "new", row };
}

/**
 * Applies a source's word that a listing is gone.
 *
 * @param at when, in the source's clock; null when it does not say: then it counts as after everything known
 */
export function applyRemoval(
  known: StoredRow | null,
  source: string,
  key: string,
  at: number | null,
): GoneListing | null {
  if (!known || known.kind === "gone") return null;
  if (at !== null && at < lastChange(known)) return null;
  return {
    kind: "gone",
    source,
    key,
    firstSeen: known.firstSeen,
    changedAt: at ?? lastChange(known),
  };
}

function lastChange(row: StoredRow): number {
  return row.kind === "gone" ? row.changedAt : row.report.changedAt;
}

/** What a match depends on. */
function placeOf(
  { parcelNumber, address, unit, city, zip, lat, lon }: ListingReport,
): string {
  return JSON.stringify([parcelNumber, address, unit, city, zip, lat, lon]);
}

function pricesAfter(
  known: readonly AskedPrice[],
  report: ListingReport,
): readonly AskedPrice[] {
  const { listPrice, originalPrice, priceChangedAt, changedAt } = report;
  const last = known.at(-1);
  if (last) {
    return last.price === listPrice ? known : [...known, {
      at: timeAfter(last.at, priceChangedAt, changedAt),
      price: listPrice,
    }];
  }
  const first = {
    at: Math.min(marketTime(report), changedAt),
    price: listPrice,
  };
  return originalPrice === null || originalPrice === listPrice ? [first] : [
    { ...first, price: originalPrice },
    { at: timeAfter(first.at, priceChangedAt, changedAt), price: listPrice },
  ];
}

/** When it came on the market, as far as the source tells. */
function marketTime(
  { onMarket, daysOnMarket, changedAt }: ListingReport,
): number {
  if (onMarket !== null) return onMarket * DAY_MS;
  return daysOnMarket === null
    ? changedAt
    : (Math.floor(changedAt / DAY_MS) - daysOnMarket) * DAY_MS;
}

function statusesAfter(
  known: readonly HeldStatus[],
  { status, statusChangedAt, changedAt }: ListingReport,
): readonly HeldStatus[] {
  const last = known.at(-1);
  if (!last) return [{ at: statusChangedAt ?? changedAt, status }];
  return last.status === status ? known : [...known, {
    at: timeAfter(last.at, statusChangedAt, changedAt),
    status,
  }];
}

/** The time the source tells for this change, unless it is that of an earlier one. */
function timeAfter(last: number, told: number | null, changedAt: number) {
  return told !== null && told > last ? told : Math.max(changedAt, last);
}

function shortened<T>(history: readonly T[]): readonly T[] {
  return history.length <= MAX_HISTORY
    ? history
    : [history[0], ...history.slice(1 - MAX_HISTORY)];
}
