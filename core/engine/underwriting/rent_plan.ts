import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type { RentAnswer, Source } from "../../../contracts/underwriting.ts";
import { roundTo } from "../rounding.ts";
import type { RentEstimate } from "../rent/market_rent.ts";

/** The rent a strategy is underwritten on. */
export interface RentPlan {
  /** Whole dollars a month, the building; without the owner's unit where they live in one. */
  readonly monthly: number;
  readonly basis: RentAnswer["basis"];
  readonly source: Source;
  readonly note: string;
  /**
   * The rent at another value of the property, whole dollars a month. Modelled rents move half as
   * much as values, within the ladder's bounds; given rents and payment standards stay.
   *
   * @param ratio the other value over the base
   */
  atValueRatio(ratio: number): number;
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

/** The rent to plan with; null when it is neither given nor estimated. */
export function planRent(
  estimate: RentEstimate | null,
  { strategy, override, renovationShare, ownerOccupied }: RentChoice,
): RentPlan | null {
  if (override !== undefined) {
    const monthly = roundTo(override, 2);
    return {
      monthly,
      basis: "given",
      source: "given",
      note: "rent_override",
      atValueRatio: () => monthly,
    };
  }
  if (estimate === null) return null;
  const units = estimate.units.length;
  const rented = ownerOccupied ? (units - 1) / units : 1;
  const lessOwner = ownerOccupied
    ? `; the owner lives in one of ${units} units`
    : "";
  if (strategy === "section8") {
    const monthly = roundTo(estimate.paymentStandard * rented, 0);
    return {
      monthly,
      basis: "payment_standard",
      source: "constant",
      note:
        `HUD payment standard by bedrooms, ZIP ${estimate.ladder.zip}, FY${estimate.ladder.fiscalYear}${lessOwner}`,
      atValueRatio: () => monthly,
    };
  }
  const full = estimate.market +
    renovationShare * (estimate.renovated - estimate.market);
  const monthly = roundTo(full * rented, 0);
  const share = roundTo(renovationShare * 100, 0);
  return {
    monthly,
    basis: renovationShare > 0 ? "renovated" : "market",
    source: "model",
    note:
      (renovationShare > 0
        ? `market rent with ${share}% of a full renovation's premium`
        : "market rent as it stands") + lessOwner,
    atValueRatio: (ratio) => {
      const { rent_value_elasticity } = CONSTANTS.underwriting;
      const { safmr_floor, safmr_ceiling } = CONSTANTS.rent;
      const standard = estimate.paymentStandard;
      const moved = full * ratio ** rent_value_elasticity;
      const bounded = Math.min(
        Math.max(moved, safmr_floor * standard),
        safmr_ceiling * standard,
      );
      return ratio === 1 ? monthly : roundTo(bounded * rented, 0);
    },
  };
}
