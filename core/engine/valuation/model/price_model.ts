/**
 * A price model: what attributes and position are worth, on the scale of the natural log of
 * the time-adjusted price.
 */
export interface PriceModel {
  /** Feature names, in the order of a feature row. */
  readonly features: readonly string[];
  /** Log price of a feature row; unknown features are NaN. */
  predict(row: Float64Array): number;
  /**
   * Fills `out` (one value a feature) with what each feature adds when `row` takes the place of
   * `other`.
   *
   * @returns `predict(row) - predict(other)`, to which `out` sums (to rounding)
   */
  difference(row: Float64Array, other: Float64Array, out: Float64Array): number;
}
