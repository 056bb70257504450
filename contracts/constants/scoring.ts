/** Scores of tracts. Weights and rationale: docs/scoring.md. */
export const SCORING = {
  /** Validated sales this recent make a tract's price level; fewer make none. */
  price_months: 24,
  min_sales: 5,
  /** A strategy without its heaviest factor, or without values for this much of its weight, has no score. */
  min_known_weight: 0.5,
  /** A percentile from here on is worth a closer look. */
  screen_percentile: 70,
  weights: {
    flip: {
      price_dispersion: 0.3,
      liquidity: 0.25,
      growth: 0.15,
      price: 0.1,
      rail_distance: 0.1,
      vacancy: 0.05,
      effective_tax_rate: 0.05,
    },
    brrrr: {
      rent_yield: 0.3,
      price_dispersion: 0.2,
      effective_tax_rate: 0.15,
      growth: 0.1,
      safmr_to_price: 0.1,
      vacancy: 0.05,
      liquidity: 0.05,
      reassessment_years: 0.05,
    },
    hold: {
      rent_yield: 0.35,
      effective_tax_rate: 0.2,
      vacancy: 0.15,
      growth: 0.1,
      rail_distance: 0.1,
      reassessment_years: 0.1,
    },
    section8: {
      safmr_to_price: 0.4,
      effective_tax_rate: 0.2,
      rent_yield: 0.1,
      vacancy: 0.1,
      rail_distance: 0.1,
      reassessment_years: 0.1,
    },
  },
  /** What a property's economics may leave of its tract's percentile. */
  economics_factor: { min: 0.35, max: 1 },
} as const;
