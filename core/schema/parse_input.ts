import type { z } from "zod";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { type Bounds, likelyMeaning, readFigure, unitAt } from "./figures.ts";
import {
  expectedOf,
  fieldPath,
  type JsonSchema,
  jsonSchemaOf,
  schemaAt,
} from "./schema_text.ts";

/**
 * Reads raw input strictly against a contract.
 *
 * @throws {Fault} one `invalid_params` for the first thing that is wrong, with its dotted field
 * and, in words, what was expected there. An unknown field comes first: it is most often the
 * misspelling of one that is then missing.
 */
export function parseInput<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw faultOf(
    issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0],
    schema,
    raw,
  );
}

function faultOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodObject,
  raw: unknown,
): Fault {
  const shape = jsonSchemaOf(schema, "input");
  if (issue.code === "unrecognized_keys") {
    const field = fieldPath([...issue.path, issue.keys[0]]);
    const known = Object.keys(schemaAt(shape, issue.path)?.properties ?? {});
    const at = known.find((name) =>
      schemaAt(shape, [...issue.path, name, issue.keys[0]])
    );
    return invalidParams(
      field,
      known.length > 0 ? `only ${known.join(", ")}` : "no fields",
      `there is no field ${field}${at ? `; ${at} has one of this name` : ""}`,
    );
  }
  const field = issue.path.length > 0 ? fieldPath(issue.path) : "input";
  if (issue.code === "custom") {
    return typeof issue.params?.expected === "string"
      ? invalidParams(field, issue.params.expected, issue.message)
      : invalidParams(field, issue.message);
  }
  const here = schemaAt(shape, issue.path);
  const likely = here && likelyAt(schema, issue.path, here, raw);
  const expected = here
    ? expectedOf(here) + (likely ? `; ${likely}` : patternInWords(here))
    : "a value of the documented form";
  const given = valueAt(raw, issue.path);
  if (given === undefined) {
    return invalidParams(field, expected, `${field} is missing: ${expected}`);
  }
  // Some clients send what looks like a number as one: a PIN would lose its leading zeros.
  const unquoted = issue.code === "invalid_type" &&
    issue.expected === "string" && typeof given === "number";
  return invalidParams(
    field,
    expected,
    unquoted ? `${field} must be ${expected}, as a JSON string` : undefined,
  );
}

/** ` (HH:MM)`: what a pattern that few can read stands for. */
function patternInWords({ pattern, description }: JsonSchema): string {
  const isPlain = pattern === undefined || description === undefined;
  return isPlain ? "" : ` (${description})`;
}

/** What was given at a path; undefined where nothing was. */
function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    raw,
  );
}

/** What a refused figure most likely means: `7.5` for a rate, `"$350,000"` for a price; undefined where there is no telling. */
function likelyAt(
  schema: z.ZodObject,
  path: readonly PropertyKey[],
  bounds: Bounds,
  raw: unknown,
): string | undefined {
  const unit = unitAt(schema, path);
  if (unit === undefined) return undefined;
  const given = valueAt(raw, path);
  if (typeof given === "number") {
    return likelyMeaning(given, unit, bounds) ?? undefined;
  }
  if (typeof given !== "string") return undefined;
  const read = readFigure(given, unit, bounds);
  return "value" in read
    ? `${read.value} as a JSON number`
    : read.likely ?? undefined;
}
