import type { z } from "zod";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import {
  expectedOf,
  fieldPath,
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
  );
}

function faultOf(issue: z.core.$ZodIssue, schema: z.ZodObject): Fault {
  const shape = jsonSchemaOf(schema, "input");
  if (issue.code === "unrecognized_keys") {
    const field = fieldPath([...issue.path, issue.keys[0]]);
    const known = Object.keys(schemaAt(shape, issue.path)?.properties ?? {});
    return new Fault("invalid_params", `there is no field ${field}`, {
      field,
      expected: known.length > 0 ? `only ${known.join(", ")}` : "no fields",
    });
  }
  const field = issue.path.length > 0 ? fieldPath(issue.path) : "input";
  if (issue.code === "custom") {
    return new Fault("invalid_params", issue.message, {
      field,
      expected: typeof issue.params?.expected === "string"
        ? issue.params.expected
        : issue.message,
    });
  }
  const here = schemaAt(shape, issue.path);
  const expected = here ? expectedOf(here) : "a value of the documented form";
  // Some clients send what looks like a number as one: a PIN would lose its leading zeros.
  const unquoted = issue.code === "invalid_type" && issue.expected === "string";
  return invalidParams(
    field,
    expected,
    unquoted ? `${field} must be ${expected}, as a JSON string` : undefined,
  );
}
