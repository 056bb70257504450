/** How the factors of a tract score are measured. docs/scoring.md explains them. */
export const FACTOR_CONFIG = {
  /** Sales of a year below which published prices, which are not validated, are not used. */
  min_published: 10,
  /** Where more of the published sales are condominiums, the census value says nothing of houses and flats. */
  condo_share: 0.8,
  /** Years behind liquidity and dispersion, and the least and most behind a trend. */
  recent_years: 3,
  trend_years: { min: 3, max: 6 },
  /** Tracts that must have two sources for one to be brought to the level of the other. */
  bridge_tracts: 10,
  /** Facts lose a tenth of their weight a year once older than this, down to the floor. */
  freshness: { full_years: 2, per_year: 0.1, floor: 0.4 },
  /** n facts count n / (n + this). */
  half_reliability_facts: 10,
  /** What a value for a whole township says of one tract. */
  township_reliability: 0.5,
} as const;
