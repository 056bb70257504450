import type { z } from "zod";
import { type Unit, UNITS } from "../../contracts/units.ts";

/** The bounds of a number field. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Text read as a number, or what it most likely means where it is no such number. */
export type FigureText =
  | { readonly value: number }
  | { readonly likely: string | null };

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Thousands in groups of three: `350,000`. */
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 };

/**
 * Returns the number in a text as people write it: `$350,000`, `350k`, `1.2m` and `350000` are dollars, `7.25%`
 * and `0.0725` a rate. What could be read in two ways is not read: `7.5` for a rate names `7.5%`.
 */
export function readFigure(
  text: string,
  unit: Unit | undefined,
  bounds: Bounds = {},
): FigureText {
  const plain = text.trim();
  switch (unit) {
    case "dollars":
    case "dollars_per_month":
    case "dollars_per_year":
      return readDollars(plain, bounds);
    case "fraction":
    case "fraction_per_year":
      return readFraction(plain, bounds);
    default:
      return number(plain);
  }
}

/** Returns what a number out of bounds most likely means, in words; null when there is no telling. */
export function likelyMeaning(
  value: number,
  unit: Unit | undefined,
  bounds: Bounds,
): string | null {
  const { minimum = -Infinity, maximum = Infinity } = bounds;
  const fits = (other: number) => other >= minimum && other <= maximum;
  if (unit === "fraction" || unit === "fraction_per_year") {
    const share = Number((value / 100).toPrecision(12));
    return value > maximum && fits(share)
      ? `for ${value}% give ${share}`
      : null;
  }
  if (unit?.startsWith("dollars") && value > 0 && value < minimum) {
    const thousands = value * 1_000;
    return fits(thousands) ? `for ${value} thousand give ${thousands}` : null;
  }
  return null;
}

/** Returns the unit of a field at a path of an input; undefined where it has none. */
export function unitAt(
  schema: z.ZodType,
  path: readonly PropertyKey[],
): Unit | undefined {
  let here: z.ZodType | undefined = schema;
  for (const key of path) {
    here = shapeOf(here)?.[String(key)];
    if (!here) return undefined;
  }
  return UNITS.get(here)?.unit;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { def } = schema as unknown as {
    def: { shape?: Record<string, z.ZodType>; innerType?: z.ZodType };
  };
  return def.shape ?? (def.innerType && shapeOf(def.innerType));
}

function number(text: string): FigureText {
  return PLAIN.test(text) ? { value: Number(text) } : { likely: null };
}

function readDollars(text: string, bounds: Bounds): FigureText {
  const bare = text.replace(/^([+-]?)\$\s*/, "$1");
  const scaled = /^(.+?)\s*([km])$/i.exec(bare);
  const digits = scaled ? scaled[1] : bare;
  if (!PLAIN.test(digits) && !GROUPED.test(digits)) {
    const loose = digits.replaceAll(/[,\s]/g, "");
    return {
      likely: digits !== loose && PLAIN.test(loose)
        ? `${loose}, if that is meant`
        : null,
    };
  }
  const amount = Number(digits.replaceAll(",", ""));
  const value = scaled
    ? Number((amount * SCALES[scaled[2].toLowerCase()]).toPrecision(15))
    : amount;
  const meant = likelyMeaning(value, "dollars", bounds);
  return meant ? { likely: meant } : { value };
}

function readFraction(text: string, bounds: Bounds): FigureText {
  if (text.endsWith("%")) {
    const share = text.slice(0, -1).trim();
    return PLAIN.test(share)
      ? { value: Number((Number(share) / 100).toPrecision(12)) }
      : { likely: null };
  }
  if (!PLAIN.test(text)) return { likely: null };
  const value = Number(text);
  const meant = likelyMeaning(value, "fraction", bounds);
  return meant ? { likely: meant } : { value };
}
