import { RISK } from "../../../contracts/constants/risk.ts";
import type { RiskCode, Severity } from "../../../contracts/risk.ts";
import type { ValuationState } from "../../../contracts/valuation.ts";
import type { FlagStatus } from "../../../contracts/tract.ts";
import { roundTo } from "../rounding.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import type { Arv } from "../valuation/decision/arv.ts";

/** What the risks of a purchase are assessed on. */
export interface RiskCase {
  readonly snapshot: SnapshotData;
  readonly subject: ResolvedSubject;
  /** The value to hold a price against; null where there is none, or none for this caller. */
  readonly arv: Arv | null;
  /** Why there is no value, in words. */
  readonly noValue: string;
  readonly state: ValuationState;
  /** ISO date that the value is as of. */
  readonly valuedAsOf: string;
  /** Dollars to be paid; null when unknown. */
  readonly price: number | null;
  readonly priceSource: "given" | "listing" | "model" | null;
  /** Apartments as listed; null when no listing states it. */
  readonly listingUnits: number | null;
  /** As listed; null when not given. */
  readonly yearBuilt: number | null;
  /** The day to answer for. */
  readonly today: number;
}

/** An assessed risk. */
export interface Flag {
  readonly code: RiskCode;
  readonly status: FlagStatus;
  /** Null when nothing is known. */
  readonly severity: Severity | null;
  readonly reason: string;
  readonly figures: Readonly<Record<string, number | string | null>>;
  readonly source: string;
  readonly vintage: string | null;
  readonly blindSpots: string | null;
}

/** The grounds of a flag. */
export type Grounds = Omit<Flag, "status" | "severity">;

/** An assessed flag: raised from severity low on. */
export function assessed(severity: Severity, grounds: Grounds): Flag {
  const status = severity === "none" ? "clear" : "flagged";
  return { status, severity, ...grounds };
}

/** A flag that could not be assessed. */
export function notAssessed(
  status: "unknown" | "not_tracked",
  grounds: Omit<Grounds, "figures" | "vintage" | "blindSpots">,
): Flag {
  return {
    status,
    severity: null,
    figures: {},
    vintage: null,
    blindSpots: null,
    ...grounds,
  };
}

/** The severity of a figure by its thresholds. */
export function severityOf(
  value: number,
  { low, medium, high }: Readonly<Record<"low" | "medium" | "high", number>>,
): Severity {
  if (value >= high) return "high";
  if (value >= medium) return "medium";
  return value >= low ? "low" : "none";
}

/** The worse of two severities. */
export function worse(a: Severity, b: Severity): Severity {
  const order: readonly Severity[] = ["none", "low", "medium", "high"];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

/** Returns the most points that a flag can add. */
export function maxPoints(code: RiskCode): number {
  return RISK.points[code];
}

/** Points a flag adds to the score. */
export function pointsOf({ code, severity }: Flag): number {
  return severity === null || severity === "none"
    ? 0
    : roundTo(maxPoints(code) * RISK.severity[severity], 1);
}
