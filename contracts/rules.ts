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

/** A set of fields that say one thing together. */
type Way = readonly string[];

/** A form that an input must not have, as JSON Schema keywords. */
type Form = Readonly<Record<string, unknown>>;

/**
 * None of these forms. Said with `if` and `then`, which programs that make clients pass over: they
 * read `oneOf`, `anyOf` and `not` as types of their own, and then lose the fields.
 */
export function never(...forms: readonly Form[]) {
  return { if: anyOf(forms), then: { not: {} } };
}

/** The form of what has none of these forms. */
export function without(...forms: readonly Form[]): Form {
  return { not: anyOf(forms) };
}

/** The form of what has these fields; those of which a value is named have that one or are missing. */
export function given(
  fields: readonly string[],
  values: Readonly<Record<string, Form>> = {},
): Form {
  return {
    required: fields,
    ...Object.keys(values).length > 0 && { properties: values },
  };
}

function anyOf(forms: readonly Form[]): Form {
  return forms.length === 1 ? forms[0] : { anyOf: forms };
}

/** Two of these sets of fields at once: to be forbidden. */
function severalOf(ways: readonly Way[]) {
  return ways.flatMap(([field], n) =>
    ways.slice(n + 1).map(([other]) => given([field, other]))
  );
}

/** Exactly one of these sets of fields, whole. Fields of one set come together or not at all. */
export function exactlyOne(
  ways: readonly Way[],
  ...forbidden: readonly Form[]
) {
  const none = without(...ways.map((way) => given(way)));
  return atMostOne(ways, none, ...forbidden);
}

/** One of these sets of fields, whole, or none of them, and none of what else is forbidden. */
export function atMostOne(
  ways: readonly Way[],
  ...forbidden: readonly Form[]
) {
  return {
    ...never(...severalOf(ways), ...forbidden),
    ...together(...ways),
  };
}

/** At least one of these fields. */
export function atLeastOne(...fields: readonly string[]) {
  return never(without(...fields.map((field) => given([field]))));
}

/** The fields of each set come together or not at all. */
export function together(...sets: readonly Way[]) {
  return {
    dependentRequired: Object.fromEntries(
      sets.filter(({ length }) => length > 1).flatMap((set) =>
        set.map((field) => [field, set.filter((other) => other !== field)])
      ),
    ),
  };
}
