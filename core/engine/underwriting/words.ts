import { roundTo } from "../rounding.ts";

const WHOLE = new Intl.NumberFormat("en-US");
const CENTS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Dollars in a note: `$1,250`. */
export function dollars(amount: number): string {
  return `$${WHOLE.format(roundTo(amount, 0))}`;
}

/** Dollars and cents in a sentence: `$1,153.70`. */
export function cents(amount: number): string {
  return `$${CENTS.format(roundTo(amount, 2))}`;
}

/** A fraction in a note, at most three decimals: `7.25%`. */
export function percent(fraction: number, decimals = 3): string {
  return `${roundTo(fraction * 100, decimals)}%`;
}
