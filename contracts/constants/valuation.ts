/** The search for comps and the gates on its result; docs/valuation.md has the method. */
export const COMPS = {
  similarity_floor: 0.45,
  min_comps: 4,
  displayed: 8,
  displayed_rejected: 12,
  dispersion_iqr_max: 0.45,
  confidence_drives_arv: 55,
  /** Search rings, narrowest first; the ring used is the result's `tier`. */
  tiers: [
    { tier: 1, radius_m: 805, months: 12 },
    { tier: 2, radius_m: 1609, months: 24 },
    { tier: 3, radius_m: 3219, months: 36 },
  ],
} as const;

/** Nominal coverage of conservative..aggressive. */
export const CALIBRATION = { interval: 0.80 } as const;

/** Medians of the subject's tract or neighborhood. */
export const AREA_CONTEXT = { months: 24, min_sales: 5 } as const;

/** What a segment (township x property type) must show on its chronological backtest. See docs/valuation.md, "What may be shown". */
export const GATES = {
  point: {
    min_test_sales: 100,
    max_median_error: 0.10,
    min_within_20: 0.80,
    interval: 0.80,
    min_coverage: 0.76,
    max_coverage: 0.84,
    max_abs_prb: 0.05,
  },
  suppress: { max_median_error: 0.25, min_test_sales: 30 },
  stale_days: 180,
} as const;
