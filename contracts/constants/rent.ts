/** Rents: bounds, steps and planning figures, explained in docs/underwriting.md. A bedroom beyond the fourth adds 15% of the four-bedroom rent (24 CFR 888.113). */
export const RENT = {
  safmr_floor: 0.7,
  safmr_ceiling: 1.6,
  renovated_multiplier: 1.5,
  extra_bedroom: 0.15,
  max_bedrooms: 6,
  /** Living area of a unit, square feet, by bedrooms 0 to 4; each further bedroom adds the last step. Source: planning figures for Cook County's flats and houses. */
  usual_sqft: [500, 700, 950, 1_250, 1_600],
  /** How much rent moves with a unit's area against that, and the most it moves. */
  area_elasticity: 0.3,
  area_bound: 0.2,
  /** Dollars a month of utilities that a voucher's tenant pays, by bedrooms 0 to 4: taken off the payment standard. Source: planning figures near the schedules of Cook County's housing authorities (gas heat, cooking, light). */
  utility_allowance: [90, 115, 145, 175, 210],
  /** Share of HUD's rent that an authority's payment standard may be without approval. Source: 24 CFR 982.503. */
  payment_standard_low: 0.9,
  payment_standard_high: 1.1,
  /** Bedrooms of a unit where the county records none. */
  usual_bedrooms: { house: 3, apartment: 2 },
  /** Rent comps: imported leases and asking rents. */
  comps: {
    /** Searches in order, each wider: meters and months. The first with `enough` comps counts, else the last with at least `least`. */
    searches: [
      { radius_m: 800, months: 12 },
      { radius_m: 1_600, months: 12 },
      { radius_m: 1_600, months: 24 },
      { radius_m: 3_200, months: 24 },
    ],
    enough: 5,
    least: 3,
    most: 12,
    /** Weight falls to 1/e at this distance and age; an asking rent and a unit with one bedroom more or less count for a part. */
    reach_m: 1_000,
    reach_months: 18,
    asking: 0.7,
    next_bedroom: 0.5,
    /** Farther from the median than this factor is no comp. */
    outlier: 1.6,
    /** Spread of rents of like units, as a standard deviation of logarithms: never taken for less, refused when more. */
    least_sd: 0.05,
    most_sd: 0.25,
  },
  /** Year in whose dollars the census publishes the tracts' median rents. */
  census_year: 2022,
} as const;
