/** Figures in sentences. */

import { roundTo } from "./rounding.ts";

// Made once: `toLocaleString` takes twenty times as long.
const GROUPED = new Intl.NumberFormat("en-US");
const CENTS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A whole number: `1,302`. */
export function whole(n: number): string {
  return GROUPED.format(roundTo(n, 0));
}

/** Dollars in a note: `$1,250`, `-$300`. */
export function dollars(amount: number): string {
  return `${roundTo(amount, 0) < 0 ? "-" : ""}$${whole(Math.abs(amount))}`;
}

/** Dollars and cents in a sentence: `$1,153.70`. */
export function cents(amount: number): string {
  return `${roundTo(amount, 2) < 0 ? "-" : ""}$${
    CENTS.format(roundTo(Math.abs(amount), 2))
  }`;
}

/** A return on cash, of the four decimals it has in an answer: `12.4%`; on hardly any cash it says little, so beyond doubling only that. */
export function yieldWords(fraction: number): string {
  const shown = roundTo(fraction, 4);
  return shown > 1 ? "over 100%" : percent(shown, 1);
}

/** A fraction in a note, at most three decimals: `7.25%`. */
export function percent(fraction: number, decimals = 3): string {
  return `${roundTo(fraction * 100, decimals)}%`;
}
