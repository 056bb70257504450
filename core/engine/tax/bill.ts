import { roundTo } from "../rounding.ts";

/** What a property tax bill is computed from. */
export interface TaxBasis {
  /** Dollars of assessed value. */
  readonly assessedValue: number;
  /** State equalizer. */
  readonly equalizer: number;
  /** Rate on equalized assessed value, a fraction: 0.07 is 7%. */
  readonly rate: number;
  /** Dollars of equalized value that are exempt. */
  readonly exemption: number;
}

/** Equalized assessed value, whole dollars. */
export function equalizedValue(
  { assessedValue, equalizer }: Pick<TaxBasis, "assessedValue" | "equalizer">,
): number {
  return roundTo(assessedValue * equalizer, 0);
}

/** A year's property tax in dollars, to the cent: (EAV - exemptions) x rate. */
export function taxBill(basis: TaxBasis): number {
  const taxable = Math.max(0, equalizedValue(basis) - basis.exemption);
  return roundTo(taxable * basis.rate, 2);
}
