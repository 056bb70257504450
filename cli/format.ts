/** How the command line writes figures. One place, so that one kind of figure reads the same everywhere. */

import { yieldWords } from "../core/engine/figures.ts";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const cents = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  signDisplay: "negative",
});
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Shown where a figure is unknown or withheld. */
export const UNKNOWN = "-";

type Maybe = number | null | undefined;

function known(value: Maybe): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Decimals; what rounds to nothing has no sign. */
function fixed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/^-(?=[0.]+$)/, "");
}

/** US dollars without cents: `$312,500`. Adding 0 turns -0 into 0. */
export function money(value: Maybe): string {
  return known(value) ? dollars.format(Math.round(value) + 0) : UNKNOWN;
}

/** US dollars with cents: `$1,398.43`. */
export function moneyCents(value: Maybe): string {
  return known(value) ? cents.format(value) : UNKNOWN;
}

/** A dollar difference with its sign: `+$4,200`, `-$900`, `$0`. */
export function signedMoney(value: Maybe): string {
  if (!known(value)) return UNKNOWN;
  const text = money(value);
  return Math.round(value) > 0 ? `+${text}` : text;
}

/** A fraction as percent: `percent(0.075, 2)` is `7.50%`. */
export function percent(fraction: Maybe, digits = 1): string {
  return known(fraction) ? `${fixed(fraction * 100, digits)}%` : UNKNOWN;
}

/** A return on cash: `12.4%`; on hardly any cash it says little, so beyond doubling only that. */
export function yieldText(fraction: Maybe): string {
  return known(fraction) ? yieldWords(fraction) : UNKNOWN;
}

/** A whole number with thousands separators: `12,840`. */
export function count(value: Maybe): string {
  return known(value) ? whole.format(value) : UNKNOWN;
}

/** A ratio such as DSCR: `1.24`. */
export function ratio(value: Maybe): string {
  return known(value) ? fixed(value, 2) : UNKNOWN;
}

/** Square feet: `1,450 sqft`. */
export function area(value: Maybe): string {
  return known(value) ? `${count(value)} sqft` : UNKNOWN;
}

/** Meters as miles, as people say distances here: `0.42 mi`. */
export function miles(meters: Maybe): string {
  return known(meters) ? `${(meters / 1609.344).toFixed(2)} mi` : UNKNOWN;
}

/** Milliseconds for people: `840 ms`, `3.2 s`, `2 min 5 s`, `5 h 12 min`, `3 days 4 h`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** `1 sale`, `12,840 sales`. */
export function plural(
  n: number,
  singular: string,
  many = `${singular}s`,
): string {
  return `${count(n)} ${n === 1 ? singular : many}`;
}
