import { ASSUMPTION_DEFAULTS } from "../../../contracts/assumptions.ts";
import { RENT } from "../../../contracts/constants/rent.ts";
import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Source } from "../../../contracts/underwriting.ts";
import type { SnapshotData } from "../snapshot.ts";
import type { Valuation } from "../valuation/valuation.ts";
import { roundTo } from "../rounding.ts";
import { codeAt } from "../tables.ts";
import { triadOf } from "../tax/property_tax.ts";

/** What underwriting needs to know of a building; NaN or `""` where the county does not say. */
export interface Building {
  readonly propType: string;
  readonly units: number;
  readonly unitsSource: Source;
  /** The other count of apartments, where two sources differ: the listing's, or the county's where the caller plans with another. */
  readonly otherUnits: number | null;
  readonly bedrooms: number;
  /** Bedrooms of a unit of its kind. */
  readonly usualBedrooms: number;
  /** Living area, square feet. */
  readonly sqft: number;
  readonly yearBuilt: number;
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
 * Returns the building at a subject. The county's count of apartments wins over a listing's: rent from a
 * unit that is not legal is not income. A caller who plans with another count is followed, with a warning.
 *
 * @param planned apartments the caller plans with
 */
export function buildingOf(
  snapshot: SnapshotData,
  { subject, facts }: Pick<Valuation, "subject" | "facts">,
  listed: ListedUnits | null,
  planned: number | undefined,
): Building {
  const { parcel, propType, tract, township } = subject;
  const { parcels } = snapshot.tables;
  const fact = (name: "units" | "bedrooms" | "bldg_sqft" | "year_built") =>
    facts
      ? facts.facts[name][facts.row]
      : parcel < 0
      ? NaN
      : parcels[name][parcel];
  const recorded = SINGLE_UNIT.includes(propType) ? 1 : fact("units");
  const isRecorded = recorded >= 1;
  const other = planned === undefined ? listed?.units : recorded;
  const units = planned ?? (isRecorded ? recorded : listed?.units ?? NaN);
  return {
    propType,
    units,
    unitsSource: planned !== undefined
      ? "given"
      : isRecorded
      ? "county_record"
      : listed?.source ?? "given",
    otherUnits: isRecorded && other !== undefined && other !== units
      ? other
      : null,
    bedrooms: fact("bedrooms"),
    usualBedrooms: HOUSES.includes(propType)
      ? RENT.usual_bedrooms.house
      : RENT.usual_bedrooms.apartment,
    sqft: fact("bldg_sqft"),
    yearBuilt: fact("year_built"),
    zip: parcel < 0 ? "" : codeAt(parcels.zip, parcel),
    tract,
    inChicago: triadOf(snapshot, township) === "City",
  };
}

/** Returns a year's insurance, dollars: by living area and age, at least a policy's minimum. */
export function usualInsurance({ sqft, units, yearBuilt }: Building): number {
  const { house, flat, old_before, old_factor } =
    ASSUMPTION_DEFAULTS.insurance_annual;
  const { per_sqft, least } = units > 1 ? flat : house;
  const premium = sqft > 0 ? Math.max(least, sqft * per_sqft) : least;
  return roundTo(premium * (yearBuilt < old_before ? old_factor : 1), 0);
}

/** Returns the utilities a month that a rental's owner pays, dollars: none in a house, water and common areas in a flat. */
export function usualUtilities({ units }: Building): number {
  const { house, flat } = ASSUMPTION_DEFAULTS.utilities_monthly;
  return units > 1 ? units * flat : house;
}

/**
 * Returns the share of a full renovation's premium that a budget buys, 0-1, by its scope: paint and floors
 * buy little, kitchens and baths most. 0 when the area is unknown.
 */
export function renovationShare({ sqft }: Building, rehab: number): number {
  if (!(sqft > 0)) return 0;
  const perSqft = rehab / sqft;
  const { renovation_scope } = UNDERWRITING;
  let [from, share] = [0, 0];
  for (const { per_sqft, premium } of renovation_scope) {
    if (perSqft <= per_sqft) {
      return share + (premium - share) * (perSqft - from) / (per_sqft - from);
    }
    [from, share] = [per_sqft, premium];
  }
  return share;
}
