import { RENT } from "../../../contracts/constants/rent.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type {
  RentAnswer,
  RentCompsAnswer,
} from "../../../contracts/underwriting.ts";
import type { RentComps } from "../../engine/rent/rent_comps.ts";
import { roundTo } from "../../engine/rounding.ts";
import { isoOf, type SnapshotData } from "../../engine/snapshot.ts";
import { codeAt } from "../../engine/tables.ts";
import type { DealInputs } from "../../engine/underwriting/resolve_inputs.ts";

/** Returns the rents as shown; null where the model has none. */
export function rentFields(
  snapshot: SnapshotData,
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
    range: {
      low: roundTo(rent.range.low, 0),
      high: roundTo(rent.range.high, 0),
    },
    comps: rent.comps.map((comps) => compsFields(snapshot, comps)),
    fiscal_year: rent.ladder.fiscalYear,
    tract_median: rent.tractMedian,
    tract_level: roundTo(rent.level, 3),
    bounded: rent.bounded,
    note: [
      rent.tractMedian === null
        ? `the census publishes no rent for the tract: HUD's rents for ZIP ${rent.ladder.zip} are used`
        : `HUD's rents for ZIP ${rent.ladder.zip} by bedrooms times the tract's level, kept within ${safmr_floor}-${safmr_ceiling}`,
      rent.bedroomsRecorded
        ? "bedrooms from the county, shared evenly"
        : "the county records no bedrooms: the usual number is assumed",
    ].join("; "),
  };
}

function compsFields(
  { tables: { rents } }: SnapshotData,
  { bedrooms, range, refusal, radius, months, accepted, rejected }: RentComps,
): RentCompsAnswer {
  return {
    bedrooms,
    range: range && {
      low: roundTo(range.low, 0),
      base: roundTo(range.base, 0),
      high: roundTo(range.high, 0),
    },
    refusal,
    radius_m: radius,
    months,
    accepted: accepted.map(({ row, distance, factors, adjusted, weight }) => ({
      property_id: rents.property_id.at(row) || null,
      address: rents.address.at(row) || null,
      kind: codeAt(rents.kind, row) === "asking" ? "asking" : "lease",
      date: isoOf(rents.date[row]),
      distance_m: roundTo(distance, 0),
      bedrooms: rents.bedrooms[row],
      sqft: Number.isNaN(rents.sqft[row]) ? null : rents.sqft[row],
      rent: roundTo(rents.rent[row], 2),
      adjustments: {
        bedrooms: roundTo(factors.bedrooms, 4),
        area: roundTo(factors.area, 4),
        time: roundTo(factors.time, 4),
      },
      adjusted_rent: roundTo(adjusted, 0),
      weight: roundTo(weight, 4),
    })),
    rejected,
  };
}
