import type { Context } from "@hono/hono";
import type { z } from "zod";
import { invalidParams } from "../../contracts/errors.ts";
import { parseInput } from "../../core/schema/parse_input.ts";
import {
  fieldPath,
  type JsonSchema,
  jsonSchemaOf,
} from "../../core/schema/schema_text.ts";
import { SUBJECT_FIELDS } from "../../contracts/subject.ts";
import { subjectInput } from "../../core/service/subject_input.ts";
import type { RouteEnv } from "../service.ts";

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads the input of a GET from its path and query string, with the types the contract asks
 * for. Text that does not read as its type stays text, for the contract to refuse. A field that is
 * an object is given by its own fields: `bedrooms=3` is `what_if.bedrooms`.
 *
 * @param path fields named in the path; `subject` is a property_id, point or address
 * @throws {Fault} `invalid_params` for a field that is given twice
 */
export function readQuery(
  schema: JsonSchema,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Record<string, unknown> {
  const input = new Map<string, unknown>();
  for (const [name, text] of Object.entries(path)) {
    const fields = name === "subject"
      ? subjectInput(text)
      : { [name]: typed(schema, name, text) };
    for (const [field, value] of Object.entries(fields)) {
      input.set(field, value);
    }
  }
  const inPath = new Set(
    "subject" in path ? [...SUBJECT_FIELDS, ...input.keys()] : input.keys(),
  );
  for (const [name, text] of query) {
    if (inPath.has(name)) throw invalidParams(name, "given in the path only");
    if (input.has(name)) throw invalidParams(fieldPath([name]), "given once");
    const whole = objectWith(schema, name);
    if (whole === undefined) {
      input.set(name, typed(schema, name, text));
      continue;
    }
    const fields = input.get(whole.name) ?? {};
    if (Object.hasOwn(fields, name)) {
      throw invalidParams(fieldPath([name]), "given once");
    }
    const value = typed(whole.schema, name, text);
    input.set(whole.name, { ...fields, [name]: value });
  }
  return Object.fromEntries(input);
}

/**
 * Returns a request's query, read strictly.
 *
 * @throws {Fault} `invalid_params`
 */
export function queryOf<S extends z.ZodObject>(
  c: Context<RouteEnv>,
  schema: S,
): z.output<S> {
  const query = new URL(c.req.url).searchParams;
  return parseInput(
    schema,
    readQuery(jsonSchemaOf(schema, "input"), {}, query),
  );
}

/** The object among the fields that has a field of this name, where no field itself has it. */
function objectWith(
  { properties = {} }: JsonSchema,
  name: string,
): { readonly name: string; readonly schema: JsonSchema } | undefined {
  if (Object.hasOwn(properties, name)) return undefined;
  for (const [whole, schema] of Object.entries(properties)) {
    if (
      typeof schema === "object" && schema.type === "object" &&
      Object.hasOwn(schema.properties ?? {}, name)
    ) return { name: whole, schema };
  }
  return undefined;
}

/** Whether a field is a list of numbers. */
function ofNumbers(schema: JsonSchema | undefined): boolean {
  const { items } = schema ?? {};
  return typeof items === "object" && !Array.isArray(items) &&
    items.type === "number";
}

function typed(schema: JsonSchema, name: string, text: string): unknown {
  const { properties = {} } = schema;
  const property = Object.hasOwn(properties, name)
    ? properties[name]
    : undefined;
  const type = typeof property === "object" ? property.type : undefined;
  switch (type) {
    case "number":
    case "integer":
      return NUMBER.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "array":
      return text.split(",").map((item) =>
        NUMBER.test(item) && ofNumbers(property as JsonSchema | undefined)
          ? Number(item)
          : item
      );
    default:
      return text;
  }
}
