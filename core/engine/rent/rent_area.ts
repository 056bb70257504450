import { RENT } from "../../../contracts/constants/rent.ts";

/** Returns the usual living area of a unit, square feet. */
export function usualSqft(bedrooms: number): number {
  return extended(RENT.usual_sqft, bedrooms);
}

/** Returns the rent multiplier of living area against what it is compared with; 1 when that is unknown. */
export function areaFactor(ratio: number): number {
  if (!(ratio > 0)) return 1;
  const { area_elasticity, area_bound } = RENT;
  return Math.min(
    1 + area_bound,
    Math.max(1 - area_bound, ratio ** area_elasticity),
  );
}

/** Returns a step of a ladder by bedrooms; beyond its end it goes on as in its last step. */
export function extended(ladder: readonly number[], bedrooms: number): number {
  const last = ladder.length - 1;
  const beyond = Math.max(0, bedrooms - last);
  return ladder[Math.min(bedrooms, last)] +
    beyond * (ladder[last] - ladder[last - 1]);
}
