import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Source } from "../../../contracts/underwriting.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import { codeAt } from "../tables.ts";
import { triadOf } from "../tax/property_tax.ts";

/** What underwriting needs to know of a building; NaN or `""` where the county does not say. */
export interface Building {
  readonly propType: string;
  readonly units: number;
  readonly unitsSource: Source;
  /** Apartments as listed, where that is not the county's count; else null. */
  readonly otherUnits: number | null;
  readonly bedrooms: number;
  /** Bedrooms of a unit of its kind. */
  readonly usualBedrooms: number;
  /** Living area, square feet. */
  readonly sqft: number;
  readonly zip: string;
  readonly tract: string;
  readonly inChicago: boolean;
}

const HOUSES = ["sfh", "townhome"];
/** One apartment, whatever the county's unit count says. */
const SINGLE_UNIT = [...HOUSES, "condo", "coop"];

/** Apartments as listed, and who says so. */
export interface ListedUnits {
  readonly units: number;
  readonly source: Source;
}

/**
 * The building at a subject. The county's count of apartments wins over a listing's: rent from a unit
 * that is not legal is not income.
 */
export function buildingOf(
  snapshot: SnapshotData,
  { parcel, propType, tract, township }: ResolvedSubject,
  listed: ListedUnits | null,
): Building {
  const { parcels } = snapshot.tables;
  const fact = (column: Float32Array) => parcel < 0 ? NaN : column[parcel];
  const recorded = SINGLE_UNIT.includes(propType) ? 1 : fact(parcels.units);
  const isRecorded = recorded >= 1;
  return {
    propType,
    units: isRecorded ? recorded : listed?.units ?? NaN,
    unitsSource: isRecorded ? "county_record" : listed?.source ?? "given",
    otherUnits: isRecorded && listed && listed.units !== recorded
      ? listed.units
      : null,
    bedrooms: fact(parcels.bedrooms),
    usualBedrooms: HOUSES.includes(propType)
      ? CONSTANTS.rent.usual_bedrooms.house
      : CONSTANTS.rent.usual_bedrooms.apartment,
    sqft: fact(parcels.bldg_sqft),
    zip: parcel < 0 ? "" : codeAt(parcels.zip, parcel),
    tract,
    inChicago: triadOf(snapshot, township) === "City",
  };
}

/** A year's insurance, dollars: by living area, at least a policy's minimum. */
export function yearlyInsurance({ sqft }: Building): number {
  const { insurance_per_sqft, insurance_minimum } =
    CONSTANTS.underwriting.operating;
  return sqft > 0
    ? Math.max(insurance_minimum, sqft * insurance_per_sqft)
    : insurance_minimum;
}

/** Utilities a year that a rental's owner pays, dollars: none in a house, water and common areas in a flat. */
export function yearlyUtilities({ units }: Building): number {
  const { sfh, mf2_4 } = CONSTANTS.underwriting.operating.owner_utilities;
  return units > 1 ? 12 * units * mf2_4 : 12 * sfh;
}

/** Share of a full renovation that a budget buys, 0-1; 0 when the area is unknown. */
export function renovationShare({ sqft }: Building, rehab: number): number {
  return sqft > 0
    ? Math.min(
      1,
      rehab / (sqft * CONSTANTS.underwriting.full_renovation_per_sqft),
    )
    : 0;
}
