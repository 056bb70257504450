import { RISK } from "../../../contracts/constants/risk.ts";
import { roundTo } from "../rounding.ts";
import { distressProximity } from "./area_flags.ts";
import { basementFlood, legalUnits, vintageStock } from "./building_flags.ts";
import { appraisalCeiling, closingFriction } from "./deal_flags.ts";
import { type Flag, maxPoints, pointsOf, type RiskCase } from "./flag.ts";
import { taxOf, taxShock, taxTrap } from "./tax_flags.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { Valuation } from "../valuation/valuation.ts";

/** The risks of a purchase. */
export interface Risk {
  /** 0-100, the sum of the flags' points; null when too little could be assessed. */
  readonly score: number | null;
  /** Points of the flags that could be assessed, of 100: the confidence. */
  readonly known: number;
  readonly flags: readonly Flag[];
}

/** Returns what the risks of a valued property are assessed on, at a price. */
export function riskCaseOf(
  snapshot: SnapshotData,
  { subject, arv, state, asOf }: Valuation,
  offer: Pick<RiskCase, "price" | "priceSource" | "listingUnits" | "today">,
): RiskCase {
  return {
    snapshot,
    subject,
    arv,
    noValue: `state ${state}`,
    state,
    valuedAsOf: asOf,
    yearBuilt: null,
    ...offer,
  };
}

/** Assesses every risk of the taxonomy. One that cannot be assessed adds nothing and states why. */
export function assessRisk(about: RiskCase): Risk {
  const tax = taxOf(about);
  const flags = [
    taxShock(about, tax),
    taxTrap(about, tax),
    basementFlood(about),
    distressProximity(about),
    closingFriction(about),
    legalUnits(about),
    appraisalCeiling(about),
    vintageStock(about),
  ];
  const known = flags.filter(({ severity }) => severity !== null)
    .reduce((sum, { code }) => sum + maxPoints(code), 0);
  const points = flags.reduce((sum, flag) => sum + pointsOf(flag), 0);
  return {
    score: known >= RISK.min_known_points
      ? roundTo(Math.min(100, points), 0)
      : null,
    known,
    flags,
  };
}
