import leven from "leven";
import { z } from "zod";
import { Fault } from "../../contracts/errors.ts";
import { FEATURE_NAMES } from "../engine/valuation/training/features.ts";
import {
  ORDINAL_SCALES,
  type OrdinalScale,
  placeOnScale,
} from "../engine/valuation/training/ordinal_scales.ts";
import { dateReader } from "./date_format.ts";
import { PARCEL_TYPES } from "./facts.ts";
import {
  FIELDS,
  MAPPED_SALE,
  type MappedKind,
  RENT_KINDS,
} from "./mapped_kind.ts";
import { readDate, readFlag } from "./values.ts";

const Names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const Value = z.union([z.string(), z.number()]);

const ColumnRule = z.strictObject({
  /** The source column; several are added when the field is a number, else joined with a space. */
  column: Names,
  /** A regular expression: of a cell only what it matches is read, or its groups joined with a space. */
  match: z.string().optional(),
  /** How a date is written; without it the usual ways are tried. */
  format: z.string().optional(),
  /** Replaces a cell by what it means. */
  values: z.record(z.string(), Value).optional(),
  /** What a cell means that `values` does not list. */
  otherwise: Value.optional(),
  /** Multiplies a number, for example 10.7639 from square metres. */
  scale: z.number().refine((scale) => scale !== 0, "it must not be 0")
    .optional(),
  /** Added to a number after `scale`, for example the year of sale to a negative age. */
  add: z.number().optional(),
  /** Cells that say "not known", besides the empty one. */
  unknown: z.array(z.string()).optional(),
});
/** How one field is read. */
export type ColumnRule = Omit<z.infer<typeof ColumnRule>, "column"> & {
  readonly columns: readonly string[];
};

const Shape = z.strictObject({
  /** What the market is called, for people. */
  name: z.string().optional(),
  /** Where the file comes from, for people. */
  source: z.string().optional(),
  /** What separates cells; a comma by default. */
  delimiter: z.string().length(1).default(","),
  constants: z.record(z.string(), Value).default({}),
  columns: z.record(z.string(), z.union([Names, ColumnRule])),
});

/** How a CSV file is read: see docs/data-sources.md. */
export interface Mapping {
  readonly delimiter: string;
  readonly constants: Readonly<Record<string, string | number>>;
  readonly columns: Readonly<Record<string, ColumnRule>>;
}

/**
 * Reads a mapping file's text.
 * @param file its name, for messages
 * @param kind what a row of the file is
 * @throws {Fault} `invalid_params` with the place in the mapping and what is expected there
 */
export function parseMapping(
  text: string,
  file: string,
  kind: MappedKind = MAPPED_SALE,
): Mapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw wrong(file, "", "JSON", "it is not JSON", error);
  }
  const parsed = Shape.safeParse(json);
  if (!parsed.success) {
    const { path, message } = meant(parsed.error.issues[0]);
    throw wrong(file, path.join("."), "see docs/data-sources.md", message);
  }
  const { delimiter, constants, columns } = parsed.data;
  for (const [name, value] of Object.entries(constants)) {
    const at = `constants.${name}`;
    checkTarget(kind, file, at, name);
    checkValue(file, at, name, value);
    if (name in columns) {
      throw wrong(file, at, "a constant or a column", "it is given twice");
    }
  }
  const rules = Object.fromEntries(
    Object.entries(columns).map(([name, given]) => {
      const at = `columns.${name}`;
      checkTarget(kind, file, at, name);
      const { column, ...rest } = typeof given === "string" ||
          Array.isArray(given)
        ? { column: given }
        : given;
      const rule = { ...rest, columns: [column].flat() };
      checkRule(file, at, name, rule);
      return [name, rule];
    }),
  );
  const given = { ...kind.defaults, ...constants };
  for (const name of Object.keys(rules)) delete given[name];
  for (const name of kind.required) {
    if (name in rules || name in given) continue;
    throw wrong(
      file,
      name === "county" ? "constants.county" : `columns.${name}`,
      kind.targets[name].about,
      `${name} is missing`,
    );
  }
  return { delimiter, constants: given, columns: rules };
}

/** Where several shapes are allowed: what is wrong with the one that fits best. */
function meant(
  issue: z.core.$ZodIssue,
): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== "invalid_union") return issue;
  return issue.errors.flat().map(meant)
    .map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
    .reduce((best, each) => each.path.length > best.path.length ? each : best);
}

