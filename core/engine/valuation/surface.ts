/**
 * A price surface: what attributes and position are worth, on the scale of the natural log of
 * the time-adjusted price.
 */
export interface Surface {
  /** Feature names, in the order of a feature row. */
  readonly features: readonly string[];
  /** Log price of a feature row; unknown features are NaN. */
  predict(row: Float64Array): number;
  /**
   * Fills `out` (one value a feature) with contributions that sum, with the returned base
   * value, exactly (to rounding) to `predict(row)`.
   */
  contributions(row: Float64Array, out: Float64Array): number;
}
