/** Which recorded sales are valid; docs/data-sources.md has the reasons. */
export const SALE_VALIDATION = {
  price_floor: 10_000,
  same_sale_days: 365,
  arms_length_deeds: ["warranty", "trustee", "other"],
  outlier: { window_months: 12, min_group: 30, max_robust_z: 5 },
} as const;
