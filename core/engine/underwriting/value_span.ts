import type { CustomAssumptions } from "../../../contracts/assumptions.ts";
import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { roundTo } from "../rounding.ts";
import type { Valuation } from "../valuation/valuation.ts";
import type { Building } from "./building.ts";
import { certain, type Resolved } from "./resolved.ts";

/**
 * Returns the after-repair value a deal is computed with; null when there is none. The valuation says what
 * the property would bring as recorded; a rehab adds the premium that its scope buys, in a building old
 * enough to gain by it.
 *
 * @param renovated share of a full renovation that the rehab buys, 0-1
 */
export function valueSpan(
  { arv, fallback }: Valuation,
  custom: CustomAssumptions,
  building: Pick<Building, "yearBuilt">,
  renovated: number,
): Resolved | null {
  if (custom.arv !== undefined) {
    return certain(roundTo(custom.arv, 2), "given", "arv");
  }
  const premium = 1 + renovationPremium(building, renovated);
  const lifted = (value: number) => roundTo(value * premium, 0);
  if (arv === null) {
    return fallback && {
      // Inside the range for what needs one number; never shown.
      value: lifted(Math.sqrt(fallback.low * fallback.high)),
      low: lifted(fallback.low),
      high: lifted(fallback.high),
      source: "model",
      note: `no value: a range of the ${
        fallback.method === "price_model"
          ? "price model"
          : "area's prices per square foot"
      } stands in`,
      asOf: null,
    };
  }
  return {
    value: lifted(arv.base),
    low: lifted(arv.conservative),
    high: lifted(arv.aggressive),
    source: "model",
    note: premium === 1
      ? "the valuation of the property as recorded"
      : `the valuation, ${
        roundTo((premium - 1) * 100, 1)
      }% higher for what the rehab buys`,
    asOf: null,
  };
}

/** Returns what a renovation adds to the value of a building as recorded, as a share of it. */
export function renovationPremium(
  { yearBuilt }: Pick<Building, "yearBuilt">,
  renovated: number,
): number {
  const { value, new_since } = UNDERWRITING.renovation_premium;
  return yearBuilt >= new_since ? 0 : value * renovated;
}
