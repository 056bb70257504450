import { CONSTANTS } from "../../../contracts/constants.ts";
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
  /** What a housing voucher pays. */
  readonly paymentStandard: number;
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
  { tract, zip, units, bedrooms, usualBedrooms, today }: RentSubject,
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
    CONSTANTS.rent;
  const tractMedian = tractMedianRent(snapshot, tract);
  const then = laddersOf(snapshot, zip)
    .find(({ fiscalYear }) => fiscalYear === census_year) ?? ladder;
  const level = tractMedian === null ? 1 : tractMedian / ladderRent(then, 2);
  const bounded = Math.min(safmr_ceiling, Math.max(safmr_floor, level));
  const split = splitBedrooms(bedrooms, units, usualBedrooms);
  const unitRents = split.byUnit.map((count) => {
    const standard = ladderRent(ladder, count);
    const renovated = Math.min(
      bounded * renovated_multiplier,
      safmr_ceiling,
    );
    return {
      bedrooms: count,
      market: roundTo(standard * bounded, 0),
      renovated: roundTo(standard * renovated, 0),
      paymentStandard: roundTo(standard, 0),
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
  };
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
