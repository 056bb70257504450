import { z } from "zod";
import { RULES } from "../../contracts/rules.ts";
import { quoteUntrusted } from "../../contracts/errors.ts";

/** A JSON Schema as zod writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

const cache = new WeakMap<
  z.ZodType,
  Partial<Record<"input" | "output", JsonSchema>>
>();

/** The JSON Schema (2020-12) of a zod schema, made once. Without the noise of implied bounds and patterns. */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: "input" | "output",
): JsonSchema {
  const made = cache.get(schema) ?? {};
  cache.set(schema, made);
  return made[io] ??= z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => quiet(jsonSchema),
  });
}

/** Gives a JSON Schema that zod is making the rules of its schema, for the OpenAPI document. */
export function withRules(
  { zodSchema, jsonSchema }: {
    readonly zodSchema: z.core.$ZodTypes;
    readonly jsonSchema: JsonSchema;
  },
): void {
  quiet(jsonSchema);
  if (!jsonSchema.$ref) Object.assign(jsonSchema, RULES.get(zodSchema));
}

function quiet(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format) delete schema.pattern;
}

/** A field's dotted path. Keys that are not plain names come quoted and escaped: they are the caller's text. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.map((key) => {
    const text = String(key);
    return /^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : quoteUntrusted(text);
  }).join(".");
}

/** The schema at a path of properties and array items; undefined where there is none. */
export function schemaAt(
  schema: JsonSchema,
  path: readonly PropertyKey[],
): JsonSchema | undefined {
  let here: JsonSchema | boolean | undefined = schema;
  for (const key of path) {
    if (typeof here !== "object") return undefined;
    const { properties, items, additionalProperties, ...union }: JsonSchema =
      here;
    const choices = (union.oneOf ?? union.anyOf) as JsonSchema[] | undefined;
    here = choices
      ? oneSchemaAt(choices, key)
      : typeof key === "number"
      ? items as JsonSchema | undefined
      : properties && Object.hasOwn(properties, key)
      ? properties[String(key)]
      : additionalProperties;
  }
  return typeof here === "object" ? here : undefined;
}

/** What the choices of a union have at a key, as a union again. */
function oneSchemaAt(
  choices: readonly JsonSchema[],
  key: PropertyKey,
): JsonSchema | undefined {
  const found = choices.flatMap((choice): JsonSchema[] => {
    const there = schemaAt(choice, [key]);
    return there ? [there] : [];
  });
  return found.length > 0 ? { anyOf: found } : undefined;
}

/** What a value must be, in words: `a number from 0 to 1`, `one of sfh, mf2_4`. */
export function expectedOf(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const each = choices.map((choice) => expectedOf(choice as JsonSchema));
    return [...new Set(each)].join(", or ");
  }
  switch (schema.type) {
    case "integer":
      return `a whole number${range(schema)}`;
    case "number":
      return `a number${range(schema)}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "string":
      return textOf(schema);
    case "array":
      return `a list${bounds(schema.minItems, schema.maxItems, "items")}${
        choicesOf(schema.items as JsonSchema | undefined)
      }`;
    case "object": {
      const names = Object.keys(schema.properties ?? {});
      return names.length > 0
        ? `an object with ${names.join(", ")}`
        : "an object";
    }
    default:
      return schema.description ?? "a value of the documented form";
  }
}

/** `, each one of sfh, mf2_4` */
function choicesOf(items: JsonSchema | undefined): string {
  return items?.enum ? `, each ${expectedOf(items)}` : "";
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "a date as YYYY-MM-DD",
  "date-time": "an RFC 3339 timestamp",
  uri: "an https URL",
  email: "an email address",
  uuid: "a UUID",
};

function textOf(schema: JsonSchema): string {
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format];
  const digits = /^\^\\d\{(\d+)\}\$$/.exec(schema.pattern ?? "");
  if (digits) return `text of ${digits[1]} digits`;
  const text = `text${
    bounds(schema.minLength, schema.maxLength, "characters")
  }`;
  return schema.pattern ? `${text} that matches ${schema.pattern}` : text;
}

/** ` of 3 to 200 characters` */
function bounds(
  min: number | undefined,
  max: number | undefined,
  unit: string,
): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return ` of at least ${min} ${unit}`;
  if (min === undefined) return ` of at most ${max} ${unit}`;
  return min === max ? ` of ${min} ${unit}` : ` of ${min} to ${max} ${unit}`;
}

/** ` from 0 to 1`, ` above 0 and up to 10` */
function range(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema,
): string {
  if (minimum !== undefined && maximum !== undefined) {
    return ` from ${minimum} to ${maximum}`;
  }
  const low = minimum !== undefined
    ? ` of at least ${minimum}`
    : exclusiveMinimum !== undefined
    ? ` above ${exclusiveMinimum}`
    : "";
  const high = maximum !== undefined
    ? ` up to ${maximum}`
    : exclusiveMaximum !== undefined
    ? ` below ${exclusiveMaximum}`
    : "";
  return low && high ? `${low} and${high}` : low + high;
}
