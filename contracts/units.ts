import { z } from "zod";

/** What a number on the wire counts. People write it in their own way; `core/schema/figures.ts` reads that. */
export type Unit =
  | "dollars"
  | "dollars_per_month"
  | "dollars_per_year"
  | "fraction"
  | "fraction_per_year"
  | "months"
  | "count";

/** The unit of a field, for reading text and for naming the likely meaning of a refused number. */
export const UNITS = z.registry<{ readonly unit: Unit }, z.core.$ZodType>();

/** Returns a number field with bounds and a unit. */
export function figure(
  unit: Unit,
  min: number,
  max: number,
  about: string,
): z.ZodOptional<z.ZodNumber> {
  const whole = unit === "months" || unit === "count";
  const number = (whole ? z.int() : z.number()).min(min).max(max);
  return number.optional().describe(about).register(UNITS, { unit });
}
