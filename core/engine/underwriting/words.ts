import { roundTo } from "../rounding.ts";

/** Dollars in a note: `$1,250`. */
export function dollars(amount: number): string {
  return `$${roundTo(amount, 0).toLocaleString("en-US")}`;
}

/** Dollars and cents in a sentence: `$1,153.70`. */
export function cents(amount: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `$${roundTo(amount, 2).toLocaleString("en-US", digits)}`;
}

/** A fraction in a note, at most three decimals: `7.25%`. */
export function percent(fraction: number, decimals = 3): string {
  return `${roundTo(fraction * 100, decimals)}%`;
}