/** Whether a field holds a number. */
export function isNumeric(target: string): boolean {
  return ["f32", "f64", "i32"].includes(FIELDS[target].type);
}

/** Fields that are yes or no. */
const FLAGS = new Set(["flood_zone", "waterfront", "air"]);

/** Whether a field is yes or no. */
export function isFlag(target: string): boolean {
  return FLAGS.has(target);
}

/** Whether a field holds a number that is counted or measured. */
export function isMeasured(target: string): boolean {
  return isNumeric(target) && !isFlag(target);
}

/** Whether words count only if they are on the field's scale. */
export function isWordScale(target: string): target is OrdinalScale {
  return Object.hasOwn(ORDINAL_SCALES, target) &&
    !FEATURE_NAMES.includes(`${target}_words`);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function checkTarget(
  { record, targets }: MappedKind,
  file: string,
  at: string,
  name: string,
): void {
  if (Object.hasOwn(targets, name)) return;
  const near = Object.keys(targets)
    .map((target) => ({
      target,
      distance: target.split("_").includes(name) || name.startsWith(target)
        ? 0
        : leven(name, target),
    }))
    .filter(({ distance }) => distance <= Math.min(3, name.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .map(({ target }) => target);
  const hint = near.length > 0 ? `; did you mean ${near[0]}?` : "";
  throw new Fault(
    "invalid_params",
    `${file}: ${at} is no field of a ${record}${hint}`,
    {
      field: at,
      expected: `one of ${Object.keys(targets).join(", ")}`,
      candidates: near,
    },
  );
}

function checkRule(file: string, at: string, name: string, rule: ColumnRule) {
  if (rule.format !== undefined) {
    if (FIELDS[name].type !== "date") {
      throw wrong(file, `${at}.format`, "no format", "the field is no date");
    }
    if (!dateReader(rule.format)) {
      throw wrong(
        file,
        `${at}.format`,
        "YYYY or YY, MM, M or MON, and DD or D, for example M/D/YYYY",
        "the format is not understood",
      );
    }
  }
  for (const key of ["scale", "add"] as const) {
    if (rule[key] !== undefined && !isMeasured(name)) {
      throw wrong(file, `${at}.${key}`, `no ${key}`, "the field is no number");
    }
  }
  if (rule.match !== undefined && !isPattern(rule.match)) {
    throw wrong(
      file,
      `${at}.match`,
      String.raw`a regular expression, for example \\d{5} in JSON`,
      "the expression is not understood",
    );
  }
  for (const [cell, value] of Object.entries(rule.values ?? {})) {
    checkValue(file, `${at}.values.${cell}`, name, value);
  }
  if (rule.otherwise !== undefined) {
    checkValue(file, `${at}.otherwise`, name, rule.otherwise);
  }
}

function checkValue(
  file: string,
  at: string,
  name: string,
  value: string | number,
): void {
  if (isMeasured(name) && typeof value !== "number") {
    throw wrong(file, at, "a number", `${name} is a number`);
  }
  if (isFlag(name) && Number.isNaN(readFlag(`${value}`))) {
    throw wrong(file, at, "yes or no", `${name} is yes or no`);
  }
  if (FIELDS[name].type === "date" && readDate(`${value}`) === undefined) {
    throw wrong(file, at, "a day such as 2016-08-15", `${name} is a date`);
  }
  if (
    isWordScale(name) && value !== "" &&
    Number.isNaN(placeOnScale(name, `${value}`))
  ) {
    const words = ORDINAL_SCALES[name].map(([word]) => word).join(", ");
    throw wrong(
      file,
      at,
      `a text with one of ${words}`,
      "no word of its scale",
    );
  }
  if (name === "kind" && !RENT_KINDS.includes(`${value}`)) {
    throw wrong(
      file,
      at,
      `one of ${RENT_KINDS.join(", ")}`,
      "it is no kind of rent",
    );
  }
  if (name === "prop_type" && !PARCEL_TYPES.includes(`${value}`)) {
    const types = `one of ${PARCEL_TYPES.join(", ")}`;
    throw wrong(file, at, types, "it is no property type");
  }
}

function wrong(
  file: string,
  at: string,
  expected: string,
  why: string,
  cause?: unknown,
): Fault {
  return new Fault(
    "invalid_params",
    `${file}${at === "" ? "" : `: ${at}`}: ${why}`,
    { field: at === "" ? "mapping" : at, expected, cause },
  );
}
