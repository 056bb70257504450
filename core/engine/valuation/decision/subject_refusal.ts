import { PLACES } from "../../../../contracts/constants/places.ts";
import type { Refusal } from "../../../../contracts/valuation.ts";
import { MODELLED_TYPES } from "../../tables.ts";
import type { ResolvedSubject } from "../../subject/resolve.ts";
import { isUnitsUnknown } from "../comps/unit_count.ts";
import type { FactsAt } from "../comps/lines.ts";
import { feet, typeWords } from "../../words.ts";

/** Why a subject can have no value at all, or null. */
export function subjectRefusal(
  subject: ResolvedSubject,
  at: FactsAt | null,
): Refusal | null {
  if (subject.county === "lake") {
    return {
      code: "lake_county",
      reason: "Lake County is context only: its sales are not loaded",
      fix: "a property in Cook County",
    };
  }
  if (!at) {
    return subject.parcel < 0 && subject.tract === ""
      ? {
        code: "no_property",
        reason: "this point lies outside the counties of the data",
        fix: "a point in a county that `coverage` lists",
      }
      : {
        code: "no_property",
        reason: `no parcel lies within ${
          feet(PLACES.point_match_m)
        } of this point`,
        fix: "name the property by its property_id or address",
      };
  }
  if (isUnitsUnknown(at) && subject.propType !== "mf2_4") {
    return {
      code: "missing_facts",
      reason:
        "the county has no number of apartments on record for this class 211 building",
      fix: "give what_if.apartments as 2, 3 or 4 if that is right",
    };
  }
  if (!MODELLED_TYPES.some((type) => type === subject.propType)) {
    return {
      code: "not_modelled",
      reason: `${typeWords(subject.propType)} are not modeled`,
      fix:
        "nothing about this property: only single-family houses (classes 202-209, 234, 278) and buildings of two to four flats (211) are valued",
    };
  }
  if (at.facts.cards[at.row] > 1) {
    return {
      code: "not_modelled",
      reason: "there are several buildings on this parcel",
      fix:
        "nothing about this property: only parcels with one building are valued",
    };
  }
  return at.facts.bldg_sqft[at.row] > 0 ? null : {
    code: "missing_facts",
    reason: "the county has no living area on record",
    fix: "what_if.bldg_sqft with the living area, where you know it",
  };
}
