import { RENT } from "../../../contracts/constants/rent.ts";
import { tractRowOf } from "../places/tract_rows.ts";
import { roundTo } from "../rounding.ts";
import type { SnapshotData } from "../snapshot.ts";
import { splitBedrooms } from "./bedrooms.ts";
import {
  fiscalYearAt,
  ladderFor,
  ladderRent,
  laddersOf,
  type RentLadder,
} from "./safmr.ts";

/** What rents are asked for. */
export interface RentSubject {
  /** 11-digit GEOID, `""` when unknown. */
  readonly tract: string;
  readonly zip: string;
  readonly units: number;
  /** Bedrooms of the whole building; NaN when unknown. */
  readonly bedrooms: number;
  /** Bedrooms of a unit of its kind, where the building's are unknown. */
  readonly usualBedrooms: number;
  /** Living area of the whole building, square feet; NaN when unknown. */
  readonly sqft: number;
  /** The day to answer for. */
  readonly today: number;
}

/** One unit's rents, whole dollars a month. */
export interface UnitRent {
  readonly bedrooms: number;
  /** As it stands. */
  readonly market: number;
  /** After a full renovation. */
  readonly renovated: number;
  /** HUD's rent, utilities included: what a housing voucher pays for. */
  readonly paymentStandard: number;
  /** What the tenant's own utilities take off it. */
  readonly utilityAllowance: number;
}

/** Rents of a building. */
export interface RentEstimate {
  readonly units: readonly UnitRent[];
  /** False when the county records no bedrooms and the usual count stands in. */
  readonly bedroomsRecorded: boolean;
  readonly ladder: RentLadder;
  /** Census median gross rent of the tract, dollars a month; null when it publishes none. */
  readonly tractMedian: number | null;
  /** The tract's rent level against its ZIP's ladder, before the bounds; 1 without a tract median. */
  readonly level: number;
  /** Which bound of 0.7-1.6 the level ran into. */
  readonly bounded: "floor" | "ceiling" | null;
  /** Sums over the units, dollars a month. */
  readonly market: number;
  readonly renovated: number;
  readonly paymentStandard: number;
  /** Payment standards less the tenants' utility allowances: what reaches the owner. */
  readonly contractRent: number;
  /** By how much the units' area moves the rent; 1 for the usual area. */
  readonly areaFactor: number;
  /** The range of rents, dollars a month for the building, where rent comps give one; null else. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** Why there is no rent, and what would give one. */
export interface RentGap {
  readonly reason: string;
  readonly fix: string;
}

/**
 * Rents by bedrooms: the tract's rent level times the ZIP's rent ladder. The level is the census
 * median over the ladder's two-bedroom rent of the same year (or of today, where that year is not
 * loaded), and bounded to 0.7-1.6.
 */
export function marketRent(
  snapshot: SnapshotData,
  { tract, zip, units, bedrooms, usualBedrooms, sqft, today }: RentSubject,
): RentEstimate | RentGap {
  const ladder = ladderFor(snapshot, zip, fiscalYearAt(today));
  if (!ladder) {
    return {
      reason: zip === ""
        ? "the property's ZIP is unknown"
        : `no HUD small-area fair market rents for ZIP ${zip} are loaded`,
      fix: "give rent_override, the building's rent a month",
    };
  }
  const { safmr_floor, safmr_ceiling, renovated_multiplier, census_year } =
    RENT;
  const tractMedian = tractMedianRent(snapshot, tract);
  const then = laddersOf(snapshot, zip)
    .find(({ fiscalYear }) => fiscalYear === census_year) ?? ladder;
  const level = tractMedian === null ? 1 : tractMedian / ladderRent(then, 2);
  const bounded = clamp(level, safmr_floor, safmr_ceiling);
  const split = splitBedrooms(bedrooms, units, usualBedrooms);
  const areaFactor = areaFactorOf(sqft, split.byUnit);
  const unitRents = split.byUnit.map((count) => {
    const standard = ladderRent(ladder, count);
    const asItStands = clamp(bounded * areaFactor, safmr_floor, safmr_ceiling);
    const renovated = Math.min(
      asItStands * renovated_multiplier,
      safmr_ceiling,
    );
    return {
      bedrooms: count,
      market: roundTo(standard * asItStands, 0),
      renovated: roundTo(standard * renovated, 0),
      paymentStandard: roundTo(standard, 0),
      utilityAllowance: utilityAllowance(count),
    };
  });
  const total = (of: (unit: UnitRent) => number) =>
    unitRents.reduce((sum, unit) => sum + of(unit), 0);
  return {
    units: unitRents,
    bedroomsRecorded: split.recorded,
    ladder,
    tractMedian,
    level,
    bounded: level < safmr_floor
      ? "floor"
      : level > safmr_ceiling
      ? "ceiling"
      : null,
    market: total((unit) => unit.market),
    renovated: total((unit) => unit.renovated),
    paymentStandard: total((unit) => unit.paymentStandard),
    contractRent: total((unit) =>
      Math.max(0, unit.paymentStandard - unit.utilityAllowance)
    ),
    areaFactor,
    range: null,
  };
}

/** How much more or less the units rent for than units of the usual area; 1 when the area is unknown. */
function areaFactorOf(sqft: number, byUnit: readonly number[]): number {
  if (!(sqft > 0)) return 1;
  const { area_elasticity, area_bound } = RENT;
  const usual = byUnit.reduce((sum, bedrooms) => sum + usualSqft(bedrooms), 0);
  return clamp(
    (sqft / usual) ** area_elasticity,
    1 - area_bound,
    1 + area_bound,
  );
}

function usualSqft(bedrooms: number): number {
  return extended(RENT.usual_sqft, bedrooms);
}

function utilityAllowance(bedrooms: number): number {
  return extended(RENT.utility_allowance, bedrooms);
}

/** A step of a ladder by bedrooms; beyond its end it goes on as in its last step. */
function extended(ladder: readonly number[], bedrooms: number): number {
  const last = ladder.length - 1;
  const beyond = Math.max(0, bedrooms - last);
  return ladder[Math.min(bedrooms, last)] +
    beyond * (ladder[last] - ladder[last - 1]);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The census median gross rent of a tract, or null. */
function tractMedianRent(
  snapshot: SnapshotData,
  geoid: string,
): number | null {
  const row = tractRowOf(snapshot, geoid);
  const rent = row < 0 ? NaN : snapshot.tables.tracts.median_rent[row];
  return rent > 0 ? rent : null;
}
