import type { JsonSchema } from "../core/schema/schema_text.ts";

/** A column of a flat table of answers: a dotted name and where its value stands in an answer. */
export interface FlatColumn {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Returns the columns of an answer's schema: every scalar by its dotted path, lists of
 * scalars as one cell, records of named keys as one column a key. Lists of objects (comps, cashflow years) have no place in one row and are
 * left out.
 */
export function flatColumns(
  schema: JsonSchema,
  path: readonly string[] = [],
): FlatColumn[] {
  const shape = notNull(schema);
  if (shape.properties) {
    return Object.entries(shape.properties).flatMap(([name, field]) =>
      typeof field === "object" ? flatColumns(field, [...path, name]) : []
    );
  }
  const keys = shape.propertyNames as JsonSchema | undefined;
  const values = shape.additionalProperties;
  if (keys?.enum && typeof values === "object") {
    return keys.enum.flatMap((name) =>
      flatColumns(values as JsonSchema, [...path, String(name)])
    );
  }
  const holdsObjects = shape.type === "object" ||
    shape.type === "array" && typeof shape.items === "object" &&
      notNull(shape.items as JsonSchema).type === "object";
  return holdsObjects ? [] : [{ name: path.join("."), path }];
}

/** A nullable schema without its null. */
function notNull(schema: JsonSchema): JsonSchema {
  const other = schema.anyOf?.filter((each) =>
    typeof each === "object" && each.type !== "null"
  );
  return other?.length === 1 ? notNull(other[0] as JsonSchema) : schema;
}

/** The text of a column's cell; empty where the answer has nothing. */
export function flatCell(answer: unknown, { path }: FlatColumn): string {
  let value = answer;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return "";
    value = (value as Record<string, unknown>)[key];
  }
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join("; ") : String(value);
}
