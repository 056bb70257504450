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
  /** Year in whose dollars the census publishes the tracts' median rents. */
  census_year: 2022,
} as const;
