import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { type Deal, longTermTerms, withLongTermRate } from "./deal.ts";
import { returnsOf } from "./returns.ts";

/** First-year returns over one input (a row each) and the rent (a column each). */
export interface SensitivityGrid {
  /** Prices in dollars, or rates as fractions. */
  readonly rows: readonly number[];
  /** Dollars a month. */
  readonly rents: readonly number[];
  readonly dscr: readonly (readonly (number | null)[])[];
  readonly cashOnCash: readonly (readonly (number | null)[])[];
}

/** Price against rent and rate against rent; null when the rental cannot be computed. */
export function sensitivityOf(
  deal: Deal,
): { priceRent: SensitivityGrid; rateRent: SensitivityGrid } | null {
  const { rent } = deal;
  if (rent === null || deal.tax === null) return null;
  const steps = UNDERWRITING.sensitivity;
  const rents = steps.rent.map((step) => rent * (1 + step));
  const prices = steps.price.map((step) => deal.price * (1 + step));
  const { rate } = longTermTerms(deal);
  const rates = steps.rate.map((step) => Math.max(0, rate + step));
  return {
    priceRent: grid(prices, rents, (price, rent) => ({ ...deal, price, rent })),
    rateRent: grid(
      rates,
      rents,
      (rate, rent) => ({ ...withLongTermRate(deal, rate), rent }),
    ),
  };
}

function grid(
  rows: readonly number[],
  rents: readonly number[],
  at: (row: number, rent: number) => Deal,
): SensitivityGrid {
  const cells = rows.map((row) =>
    rents.map((rent) => returnsOf(at(row, rent)))
  );
  return {
    rows,
    rents,
    dscr: cells.map((row) => row.map((cell) => cell?.dscr ?? null)),
    cashOnCash: cells.map((row) => row.map((cell) => cell?.cashOnCash ?? null)),
  };
}
