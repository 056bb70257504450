import { RENT } from "../../../contracts/constants/rent.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type { RentAnswer } from "../../../contracts/underwriting.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { DealInputs } from "../../engine/underwriting/resolve_inputs.ts";

/** Returns the rents as shown; null where the model has none. */
export function rentFields(
  inputs: DealInputs,
  strategy: Strategy,
): RentAnswer | null {
  const { rentEstimate: rent, renovationShare } = inputs;
  const plan = inputs.rents[strategy];
  if ("reason" in rent || plan === null) return null;
  const { safmr_floor, safmr_ceiling } = RENT;
  return {
    basis: plan.basis,
    units: rent.units.map(({ paymentStandard, utilityAllowance, ...unit }) => ({
      ...unit,
      payment_standard: paymentStandard,
      utility_allowance: utilityAllowance,
    })),
    market: rent.market,
    renovated: rent.renovated,
    payment_standard: rent.paymentStandard,
    contract_rent: rent.contractRent,
    area_factor: roundTo(rent.areaFactor, 3),
    renovation_share: roundTo(renovationShare, 3),
    fiscal_year: rent.ladder.fiscalYear,
    tract_median: rent.tractMedian,
    tract_level: roundTo(rent.level, 3),
    bounded: rent.bounded,
    note: [
      rent.tractMedian === null
        ? `the census publishes no rent for the tract: HUD's rents for ZIP ${rent.ladder.zip} stand in`
        : `HUD's rents for ZIP ${rent.ladder.zip} by bedrooms times the tract's level, kept within ${safmr_floor}-${safmr_ceiling}`,
      rent.bedroomsRecorded
        ? "bedrooms from the county, shared evenly"
        : "the county records no bedrooms: the usual count stands in",
    ].join("; "),
  };
}
