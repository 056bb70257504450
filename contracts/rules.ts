import { z } from "zod";

/**
 * What the service asks of an input beyond the form of each field, as JSON Schema keywords: fields
 * that belong together, text that must read as something. The OpenAPI document has them; tool
 * schemas stay plain objects, since models' interfaces take no others, and the error says it there.
 */
export const RULES = z.registry<
  Readonly<Record<string, unknown>>,
  z.core.$ZodType
>();

/** Exactly one of these sets of fields, whole. Fields of one set come together or not at all. */
export function exactlyOne(...ways: readonly (readonly string[])[]) {
  return {
    oneOf: ways.map((required) => ({ required })),
    ...together(...ways),
  };
}

/** At least one of these fields. */
export function atLeastOne(...fields: readonly string[]) {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** The fields of each set come together or not at all. */
export function together(...sets: readonly (readonly string[])[]) {
  return {
    dependentRequired: Object.fromEntries(
      sets.filter(({ length }) => length > 1).flatMap((set) =>
        set.map((field) => [field, set.filter((other) => other !== field)])
      ),
    ),
  };
}
