/**
 * Rents. A bedroom beyond the fourth adds 15% of the
 * four-bedroom rent (24 CFR 888.113).
 */
export const RENT = {
  safmr_floor: 0.7,
  safmr_ceiling: 1.6,
  renovated_multiplier: 1.5,
  extra_bedroom: 0.15,
  max_bedrooms: 6,
  /** Bedrooms of a unit where the county records none. */
  usual_bedrooms: { house: 3, apartment: 2 },
  /** Year in whose dollars the census publishes the tracts' median rents. */
  census_year: 2022,
} as const;
