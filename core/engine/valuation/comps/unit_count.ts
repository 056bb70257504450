import { PROPERTY_TYPES } from "../../../../contracts/constants/property.ts";
import type { Warning } from "../../../../contracts/envelope.ts";
import type { ResolvedSubject } from "../../subject/resolve.ts";
import { codeAt } from "../../tables.ts";
import type { FactsAt } from "./lines.ts";

/** Class of buildings with two to six apartments. */
const APARTMENTS_CLASS = "211";

/** Returns whether the county records a building of class 211 without its number of apartments. */
export function isUnitsUnknown({ facts, row }: FactsAt): boolean {
  return codeAt(facts.class, row) === APARTMENTS_CLASS &&
    !(facts.units[row] > 0);
}

/**
 * Returns the subject as a caller's count of apartments makes it: a building of class 211 whose
 * count the county lacks is a two- to four-flat with two, three or four.
 *
 * @param recorded the county's facts; null without a parcel
 */
export function withUnitCount(
  subject: ResolvedSubject,
  recorded: FactsAt | null,
  apartments: number | undefined,
): ResolvedSubject {
  if (!recorded || apartments === undefined || !isUnitsUnknown(recorded)) {
    return subject;
  }
  const { min, max } = PROPERTY_TYPES.mf2_4_units;
  return apartments >= min && apartments <= max
    ? { ...subject, propType: "mf2_4" }
    : subject;
}

/** Returns what a reader must know where the county lacks the number of apartments; nothing elsewhere. */
export function unitWarnings(
  recorded: FactsAt | null,
  apartments: number | undefined,
): Warning[] {
  if (!recorded || !isUnitsUnknown(recorded)) return [];
  const message = apartments === undefined
    ? "the county has no number of apartments on record for this building"
    : `the county has no number of apartments on record; ${apartments} is the caller's count, and the range is wider for it`;
  return [{ code: "units_unknown", message }];
}
