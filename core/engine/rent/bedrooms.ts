import { RENT } from "../../../contracts/constants/rent.ts";

/** Bedrooms by unit, largest unit first, and whether the county's count stands behind them. */
export interface BedroomSplit {
  readonly byUnit: readonly number[];
  readonly recorded: boolean;
}

/**
 * Shares a building's bedrooms among its units as evenly as they go: five in a two-flat are 3 and 2.
 * A unit has at least one. Without a recorded count every unit gets the usual one.
 *
 * @param bedrooms the building's bedrooms, NaN or 0 when unknown
 * @param usual bedrooms of a unit of its kind
 */
export function splitBedrooms(
  bedrooms: number,
  units: number,
  usual: number,
): BedroomSplit {
  const { max_bedrooms } = RENT;
  const recorded = bedrooms > 0;
  const total = recorded ? Math.round(bedrooms) : units * usual;
  const each = Math.floor(total / units);
  const extra = total % units;
  const byUnit = Array.from(
    { length: units },
    (_, unit) =>
      Math.min(max_bedrooms, Math.max(1, each + (unit < extra ? 1 : 0))),
  );
  return { byUnit, recorded };
}
