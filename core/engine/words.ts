/** What valuations say in sentences. Distances in miles, as people say them. */

import { whole } from "./figures.ts";

const METERS_A_MILE = 1609.344;
const METERS_A_FOOT = 0.3048;

/** `0.5 miles`, `1.03 miles` */
export function miles(meters: number): string {
  const figure = String(Math.round(100 * meters / METERS_A_MILE) / 100);
  return `${figure} ${figure === "1" ? "mile" : "miles"}`;
}

/** `330 feet`, to the ten: for what lies near. */
export function feet(meters: number): string {
  return `${Math.round(meters / METERS_A_FOOT / 10) * 10} feet`;
}

/** `1 comp`, `1,302 comps` */
export function count(n: number, one: string): string {
  return `${whole(n)} ${one}${n === 1 ? "" : "s"}`;
}

/** `45%` */
export function percent(share: number, decimals = 0): string {
  return `${(100 * share).toFixed(decimals)}%`;
}

const TYPES: Readonly<Record<string, string>> = {
  sfh: "single-family houses",
  mf2_4: "two- to four-flats",
  townhome: "townhomes",
  condo: "condominiums",
  mixed_use: "buildings of mixed use",
  apartment: "larger apartment buildings",
  coop: "cooperatives",
  other: "properties of other types",
};

/** `single-family houses`, as in "sales of ..." */
export function typeWords(propType: string): string {
  return TYPES[propType] ?? "properties of no known type";
}

const NOUNS: Readonly<Record<string, string>> = {
  sfh: "single-family house",
  mf2_4: "two- to four-flat",
  townhome: "townhome",
  condo: "condominium",
  mixed_use: "building of mixed use",
  apartment: "apartment building",
  coop: "cooperative",
};

/** Returns what one calls a property of a type: `two- to four-flat`. */
export function typeNoun(propType: string): string {
  return NOUNS[propType] ?? "property";
}

/** Returns an address, which records have in capitals, as people write it: `230 W 66TH ST` is `230 W 66th St`. */
export function titledAddress(address: string): string {
  return address
    .replace(/\d(ST|ND|RD|TH)\b/g, (ending) => ending.toLowerCase())
    .replace(
      /(?<!\d)[A-Z][A-Z']+/g,
      (word) => word[0] + word.slice(1).toLowerCase(),
    );
}
