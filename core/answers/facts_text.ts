import type { Subject } from "../../contracts/subject.ts";
import { whole } from "../engine/figures.ts";

const area = (value: number) => `${whole(value)} sqft`;

/** The facts people ask for first, in the order an appraiser lists them. */
const FACT_TEXT: Readonly<Record<string, (value: number) => string>> = {
  bldg_sqft: area,
  bedrooms: (value) => `${value} bed`,
  full_baths: (value) => `${value} bath`,
  half_baths: (value) => value ? `${value} half bath` : "",
  units: (value) => value > 1 ? `${value} units` : "",
  year_built: (value) => `built ${value}`,
  land_sqft: (value) => `lot ${area(value)}`,
  garage_cars: (value) => value ? `${value}-car garage` : "",
};

/** Returns the main facts of a property in words: `1,450 sqft`, `3 bed`, `built 1924`. */
export function factTexts(facts: Subject["facts"]): string[] {
  return Object.entries(FACT_TEXT).map(([name, text]) => {
    const value = facts[name];
    return typeof value === "number" ? text(value) : "";
  }).filter((text) => text !== "");
}
