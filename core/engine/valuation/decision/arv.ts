/** After-repair value in whole dollars: the middle and the ends of the interval. */
export interface Arv {
  /** Lower end of the interval. */
  readonly conservative: number;
  /** The value. */
  readonly base: number;
  /** Upper end of the interval. */
  readonly aggressive: number;
  /** What the figures rest on: adjusted comps, or the price model alone. */
  readonly basis: "comps" | "price_model";
  /** Nominal coverage of conservative..aggressive, a fraction. */
  readonly interval: number;
  /** What the width of the interval was learned from. */
  readonly intervalSource:
    | "conformal"
    | "comp_dispersion"
    | "price_model_dispersion";
}

/** What the subject's surroundings sold for: context, not a valuation of the subject. */
export interface AreaContext {
  /** What kind of area this is. */
  readonly level: "tract" | "neighborhood";
  /** Tract GEOID, or the assessor's neighborhood code. */
  readonly id: string;
  /** Sales behind the medians. */
  readonly sales: number;
  /** Whole dollars. */
  readonly medianPrice: number;
  /** Dollars per square foot of living area, to the cent. */
  readonly medianPricePerSqft: number;
  /** Quartiles of prices, whole dollars: per square foot times the subject's living area where that is known. */
  readonly range: { readonly low: number; readonly high: number };
}
