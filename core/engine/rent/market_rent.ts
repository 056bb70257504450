import { ASSUMPTION_DEFAULTS } from "../../../contracts/assumptions.ts";
import { RENT } from "../../../contracts/constants/rent.ts";
import { tractRowOf } from "../places/tract_rows.ts";
import { areaFactor, extended, usualSqft } from "./rent_area.ts";
import { type RentComps, rentComps } from "./rent_comps.ts";
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
  /** Degrees; NaN when unknown. */
  readonly lat: number;
  readonly lon: number;
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
  /** The range of market rents, dollars a month for the building. */
  readonly range: { readonly low: number; readonly high: number };
  /** Rent comps by bedrooms of the units, the most first; empty where no rents were imported. */
  readonly comps: readonly RentComps[];
}

/** Why there is no rent, and what would give one. */
export interface RentGap {
  readonly reason: string;
  readonly fix: string;
}

/**
 * Returns rents by bedrooms: of imported rent comps where they give one, else the tract's rent level
 * times the ZIP's rent ladder. The level is the census median over the ladder's two-bedroom rent of
 * the same year (or of today, where that year is not loaded), and bounded to 0.7-1.6.
 */
export function marketRent(
  snapshot: SnapshotData,
  subject: RentSubject,
): RentEstimate | RentGap {
  const { tract, zip, units, bedrooms, usualBedrooms, sqft, today } = subject;
  const ladder = ladderFor(snapshot, zip, fiscalYearAt(today));
  if (!ladder) return noLadder(zip);
  const { safmr_floor, safmr_ceiling, renovated_multiplier, census_year } =
    RENT;
  const tractMedian = tractMedianRent(snapshot, tract);
  const then = laddersOf(snapshot, zip)
    .find(({ fiscalYear }) => fiscalYear === census_year) ?? ladder;
  const level = tractMedian === null ? 1 : tractMedian / ladderRent(then, 2);
  const bounded = clamp(level, safmr_floor, safmr_ceiling);
  const split = splitBedrooms(bedrooms, units, usualBedrooms);
  const areaRatio = sqft /
    split.byUnit.reduce((sum, count) => sum + usualSqft(count), 0);
  const area = areaFactor(areaRatio);
  const comps = snapshot.tables.rents.rows === 0 || Number.isNaN(subject.lat)
    ? []
    : Array.from(
      new Set(split.byUnit),
      (count) =>
        rentComps(snapshot, { ...subject, bedrooms: count, areaRatio, ladder }),
    );
  const { spread, spread_unrecorded } = ASSUMPTION_DEFAULTS.rent;
  const off = split.recorded && tractMedian !== null
    ? spread
    : spread_unrecorded;
  const range = { low: 0, high: 0 };
  const unitRents = split.byUnit.map((count) => {
    const standard = ladderRent(ladder, count);
    const found = comps.find((each) => each.bedrooms === count)?.range;
    const asItStands = found
      ? found.base / standard
      : clamp(bounded * area, safmr_floor, safmr_ceiling);
    const renovated = Math.max(
      asItStands,
      Math.min(asItStands * renovated_multiplier, safmr_ceiling),
    );
    const market = roundTo(standard * asItStands, 0);
    range.low += found?.low ?? market * (1 - off);
    range.high += found?.high ?? market * (1 + off);
    return {
      bedrooms: count,
      market,
      renovated: roundTo(standard * renovated, 0),
      paymentStandard: roundTo(standard, 0),
      utilityAllowance: extended(RENT.utility_allowance, count),
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
    areaFactor: area,
    range,
    comps,
  };
}

function noLadder(zip: string): RentGap {
  return {
    reason: zip === ""
      ? "the property's ZIP is unknown"
      : `no HUD small-area fair market rents for ZIP ${zip} are loaded`,
    fix: "give rent_override, the building's rent a month",
  };
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
