import { ASSUMPTION_DEFAULTS } from "../../../contracts/assumptions.ts";
import { RENT } from "../../../contracts/constants/rent.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type { RentAnswer } from "../../../contracts/underwriting.ts";
import { roundTo } from "../rounding.ts";
import type { RentEstimate } from "../rent/market_rent.ts";
import type { Resolved } from "./resolved.ts";

/** The rent a strategy is underwritten on, dollars a month for the building. */
export interface RentPlan extends Resolved {
  readonly basis: RentAnswer["basis"];
}

/** What decides which rent is planned. */
export interface RentChoice {
  readonly strategy: Strategy;
  /** The caller's own rent. */
  readonly override: number | undefined;
  /** Share of a full renovation that the budget buys, 0-1. */
  readonly renovationShare: number;
  readonly ownerOccupied: boolean;
}

/** Returns the rent to plan with; null when it is neither given nor estimated. */
export function planRent(
  estimate: RentEstimate | null,
  { strategy, override, renovationShare, ownerOccupied }: RentChoice,
): RentPlan | null {
  if (override !== undefined) {
    const rent = roundTo(override, 2);
    return {
      value: rent,
      low: rent,
      high: rent,
      basis: "given",
      source: "given",
      note: "the rent that is given",
      asOf: null,
    };
  }
  if (estimate === null) return null;
  const units = estimate.units.length;
  const rented = ownerOccupied ? (units - 1) / units : 1;
  const lessOwner = ownerOccupied
    ? `; the owner lives in one of ${units} units`
    : "";
  const { as_of } = ASSUMPTION_DEFAULTS.rent;
  if (strategy === "section8") {
    const full = estimate.contractRent * rented;
    return {
      value: roundTo(full, 0),
      low: roundTo(full * RENT.payment_standard_low, 0),
      high: roundTo(full * RENT.payment_standard_high, 0),
      basis: "payment_standard",
      source: "constant",
      note:
        `HUD rent by bedrooms, ZIP ${estimate.ladder.zip}, FY${estimate.ladder.fiscalYear}, less the tenants' utility allowance${lessOwner}; authorities pay 90% to 110%`,
      asOf: as_of,
    };
  }
  const full = rented * (estimate.market +
    renovationShare * (estimate.renovated - estimate.market));
  const share = roundTo(renovationShare * 100, 0);
  const scale = full / estimate.market;
  const comps = estimate.comps.filter(({ range }) => range !== null);
  return {
    value: roundTo(full, 0),
    low: roundTo(estimate.range.low * scale, 0),
    high: roundTo(estimate.range.high * scale, 0),
    basis: renovationShare > 0 ? "renovated" : "market",
    source: "model",
    note:
      (renovationShare > 0
        ? `market rent with ${share}% of a full renovation's premium`
        : "market rent as is") +
      (comps.length > 0
        ? `, from ${
          comps.reduce((sum, { accepted }) => sum + accepted.length, 0)
        } imported rents nearby`
        : "") +
      lessOwner,
    asOf: comps.length > 0 ? null : as_of,
  };
}
